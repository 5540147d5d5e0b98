/** Command `reader test`: prints each reading and its result, without the card's number. */
import type { ReadStream } from 'node:tty';
import type { Clock } from '../../lib/context.ts';
import type { EventName } from '../../lib/logging/events.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { CardRead, CardReader, CardValue, ReaderStatus } from '../contract/reader.ts';
import { createReader } from './create-reader.ts';
import type { ReaderContext } from './reader-context.ts';
import type { WedgeReader } from './wedge-reader.ts';

export interface ReaderTrial {
  readonly clock: Clock;
  readonly say: (line: string) => void;
  /** Whether to show complete numbers. */
  readonly isShown: boolean;
  /** Ends after this number of cards. */
  readonly cards: number;
  /** Terminal input: cards of a keyboard-wedge reader. */
  readonly typed: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'setRawMode' | 'isTTY'>>;
  readonly until: AbortSignal;
}

/** Number of trailing characters that identify the card to its holder only. */
const SHOWN_END = 2;
const LONG = 8;
const CTRL_C = '\u0003';

const REFUSALS: Readonly<Record<string, string>> = {
  'no-match': 'it does not match the pattern',
  'no-number': 'its number does not match the options number, from and bytes',
  'payment-card': 'it looks like a payment card; list your own cards with own=',
  'too-long': 'its value is too long',
  'random-number': 'its number is random, as for phones and passports',
  incomplete: 'data was lost',
  unreadable: 'the reader could not read it; hold it still',
};

/** Digits as 9, letters as A and a, other characters unchanged. */
export function shapeOf(text: string): string {
  return text
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{L}/gu, (letter) => (letter === 'A' ? 'A' : 'a'))
    .replaceAll(/\d/g, '9');
}

export function masked(text: string): string {
  const signs = [...text];
  if (signs.length < LONG) return '*'.repeat(signs.length);
  return `${'*'.repeat(signs.length - SHOWN_END)}${signs.slice(-SHOWN_END).join('')}`;
}

function statusLine(status: ReaderStatus): string {
  switch (status.kind) {
    case 'connecting':
      return 'connecting to the reader';
    case 'ready':
      return 'the reader is ready: hold a card to the reader';
    case 'absent':
      return `the reader is unavailable: ${status.detail}`;
  }
}

const USES: Readonly<Record<CardRead['rule'], string>> = {
  reader: 'the ticket has the device id of the reader',
  table: 'the ticket has the id of the device with this code in the site',
  raw: 'the ticket has this number as its device id',
};

/** The error is one line about the address. */
export async function tryReader(text: string, trial: ReaderTrial): Promise<Result<void, string>> {
  const { say, isShown } = trial;
  const value = (card: CardValue): string => (isShown ? card.reveal() : masked(card.reveal()));
  const quiet = (): void => {};
  // Prints what the log would contain.
  const warn = (event: EventName, data: { readonly reason?: unknown; readonly length?: unknown } = {}): void => {
    const reason = String(data.reason ?? data.length ?? '');
    if (event === 'reader.card-rejected') say(`  rejected: ${REFUSALS[reason] ?? reason}`);
    if (event === 'reader.frame-dropped')
      say(`  ${reason} bytes without an end, or too many for a card: check baudRate`);
  };
  const context: ReaderContext = {
    clock: trial.clock,
    log: { info: quiet, warn, error: quiet },
    onFrame: (frame) =>
      say(
        `the reader sent ${isShown ? frame.reveal() : shapeOf(frame.reveal())} (${frame.reveal().length} characters)`,
      ),
  };
  const made = createReader(text, context);
  if (!made.ok) return made;
  const reader = made.value;
  const letGo = 'accept' in reader ? listenTo(reader, trial) : () => {};
  say(statusLine(reader.status()));
  reader.onStatus((status) => say(statusLine(status)));
  try {
    await heardCards(reader, trial, (read) => {
      say(`  card ${value(read.value)}: ${USES[read.rule]}`);
      if (read.name !== null)
        say(`  with a name of ${read.name.reveal().length} characters${isShown ? `: ${read.name.reveal()}` : ''}`);
      for (const [field, found] of read.fields ?? []) say(`  ${field}: ${value(found)}`);
    });
  } finally {
    letGo();
    await reader.close();
  }
  return ok(undefined);
}

function heardCards(
  reader: CardReader,
  { cards, until }: ReaderTrial,
  onCard: (read: CardRead) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let left = cards;
    // A device alone keeps no process alive.
    const stay = setInterval(() => {}, 60_000);
    const end = (): void => {
      clearInterval(stay);
      resolve();
    };
    if (until.aborted) return end();
    until.addEventListener('abort', end, { once: true });
    reader.onRead((read) => {
      onCard(read);
      left--;
      if (left === 0) end();
    });
  });
}

/** Reads a reader that types into the terminal, without echo. */
function listenTo(reader: WedgeReader, { typed, say }: ReaderTrial): () => void {
  let line = '';
  const take = (chunk: Buffer | string): void => {
    for (const sign of String(chunk)) {
      if (sign === CTRL_C) process.kill(process.pid, 'SIGINT');
      else if (sign !== '\r' && sign !== '\n') line += sign;
      else if (line !== '') {
        reader.accept({ text: line });
        line = '';
      }
    }
  };
  const isRaw = typed.isTTY === true;
  if (isRaw) typed.setRawMode?.(true);
  typed.on('data', take);
  typed.resume();
  say('the reader types into this terminal, which shows no input; stop with Ctrl+C');
  return () => {
    typed.off('data', take);
    typed.pause();
    if (isRaw) typed.setRawMode?.(false);
  };
}
