/**
 * Maintenance actions at the kiosk, for the server's audit log.
 *
 * Entries stay on disk until the server has them, so that none is lost offline. They name no user. An id lets the
 * server count each once.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ACTION_OUTCOMES, type DoneAtKiosk, PANEL_ACTIONS } from '../../../devices/contract/device-actions.ts';
import type { ClockAndLog } from '../../../lib/context.ts';
import { ERRNO } from '../../../lib/result.ts';
import { readKept, writeKept } from '../../../printing/json-file.ts';
import { type ClientFault, isUnknownThere, type QueueClient } from '../../client/queue-client.ts';
import { isOutage } from '../server-poller.ts';

export interface LocalActionLog {
  /** Resolves when it is on disk, or the write has failed. */
  note(deed: Pick<DoneAtKiosk, 'action'> & Partial<Pick<DoneAtKiosk, 'ticket' | 'outcome'>>): Promise<void>;
  close(): Promise<void>;
}

interface DeedBookOptions extends ClockAndLog {
  readonly client: Pick<QueueClient, 'noteDeed'>;
  readonly deviceId: string;
  /** The kiosk's data folder; null: nothing survives a restart. */
  readonly dir: string | null;
}

const FILE = 'panel-deeds.json';
/** During a long outage only the newest are kept. */
const MOST = 500;
const TELL_AGAIN_MS = 10_000;
/** Retry interval for an older server without this operation; it can be upgraded. */
const ASK_AGAIN_MS = 600_000;

function readDeed(value: unknown): readonly DoneAtKiosk[] {
  const { id, action, ticket = '', outcome = '', at } = (value ?? {}) as Partial<DoneAtKiosk>;
  if (typeof id !== 'string' || typeof at !== 'string' || typeof ticket !== 'string') return [];
  if (action === undefined || !PANEL_ACTIONS.includes(action) || !ACTION_OUTCOMES.includes(outcome)) return [];
  return [{ id, action, ticket, outcome, at }];
}

export function openLocalActionLog({ client, deviceId, dir, clock, log }: DeedBookOptions): LocalActionLog {
  const path = dir === null ? null : join(dir, FILE);
  const kept = path === null ? null : readKept(path);
  let deeds: readonly DoneAtKiosk[] = Array.isArray(kept) ? kept.flatMap(readDeed) : [];
  let writing: Promise<void> = Promise.resolve();
  let isTelling = false;
  let closed = false;
  let cancel = (): void => {};

  function save(next: readonly DoneAtKiosk[]): Promise<void> {
    deeds = next.slice(-MOST);
    if (path === null) return writing;
    const now = deeds;
    writing = writing
      .then(() => writeKept(path, now))
      .catch((error: unknown) => log.warn('panel.action-log-write-failed', { device: deviceId, error: String(error) }));
    return writing;
  }

  async function tell(): Promise<void> {
    const [deed] = deeds;
    if (deed === undefined || isTelling || closed) return;
    isTelling = true;
    const answer = await client.noteDeed(deviceId, deed);
    isTelling = false;
    if (closed) return;
    const again = answer.ok ? null : againIn(answer.error);
    if (again !== null) {
      cancel = clock.after(again, () => void tell());
      return;
    }
    if (!answer.ok) {
      const { error: fault } = answer;
      const [errno, error] = fault.kind === 'refused' ? [fault.errno, fault.error] : [undefined, fault.detail];
      log.warn('panel.action-rejected', { device: deviceId, action: deed.action, reason: fault.kind, errno, error });
    }
    await save(deeds.filter(({ id }) => id !== deed.id));
    void tell();
  }

  void tell();
  return {
    async note({ action, ticket = '', outcome = '' }) {
      const at = new Date(clock.now()).toISOString();
      await save([...deeds, { id: randomUUID(), action, ticket, outcome, at }]);
      cancel();
      void tell();
    },
    async close() {
      closed = true;
      cancel();
      await writing;
    },
  };
}

/** Null: the server refused it. */
function againIn(fault: ClientFault): number | null {
  if (isUnknownThere(fault)) return ASK_AGAIN_MS;
  if (fault.kind === 'refused' && fault.errno === ERRNO.tooMany) return ASK_AGAIN_MS;
  return isOutage(fault) ? TELL_AGAIN_MS : null;
}
