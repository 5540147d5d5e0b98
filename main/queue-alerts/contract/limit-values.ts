/** Values of a queue alert as its texts show them. */
import { durationWords } from '../../lib/duration-words.ts';
import type { LimitAlarm, LimitKind } from './limits.ts';

/** Kinds whose values are minutes. */
const OF_TIME: ReadonlySet<LimitKind> = new Set(['wait', 'idle']);

/** Minutes as durations, such as `1 h 34`; people and percent as numbers. */
export function limitValues({ kind, bound, worst }: Pick<LimitAlarm, 'kind' | 'bound' | 'worst'>, lang: string) {
  const shown = (value: number) => (OF_TIME.has(kind) ? durationWords(value * 60, lang) : value);
  return { bound: shown(bound), worst: shown(worst) };
}
