/** A print queue as the tests play it, whatever its system. */
import type { Spooler } from '../../../main/printing/spool/spooler.ts';

export type Mood =
  /** Forwards each job at once. */
  | 'prints'
  /** Jobs stay in the queue, and nothing of them leaves it. */
  | 'holds'
  /** Jobs begin, and do not end. */
  | 'hangs'
  /** Gives each job up. */
  | 'gives-up'
  /** Takes no jobs. */
  | 'refuses'
  /** Takes a job and never answers. */
  | 'swallows';

export interface PlayedJob {
  readonly id: number;
  readonly title: string;
  readonly bytes: Buffer;
  state: 'waiting' | 'printing' | 'done' | 'canceled' | 'aborted';
  hasBegun: boolean;
  /** Seconds by the queue's own clock. */
  createdS: number;
}

export class PlayedQueue {
  mood: Mood = 'prints';
  isOutOfPaper = false;
  /** Its paper ends in the next job. */
  endsPaper = false;
  /** What the last job has said of the paper. */
  saysNoPaper = false;
  isPaused = false;
  isCoverOpen = false;
  readonly jobs: PlayedJob[] = [];
  #ageS = 0;

  get nowS(): number {
    return 1_800_000_000 + this.#ageS;
  }

  /** Time passes in the queue. */
  passS(seconds: number): void {
    this.#ageS += seconds;
  }

  take(title: string, bytes: Buffer): PlayedJob {
    const job: PlayedJob = {
      id: this.jobs.length + 7,
      title,
      bytes,
      state: 'waiting',
      hasBegun: false,
      createdS: this.nowS,
    };
    this.jobs.push(job);
    if (this.endsPaper) this.isOutOfPaper = true;
    this.endsPaper = false;
    this.work(job);
    return job;
  }

  /** Moves a job as far as the mood allows. */
  work(job: PlayedJob): void {
    if (job.state !== 'waiting' && job.state !== 'printing') return;
    const isStopped = this.isPaused || this.mood === 'holds';
    if (isStopped && !job.hasBegun) return;
    job.hasBegun = true;
    job.state = 'printing';
    this.saysNoPaper ||= this.isOutOfPaper;
    if (this.isOutOfPaper || this.isCoverOpen || this.mood === 'hangs' || isStopped) return;
    job.state = this.mood === 'gives-up' ? 'aborted' : 'done';
  }

  cancel(id: number): boolean {
    const job = this.jobs.find((each) => each.id === id);
    if (job === undefined || (job.state !== 'waiting' && job.state !== 'printing')) return false;
    job.state = 'canceled';
    return true;
  }

  open(): readonly PlayedJob[] {
    for (const job of this.jobs) this.work(job);
    return this.jobs.filter(({ state }) => state === 'waiting' || state === 'printing');
  }

  get printed(): readonly Buffer[] {
    return this.jobs.filter(({ state }) => state === 'done').map(({ bytes }) => bytes);
  }
}

export interface PlayedSystem {
  readonly queue: PlayedQueue;
  readonly spooler: Spooler;
  /** The spooler itself ends. */
  stop(): Promise<void>;
}
