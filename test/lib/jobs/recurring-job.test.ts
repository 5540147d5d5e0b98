/** Scheduler of background jobs: periods, retries, leader leases, deadlines and the end. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type JobRun, type RecurringJobOptions, startRecurringJob } from '../../../main/lib/jobs/recurring-job.ts';
import { type TurnedClock, turnedClock } from '../../helpers/turned-clock.ts';

const settled = (): Promise<void> => new Promise(setImmediate);

/** A job whose runs the test ends one by one. */
class Runs {
  readonly ends: PromiseWithResolvers<number>[] = [];
  readonly contexts: JobRun[] = [];
  readonly errors: string[] = [];
  readonly run = (context: JobRun): Promise<number> => {
    const end = Promise.withResolvers<number>();
    this.contexts.push(context);
    this.ends.push(end);
    return end.promise;
  };
  readonly onError = (message: string): void => {
    this.errors.push(message);
  };

  async end(ms: number): Promise<void> {
    this.ends.at(-1)?.resolve(clock.now() + ms);
    await settled();
  }
  async fail(message: string): Promise<void> {
    this.ends.at(-1)?.reject(new Error(message));
    await settled();
  }
}

/** The lease of one job, as the test gives and takes it. */
class Lease {
  isHeld = false;
  readonly #listeners = new Set<(isMine: boolean) => void>();
  readonly peers = {
    isMine: () => this.isHeld,
    onDuty: (_job: string, listener: (isMine: boolean) => void) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    },
  };

  set(isHeld: boolean): void {
    this.isHeld = isHeld;
    for (const listener of this.#listeners) listener(isHeld);
  }
  get listeners(): number {
    return this.#listeners.size;
  }
}

let clock: TurnedClock;
let runs: Runs;
beforeEach(() => {
  clock = turnedClock('2026-11-20T12:00:00Z');
  runs = new Runs();
});

function start(options: Partial<RecurringJobOptions> = {}) {
  return startRecurringJob({ clock, periodMs: 1000, run: runs.run, onError: runs.onError, ...options });
}

async function advance(ms: number): Promise<void> {
  clock.advance(ms);
  await settled();
}

describe('a recurring job', () => {
  it('runs at the start, and again a period after the end of each run', async () => {
    let count = 0;
    const job = start({
      run: async () => {
        count += 1;
      },
    });
    await job.started;
    await settled();
    expect(count).toBe(1);
    await advance(999);
    expect(count).toBe(1);
    await advance(1);
    expect(count).toBe(2);
  });

  it('runs again at the time that a run asks for', async () => {
    start();
    await runs.end(50);
    await advance(49);
    expect(runs.ends).toHaveLength(1);
    await advance(1);
    expect(runs.ends).toHaveLength(2);
    await runs.end(0);
    expect(runs.ends).toHaveLength(3);
    await runs.end(Number.POSITIVE_INFINITY);
    await advance(1_000_000);
    expect(runs.ends).toHaveLength(3);
  });

  it('never runs twice at the same time', async () => {
    const job = start();
    await advance(5000);
    job.wake();
    await settled();
    expect(runs.ends).toHaveLength(1);
    await runs.end(1000);
    expect(runs.ends).toHaveLength(2);
    await runs.end(1000);
    expect(runs.ends).toHaveLength(2);
  });

  it('reports a failure, and retries', async () => {
    const job = start({ retryMs: 20 });
    await runs.fail('no database');
    await job.started;
    expect(runs.errors).toEqual(['no database']);
    await advance(19);
    expect(runs.ends).toHaveLength(1);
    await advance(1);
    expect(runs.ends).toHaveLength(2);
  });
});

describe('wake', () => {
  it('brings the next run forward, and never delays it', async () => {
    const job = start();
    await runs.end(1000);
    job.wake(200);
    job.wake(500);
    await advance(199);
    expect(runs.ends).toHaveLength(1);
    await advance(1);
    expect(runs.ends).toHaveLength(2);
    await runs.end(1000);
    await advance(300);
    expect(runs.ends).toHaveLength(2);
    job.wake();
    await settled();
    expect(runs.ends).toHaveLength(3);
  });

  it('during a run brings the run after it forward', async () => {
    const job = start();
    job.wake(200);
    await runs.end(1000);
    await advance(200);
    expect(runs.ends).toHaveLength(2);
  });
});

describe('a singleton job', () => {
  it('runs only with its lease, at once when the lease arrives', async () => {
    const lease = new Lease();
    const job = start({ lease: { peers: lease.peers, job: 'mail' } });
    await job.started;
    await advance(1000);
    expect(runs.ends).toHaveLength(0);
    lease.set(true);
    await settled();
    expect(runs.ends).toHaveLength(1);
    lease.set(false);
    expect(runs.contexts[0]?.isMine()).toBe(false);
    expect(runs.contexts[0]?.signal.aborted).toBe(false);
    await runs.end(0);
    expect(runs.ends).toHaveLength(1);
  });

  it('finds a lease at its next time, also without a notice', async () => {
    const lease = new Lease();
    start({ lease: { peers: lease.peers, job: 'mail' } });
    lease.isHeld = true;
    await settled();
    await advance(1000);
    expect(runs.ends).toHaveLength(1);
  });

  it('cancels its run with the lease if it ends with it, and reports no failure', async () => {
    const lease = new Lease();
    lease.isHeld = true;
    start({ lease: { peers: lease.peers, job: 'backups', endsWithLease: true } });
    lease.set(false);
    expect(runs.contexts[0]?.signal.aborted).toBe(true);
    await runs.fail('cancelled');
    expect(runs.errors).toEqual([]);
    lease.set(true);
    await settled();
    expect(runs.contexts[1]?.signal.aborted).toBe(false);
  });
});

describe('a deadline', () => {
  it('cancels a run that takes too long, reports it, and retries', async () => {
    start({ deadline: { ms: 100, message: 'too long' }, retryMs: 20 });
    await advance(99);
    expect(runs.contexts[0]?.signal.aborted).toBe(false);
    await advance(1);
    expect(runs.contexts[0]?.signal.aborted).toBe(true);
    expect(runs.errors).toEqual(['too long']);
    await runs.fail('cancelled');
    await advance(20);
    expect(runs.ends).toHaveLength(2);
    expect(runs.errors).toEqual(['too long']);
  });

  it('neither cancels nor reports a run that ended in time', async () => {
    start({ deadline: { ms: 100, message: 'too long' } });
    await runs.end(1000);
    await advance(500);
    expect(runs.errors).toEqual([]);
    expect(runs.contexts[0]?.signal.aborted).toBe(false);
  });
});

describe('a run past its deadline', () => {
  it('lets no other run start before it has ended, and each retry reports it', async () => {
    const job = start({ deadline: { ms: 100, message: 'too long' }, retryMs: 20 });
    await advance(100);
    await advance(20);
    await advance(20);
    job.wake();
    await settled();
    expect(runs.ends).toHaveLength(1);
    expect(runs.errors).toEqual(['too long', 'too long', 'too long', 'too long']);
    await runs.end(0);
    await advance(20);
    expect(runs.ends).toHaveLength(2);
  });

  it('does not delay the end of the job', async () => {
    const job = start({ deadline: { ms: 100, message: 'too long' } });
    await advance(100);
    await job.close();
    await runs.fail('cancelled');
    expect(runs.errors).toEqual(['too long']);
  });
});

describe('close', () => {
  it('cancels the current run and waits for it', async () => {
    const lease = new Lease();
    lease.isHeld = true;
    const job = start({ lease: { peers: lease.peers, job: 'mail' } });
    let isClosed = false;
    const closing = job.close('over').then(() => {
      isClosed = true;
    });
    await settled();
    expect(isClosed).toBe(false);
    expect(runs.contexts[0]?.signal.reason).toBe('over');
    expect(runs.contexts[0]?.isMine()).toBe(false);
    expect(lease.listeners).toBe(0);
    await runs.fail('cancelled');
    await closing;
    expect(runs.errors).toEqual([]);
  });

  it('ends the wait for the next run', async () => {
    const job = start();
    await runs.end(1000);
    await job.close();
    await advance(10_000);
    job.wake();
    await settled();
    expect(runs.ends).toHaveLength(1);
  });
});
