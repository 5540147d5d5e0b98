/** Queue of the local CUPS server, by IPP over its socket. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { userInfo } from 'node:os';
import { largest } from '../../lib/lists.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { reasonOf } from '../transports/transport.ts';
import {
  IPP,
  type IppAnswer,
  type IppAttribute,
  type IppGroup,
  ippRequest,
  numberIn,
  readIppAnswer,
  textsIn,
} from './ipp.ts';
import { JOB_TITLE, type QueueState, type Spooler, type SpoolFault, type SpoolJobState } from './spooler.ts';

/** Socket paths on Debian, Fedora and macOS. */
const SOCKETS = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];
const ELSEWHERE = 'cups: is not supported on Windows; use spool:NAME for a printer of the Windows spooler';
const MISSING = 'CUPS is not running; install it, such as with "apt install cups", and add the queue';
const ANSWER_MS = 3000;
/** A job of a few tickets is accepted at once; allows for a slow disk. */
const SUBMIT_MS = 10_000;
const MAX_ANSWER_BYTES = 4_000_000;
const NOT_FOUND = 0x0406;
/** Age in seconds of a job that has just begun. */
const NO_AGE = 0;

const QUEUE_STATE = ['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs', 'printer-up-time'];
const IDLE = 3;
const STOPPED = 5;
/** `job-state`: held and pending, processing and stopped, canceled and aborted, completed. */
const JOB_STATES: Readonly<Record<number, SpoolJobState>> = {
  ...{ 3: 'waiting', 4: 'waiting', 5: 'printing', 6: 'printing', 7: 'failed', 8: 'failed', 9: 'done' },
};

const UNREACHED: SpoolFault = { reason: 'absent', detail: 'CUPS cannot reach the printer' };
const MAX_CONNECT_S = 5;

/** `printer-state-reasons`, each with a severity suffix; the first match counts. */
const FAULTS: readonly (readonly [keyword: string, fault: SpoolFault])[] = [
  ['cover-open', { reason: 'cover-open', detail: 'the cover is open' }],
  ['door-open', { reason: 'cover-open', detail: 'the cover is open' }],
  ['media-empty', { reason: 'no-paper', detail: 'the paper has run out' }],
  ['media-needed', { reason: 'no-paper', detail: 'the paper has run out' }],
  ['media-jam', { reason: 'fault', detail: 'the paper is jammed' }],
  ['offline', UNREACHED],
  ['shutdown', { reason: 'absent', detail: 'the printer is switched off' }],
  ['timed-out', UNREACHED],
];

const reasonsOf = (printer: IppGroup): readonly string[] =>
  textsIn(printer, 'printer-state-reasons').map((reason) => reason.replace(/-(error|warning|report)$/, ''));

function faultOf(printer: IppGroup, queue: string, oldestJobS: number): SpoolFault | null {
  const reasons = reasonsOf(printer);
  if (numberIn(printer, 'printer-state') === STOPPED) {
    return { reason: 'fault', detail: `the queue is stopped; run: cupsenable ${queue}` };
  }
  const found = FAULTS.find(([keyword]) => reasons.includes(keyword));
  if (found !== undefined) {
    // An idle queue keeps the fault of its last job until the next one.
    return numberIn(printer, 'printer-state') === IDLE ? { ...found[1], isOld: true } : found[1];
  }
  // Each job starts with this reason.
  if (reasons.includes('connecting-to-device') && oldestJobS >= MAX_CONNECT_S) return UNREACHED;
  const [isAccepting] = printer.get('printer-is-accepting-jobs') ?? [];
  return isAccepting === false
    ? { reason: 'fault', detail: `the queue accepts no jobs; run: cupsaccept ${queue}` }
    : null;
}

interface Failure {
  readonly detail: string;
  /** The request was certainly not carried out. */
  readonly isRefused: boolean;
}

type Ask = (
  operation: number,
  attributes: readonly IppAttribute[],
  document?: Uint8Array,
) => Promise<Result<IppAnswer, Failure>>;

/** Uses one connection per request. */
function asker(socketPath: string, queue: string, submitMs: number): Ask {
  return (operation, attributes, document) =>
    new Promise((resolve) => {
      const body = ippRequest(operation, attributes, document);
      let isConnected = false;
      const give = (detail: string): void => resolve(fail({ detail, isRefused: !isConnected }));
      const call = request(
        {
          socketPath,
          method: 'POST',
          path: `/printers/${encodeURIComponent(queue)}`,
          headers: { host: 'localhost', 'content-type': 'application/ipp', 'content-length': body.length },
          agent: false,
          signal: AbortSignal.timeout(document === undefined ? ANSWER_MS : submitMs),
        },
        (answer) => {
          const chunks: Buffer[] = [];
          let length = 0;
          answer.on('error', (error) => give(reasonOf(error)));
          answer.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length > MAX_ANSWER_BYTES) call.destroy(new Error('the response of CUPS is too long'));
            else chunks.push(chunk);
          });
          answer.on('end', () => {
            const read = readIppAnswer(Buffer.concat(chunks));
            if (read !== null) resolve(ok(read));
            else {
              // CUPS rejects a request before it accepts a job: no permission, not found.
              const isRefused = (answer.statusCode ?? 0) >= 400;
              resolve(fail({ detail: `CUPS returned HTTP ${answer.statusCode}`, isRefused }));
            }
          });
        },
      );
      call.on('error', (error) => give(reasonOf(error)));
      call.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
      call.end(body);
    });
}

function refusal({ status }: IppAnswer, queue: string): string {
  if (status === NOT_FOUND) return `CUPS has no queue "${queue}"; "lpstat -e" lists its queues`;
  return `CUPS rejected the request (IPP status 0x${status.toString(16).padStart(4, '0')})`;
}

export interface CupsPlace {
  /** Default: the system's path. */
  readonly socketPath?: string;
  readonly platform?: NodeJS.Platform;
  readonly submitMs?: number;
}

export function cupsSpooler(
  queue: string,
  { socketPath = '', platform = process.platform, submitMs = SUBMIT_MS }: CupsPlace = {},
): Spooler {
  const uri: IppAttribute = ['uri', 'printer-uri', `ipp://localhost/printers/${encodeURIComponent(queue)}`];
  const who: IppAttribute = ['name', 'requesting-user-name', userInfo().username];
  const wanted = (...names: readonly string[]): readonly IppAttribute[] =>
    names.map((name) => ['keyword', 'requested-attributes', name] as const);

  async function ask(...args: Parameters<Ask>): Promise<Result<IppAnswer, Failure>> {
    if (platform === 'win32') return fail({ detail: ELSEWHERE, isRefused: true });
    const path = socketPath === '' ? SOCKETS.find((each) => existsSync(each)) : socketPath;
    if (path === undefined) return fail({ detail: MISSING, isRefused: true });
    const answer = await asker(path, queue, submitMs)(...args);
    if (!answer.ok || answer.value.isOk) return answer;
    return fail({ detail: refusal(answer.value, queue), isRefused: true });
  }

  async function jobGroup(id: string): Promise<Result<IppGroup | null, string>> {
    const answer = await ask(IPP.jobAttributes, [
      uri,
      ['integer', 'job-id', Number(id)],
      who,
      ...wanted('job-state', 'time-at-processing'),
    ]);
    if (answer.ok) return ok(answer.value.groups[1] ?? null);
    return answer.error.isRefused && !answer.error.detail.includes('HTTP') ? ok(null) : fail(answer.error.detail);
  }

  async function oldestJobS(nowS: number | null): Promise<Result<number, string>> {
    const answer = await ask(IPP.getJobs, [
      uri,
      who,
      ['keyword', 'which-jobs', 'not-completed'],
      ...wanted('job-id', 'time-at-creation'),
    ]);
    if (!answer.ok) return fail(answer.error.detail);
    const ages = answer.value.groups.slice(1).map((job) => {
      const since = numberIn(job, 'time-at-creation');
      return since === null || nowS === null ? NO_AGE : nowS - since;
    });
    return ok(largest([NO_AGE, ...ages]));
  }

  return {
    name: `cups:${queue}`,
    async look() {
      const answer = await ask(IPP.printerAttributes, [uri, who, ...wanted(...QUEUE_STATE)]);
      if (!answer.ok) return fail(answer.error.detail);
      const [, printer] = answer.value.groups;
      if (printer === undefined) return fail('CUPS returned no state of the queue');
      // Both times come from CUPS, in seconds of the same clock.
      const age = await oldestJobS(numberIn(printer, 'printer-up-time'));
      if (!age.ok) return age;
      const state: QueueState = {
        fault: faultOf(printer, queue, age.value),
        isPaperLow: reasonsOf(printer).includes('media-low'),
        oldestJobS: age.value,
      };
      return ok(state);
    },
    async submit(bytes) {
      const answer = await ask(
        IPP.printJob,
        [uri, who, ['name', 'job-name', JOB_TITLE], ['mimeType', 'document-format', 'application/vnd.cups-raw']],
        bytes,
      );
      if (!answer.ok) {
        const { detail, isRefused } = answer.error;
        return { kind: isRefused ? 'refused' : 'unknown', detail };
      }
      const id = answer.value.groups.slice(1).map((job) => numberIn(job, 'job-id'))[0] ?? null;
      if (id === null) return { kind: 'unknown', detail: 'CUPS accepted the job, but returned no job id' };
      return { kind: 'queued', job: String(id) };
    },
    async job(id) {
      const job = await jobGroup(id);
      if (!job.ok) return job;
      const state = numberIn(job.value ?? undefined, 'job-state');
      return ok(state === null ? 'gone' : (JOB_STATES[state] ?? 'printing'));
    },
    async cancel(id) {
      const answer = await ask(IPP.cancelJob, [uri, ['integer', 'job-id', Number(id)], who]);
      if (!answer.ok) return false;
      const job = await jobGroup(id);
      if (!job.ok || job.value === null) return false;
      const isCanceled = JOB_STATES[numberIn(job.value, 'job-state') ?? 0] === 'failed';
      return isCanceled && numberIn(job.value, 'time-at-processing') === null;
    },
  };
}
