/**
 * One job on its way to the printer: chunk after chunk, each with a question behind it that is answered when the chunk
 * is on paper, and never more than two unanswered, so that little can be stuck anywhere when something goes wrong.
 */
import type { Clock } from '../context.ts';
import type { Confirmation } from '../contract/printing.ts';
import type { DeviceFault } from './device-state.ts';
import * as commands from './escpos/commands.ts';
import type { Link } from './link.ts';
import { createWake } from './wake.ts';

export type SendEnd =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'fault'; readonly fault: DeviceFault }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'timeout' };

export interface Sending {
  /** Goes on until something ends it; may be called again after `fault`, to finish what has begun. */
  run(options: { readonly until: number; readonly stopOnFault: boolean }): Promise<SendEnd>;
  /** Whether anything, or everything, was handed to the operating system, at least in part. */
  begun(): boolean;
  complete(): boolean;
  end(): void;
}

const WINDOW = 2;
/** A printer without automatic status is asked when its confirmation takes longer than this. */
const ASK_MS = 700;
const MS_PER_S = 1000;

export interface SendOptions {
  readonly link: Link;
  readonly chunks: readonly Uint8Array[];
  readonly confirmation: Confirmation;
  /** Two signs that no other job of this hour has. */
  readonly jobSign: string;
  readonly bytesPerSecond: number | null;
  readonly clock: Clock;
}

export function startSending(options: SendOptions): Sending {
  const { link, chunks, confirmation, jobSign, bytesPerSecond, clock } = options;
  const wake = createWake(clock);
  const ids = chunks.map((_, index) => jobSign + index.toString(36).padStart(2, '0'));
  let sent = 0;
  let confirmed = 0;
  let writing = false;
  let cleared = false;
  let lost = false;

  const stop = link.listen((event) => {
    if (event.kind === 'process-id' && confirmation === 'process-id') {
      // Only the latest id is kept by a printer that could not send; it stands for all before it.
      confirmed = Math.max(confirmed, ids.indexOf(event.id) + 1);
    }
    if (event.kind === 'transmitted' && confirmation === 'status') confirmed = Math.min(confirmed + 1, sent);
    if (event.kind === 'cleared') cleared = true;
    if (event.kind === 'lost') lost = true;
    wake.ring();
  });

  function question(index: number): Uint8Array {
    if (confirmation === 'process-id') return commands.processId(ids[index] ?? jobSign);
    return confirmation === 'status' ? commands.transmitPaperStatus() : new Uint8Array();
  }

  function writeNext(): void {
    const chunk = chunks[sent];
    if (chunk === undefined) return;
    const bytes = Buffer.concat([chunk, question(sent)]);
    sent++;
    writing = true;
    void link.write(bytes).then((result) => {
      writing = false;
      if (!result.ok) lost = true;
      else if (confirmation === 'none') settle(bytes.length);
      wake.ring();
    });
  }

  /** Without any answer only the time that the line itself needs can be waited for. */
  function settle(length: number): void {
    const ms = bytesPerSecond === null ? 0 : (length / bytesPerSecond) * MS_PER_S;
    if (ms === 0) confirmed++;
    else
      clock.after(ms, () => {
        confirmed++;
        wake.ring();
      });
  }

  return {
    begun: () => sent > 0,
    complete: () => sent >= chunks.length,
    end: stop,
    async run({ until, stopOnFault }) {
      while (true) {
        // The last question stands behind everything: its answer counts, whatever else happened.
        if (confirmed >= chunks.length) return { kind: 'confirmed' };
        if (lost) return { kind: 'lost' };
        if (cleared) {
          cleared = false;
          return { kind: 'cleared' };
        }
        const fault = link.fault();
        if (fault !== null && stopOnFault) return { kind: 'fault', fault };
        const left = until - clock.now();
        if (left <= 0) return { kind: 'timeout' };
        if (!writing && !link.held() && sent < chunks.length && sent - confirmed < WINDOW) {
          writeNext();
          continue;
        }
        await wake.wait(Math.min(left, ASK_MS));
        if (left > ASK_MS && sent > confirmed && !writing) link.poll();
      }
    },
  };
}
