/**
 * Logs the newest hash of the audit log every day.
 *
 * A log archived at another place shows whether the newest entries were removed from the database. One server of a
 * cluster runs it.
 */
import type { Clock, Log } from '../../lib/context.ts';
import { startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import type { Store } from '../../store/contract/store.ts';

const EVERY_MS = 86_400_000;
const RETRY_MS = 60_000;

export interface AuditAnchorClock {
  /** Resolves when the job no longer uses the store. */
  close(): Promise<void>;
}

export function startAuditAnchorClock({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'query' | 'peers'>;
  readonly clock: Clock;
  readonly log: Log;
}): AuditAnchorClock {
  /** Last logged hash, by part. */
  const logged = new Map<string, string>();

  async function logAnchors(): Promise<void> {
    for (const { part, headSeq, headHash } of await store.query('auditHeads', {})) {
      if (logged.get(part) === headHash) continue;
      log.info('audit.anchor-recorded', { part, seq: headSeq, hash: headHash });
      logged.set(part, headHash);
    }
  }

  const job = startRecurringJob({
    clock,
    periodMs: EVERY_MS,
    retryMs: RETRY_MS,
    lease: { peers: store.peers, job: 'erasing' },
    run: logAnchors,
    onError: (detail) => log.warn('audit.anchor-failed', { error: detail }),
  });
  return { close: () => job.close() };
}
