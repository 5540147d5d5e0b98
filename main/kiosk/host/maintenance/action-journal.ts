/**
 * Which actions a kiosk has taken, on disk before it does them: a program that starts anew because it was asked to must not do so
 * again, and tells afterwards what became of it.
 */
import { join } from 'node:path';
import { type ActionEnd, DEVICE_ACTIONS, type DeviceAction } from '../../../devices/contract/device-actions.ts';
import type { Clock } from '../../../lib/context.ts';
import { readKept, writeKept } from '../../../printing/json-file.ts';

export interface TakenAction {
  readonly id: string;
  readonly action: DeviceAction;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null while it is being done. Without its picture or log: these are told at once or not at all. */
  readonly end: Pick<ActionEnd, 'state' | 'outcome'> | null;
}

export interface ActionMemory {
  has(id: string): boolean;
  /** Those of which the server has not heard how they ended. */
  untold(): readonly TakenAction[];
  /** Rejects when the disk does not take it; then it is not remembered. */
  put(taken: TakenAction): Promise<void>;
  /** The server knows how it ended. */
  told(id: string): void;
}

const FILE = 'actions.json';
/** Nobody asks for one again after that. */
const KEPT_MS = 3_600_000;

interface Entry extends TakenAction {
  readonly isTold: boolean;
}

function readEntry(value: unknown): readonly Entry[] {
  const { id, action, at, end, isTold } = (value ?? {}) as Partial<Entry>;
  if (typeof id !== 'string' || typeof at !== 'number' || action === undefined) return [];
  if (!DEVICE_ACTIONS.includes(action)) return [];
  return [{ id, action, at, end: end ?? null, isTold: isTold === true }];
}

/** @param dir null: nothing outlives the program. */
export function openActionMemory(dir: string | null, clock: Pick<Clock, 'now'>): ActionMemory {
  const path = dir === null ? null : join(dir, FILE);
  const kept = path === null ? null : readKept(path);
  let entries: readonly Entry[] = Array.isArray(kept) ? kept.flatMap(readEntry) : [];
  let writing: Promise<void> = Promise.resolve();

  function save(next: readonly Entry[]): Promise<void> {
    entries = next.filter(({ at }) => Math.abs(clock.now() - at) < KEPT_MS);
    if (path === null) return Promise.resolve();
    const write = (): Promise<void> => writeKept(path, entries);
    const written = writing.then(write, write);
    writing = written.catch(() => {});
    return written;
  }

  const others = (id: string): readonly Entry[] => entries.filter((each) => each.id !== id);

  return {
    has: (id) => entries.some((each) => each.id === id),
    untold: () => entries.filter(({ isTold }) => !isTold),
    async put(taken) {
      const before = entries;
      try {
        await save([...others(taken.id), { ...taken, isTold: false }]);
      } catch (error) {
        entries = before;
        throw error;
      }
    },
    told(id) {
      const entry = entries.find((each) => each.id === id);
      // A disk that does not take this has the server told twice, which changes nothing there.
      if (entry !== undefined) save([...others(id), { ...entry, isTold: true }]).catch(() => {});
    },
  };
}
