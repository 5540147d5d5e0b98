/**
 * Runner of remote actions at this kiosk.
 *
 * An action is recorded here and claimed at the server before it runs, once and in time. Its result is sent until the
 * server has it. A full disk does not block an action, because staff can need it for the repair.
 */

import { join } from 'node:path';
import {
  ACTION_WORD_MS,
  type ActionEnd,
  DEVICE_ACTIONS,
  type DeviceAction,
  type RequestedAction,
} from '../../../devices/contract/device-actions.ts';
import type { Clock, ClockAndLog } from '../../../lib/context.ts';
import { readKept, writeKept } from '../../../printing/json-file.ts';
import type { QueueClient } from '../../client/queue-client.ts';
import type { HostCapabilities } from './host-capabilities.ts';

const FILE = 'actions.json';
/** The server does not send an action again after this time. */
const KEPT_MS = 3_600_000;

export interface ActionRunner {
  /** Takes actions sent by the server; known ones are skipped. */
  take(actions: readonly RequestedAction[]): void;
  close(): void;
}

/**
 * Runs an action and returns its result. One that ends the program does not return.
 * @param beforeEnd await this before the program ends
 */
export type DoAction = (action: RequestedAction, beforeEnd: () => Promise<void>) => Promise<ActionEnd>;

/** Log fields of a remote action. */
interface ActionFacts {
  readonly device: string;
  readonly action: string;
  readonly id: string;
}

interface ActionRunnerOptions extends ClockAndLog {
  readonly client: Pick<QueueClient, 'takeAction' | 'endAction'>;
  readonly deviceId: string;
  /** The kiosk's data folder; null: nothing survives a restart. */
  readonly dir: string | null;
  readonly act: DoAction;
  readonly powers: Pick<HostCapabilities, 'machineRunsMs'>;
  /** The disk failed to record an action. */
  readonly onNotKept?: () => void;
}

const TELL_AGAIN_MS = 5_000;
/** Done, but not recorded on this disk. */
export const UNKEPT = { state: 'done', outcome: 'not-kept' } as const;

export function ended(outcome: ActionEnd['outcome'] = '', result: Partial<ActionEnd> = {}): ActionEnd {
  const state = outcome === '' || outcome === 'sent' ? 'done' : 'failed';
  return { state, outcome, picture: '', text: '', ...result };
}

export function openActionRunner(options: ActionRunnerOptions): ActionRunner {
  const { client, deviceId, dir, act, powers, onNotKept, clock, log } = options;
  const memory: ActionMemory = openActionMemory(dir, clock);
  /** Ids seen since the start, including those that did not run. */
  const seen = new Set<string>();
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const timers = new Set<() => void>();

  /** Result of an action that the previous run did not finish, possibly because the action restarted the program. */
  function endOf({ action, at }: TakenAction): ActionEnd {
    if (action === 'restart-program') return ended();
    if (action === 'restart-machine') return ended(powers.machineRunsMs() <= clock.now() - at ? '' : 'not-allowed');
    return ended('interrupted');
  }

  /** Sends the result until the server has it, or no longer needs it. */
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

  async function doOne(asked: RequestedAction): Promise<void> {
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
      // The response to the claim is lost: the action does not run, although the claim possibly succeeded.
      if (granted.error.kind === 'unreachable') void tell(taken, ended('interrupted'));
      else memory.told(id);
      return;
    }
    // The next run reports the interruption.
    if (isClosed) return;
    log.info('device.action-claimed', facts);
    // Without a record the next run cannot report it, so the result is sent before the end.
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
        // Skips actions that this version does not know.
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
  /** Null while running. Excludes the screenshot or log, which are sent at once or not at all. */
  readonly end: Pick<ActionEnd, 'state' | 'outcome'> | null;
}

interface ActionMemory {
  has(id: string): boolean;
  /** Actions whose result the server does not have. */
  untold(): readonly TakenAction[];
  /** Rejects on a disk failure; the action is then not recorded. */
  put(taken: TakenAction): Promise<void>;
  /** The server has the result. */
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
 * Record of claimed actions, written before they run. So a restart action runs only once, and the next run reports the
 * result.
 * @param dir null: nothing survives a restart
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
      // If this write fails, the result is sent twice, which has no effect at the server.
      if (entry !== undefined) save([...others(id), { ...entry, isTold: true }]).catch(() => {});
    },
  };
}
