/**
 * Runner of remote actions at this kiosk.
 *
 * An action is recorded here and granted by the server before it runs, each once and in time. Its result is sent until
 * the server has it. A full disk does not stop an action, because staff may need it for the repair.
 */

import { join } from 'node:path';
import {
  ACTION_WORD_MS,
  type ActionEnd,
  type AskedAction,
  DEVICE_ACTIONS,
  type DeviceAction,
} from '../../../devices/contract/device-actions.ts';
import type { Clock, Log } from '../../../lib/context.ts';
import { readKept, writeKept } from '../../../printing/json-file.ts';
import type { QueueClient } from '../../client/queue-client.ts';
import type { HostCapabilities } from './host-capabilities.ts';

const FILE = 'actions.json';
/** Nobody asks for one again after that. */
const KEPT_MS = 3_600_000;

export interface ActionRunner {
  /** What the server says is to be done; those that are known already are passed over. */
  take(actions: readonly AskedAction[]): void;
  close(): void;
}

/**
 * Does it, and says what became of it. One that ends the program does not come back.
 *
 * @param beforeEnd to be awaited before the program is ended.
 */
export type DoAction = (action: AskedAction, beforeEnd: () => Promise<void>) => Promise<ActionEnd>;

/** Fields of a remote action in the log. */
interface ActionFacts {
  readonly device: string;
  readonly action: string;
  readonly id: string;
}

interface ActionRunnerOptions {
  readonly client: Pick<QueueClient, 'takeAction' | 'endAction'>;
  readonly deviceId: string;
  /** Folder of what the kiosk keeps; null: nothing outlives it. */
  readonly dir: string | null;
  readonly act: DoAction;
  readonly powers: Pick<HostCapabilities, 'machineRunsMs'>;
  /** The disk did not take what was to be written down. */
  readonly onNotKept?: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

const TELL_AGAIN_MS = 5_000;
/** Done, and not remembered here. */
export const UNKEPT = { state: 'done', outcome: 'not-kept' } as const;

export function ended(outcome: ActionEnd['outcome'] = '', result: Partial<ActionEnd> = {}): ActionEnd {
  const state = outcome === '' || outcome === 'sent' ? 'done' : 'failed';
  return { state, outcome, picture: '', text: '', ...result };
}

export function openActionRunner(options: ActionRunnerOptions): ActionRunner {
  const { client, deviceId, dir, act, powers, onNotKept, clock, log } = options;
  const memory: ActionMemory = openActionMemory(dir, clock);
  /** Seen since the start, also those that were not done. */
  const seen = new Set<string>();
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const timers = new Set<() => void>();

  /** The program before this one ended in the middle of it, perhaps because it was asked to. */
  function endOf({ action, at }: TakenAction): ActionEnd {
    if (action === 'restart-program') return ended();
    if (action === 'restart-machine') return ended(powers.machineRunsMs() <= clock.now() - at ? '' : 'not-allowed');
    return ended('interrupted');
  }

  /** Tells the server until it has heard it, or would not wait for it any more. */
  async function tell(taken: Pick<TakenAction, 'id' | 'at'>, end: ActionEnd): Promise<void> {
    if (isClosed) return;
    const answer = await client.endAction(deviceId, taken.id, end);
    const mayHear = !answer.ok && answer.error.kind === 'unreachable' && clock.now() - taken.at < ACTION_WORD_MS;
    if (!mayHear) return memory.told(taken.id);
    const cancel = clock.after(TELL_AGAIN_MS, () => {
      timers.delete(cancel);
      void tell(taken, end);
    });
    timers.add(cancel);
  }

  async function doOne(asked: AskedAction): Promise<void> {
    const { id, action } = asked;
    if (isClosed) return;
    const taken: TakenAction = { id, action, at: clock.now(), end: null };
    const facts: ActionFacts = { device: deviceId, action, id };
    const isKept = await memory.put(taken).then(
      () => true,
      (error: unknown) => {
        log.error('device.action-write-failed', { ...facts, error: String(error) });
        onNotKept?.();
        return false;
      },
    );
    const granted = await client.takeAction(deviceId, id);
    if (!granted.ok) {
      log.warn('device.action-claim-failed', { ...facts, reason: granted.error.kind });
      // It may have been granted, and the answer lost: it is not done all the same.
      if (granted.error.kind === 'unreachable') void tell(taken, ended('interrupted'));
      else memory.told(id);
      return;
    }
    // Whoever comes after this program tells that it was interrupted.
    if (isClosed) return;
    log.info('device.action-claimed', facts);
    // Nobody will know of it after the end of this program: it is told before, as far as it has come.
    const beforeEnd = async (): Promise<void> => {
      if (!isKept) await client.endAction(deviceId, id, { ...ended(), ...UNKEPT });
    };
    const became = await act(asked, beforeEnd).catch((error: unknown) => broken(facts, error));
    const end = isKept || became.outcome !== '' ? became : { ...became, ...UNKEPT };
    log.info('device.action-completed', { ...facts, state: end.state, outcome: end.outcome });
    if (isKept) await memory.put({ ...taken, end: { state: end.state, outcome: end.outcome } }).catch(() => {});
    void tell(taken, end);
  }

  function broken(facts: ActionFacts, error: unknown): ActionEnd {
    log.error('device.unexpected-error', { ...facts, error: String(error) });
    return ended('fault');
  }

  for (const left of memory.untold()) {
    seen.add(left.id);
    void tell(left, left.end === null ? endOf(left) : { ...ended(), ...left.end });
  }

  return {
    take(actions) {
      for (const asked of actions) {
        // A server that knows more of them than this program offers none of those.
        if (seen.has(asked.id) || memory.has(asked.id) || !isKnown(asked.action)) continue;
        seen.add(asked.id);
        queue = queue.then(() => doOne(asked));
      }
    },
    close() {
      isClosed = true;
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}

function isKnown(action: string): action is DeviceAction {
  return DEVICE_ACTIONS.some((known) => known === action);
}

interface TakenAction {
  readonly id: string;
  readonly action: DeviceAction;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null while it is being done. Without its picture or log: these are told at once or not at all. */
  readonly end: Pick<ActionEnd, 'state' | 'outcome'> | null;
}

interface ActionMemory {
  has(id: string): boolean;
  /** Those of which the server has not heard how they ended. */
  untold(): readonly TakenAction[];
  /** Rejects when the disk does not take it; then it is not remembered. */
  put(taken: TakenAction): Promise<void>;
  /** The server knows how it ended. */
  told(id: string): void;
}

interface Entry extends TakenAction {
  readonly isTold: boolean;
}

function readEntry(value: unknown): readonly Entry[] {
  const { id, action, at, end, isTold } = (value ?? {}) as Partial<Entry>;
  if (typeof id !== 'string' || typeof at !== 'number' || action === undefined) return [];
  if (!DEVICE_ACTIONS.includes(action)) return [];
  return [{ id, action, at, end: end ?? null, isTold: isTold === true }];
}

/**
 * Which actions a kiosk has taken, on disk before it does them: a program that starts anew because it was asked to must not do so
 * again, and tells afterwards what became of it.
 * @param dir null: nothing outlives the program.
 */
function openActionMemory(dir: string | null, clock: Pick<Clock, 'now'>): ActionMemory {
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
