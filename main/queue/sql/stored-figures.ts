/** Stored waits and figures, read and checked. Damaged text counts as empty. */

import { isListOf, isNumber, readKept } from '../../database/stored-json.ts';
import type { PastWait } from '../rules/recent-waits.ts';

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isNumber);

/** The column holds `[[wait in ms, places], …]`. */
export function pastWaitsOf(serviceId: string, text: string): PastWait[] {
  const row = { table: 'service_queue', id: serviceId };
  const pairs = readKept<readonly (readonly [number, number])[]>(text, isListOf(isPair), row) ?? [];
  return pairs.map(([waitMs, places]) => ({ waitMs, places }));
}

/** Whole seconds of waits or services in figures; none where they cannot be read, while the counts stay. */
export function figureSecondsOf(day: string, text: string): readonly number[] {
  return readKept<readonly number[]>(text, isListOf(isNumber), { table: 'call_figure', id: day }) ?? [];
}
