/** Chip card reader of the system's PC/SC service. */

import type { Clock } from '../../../lib/context.ts';
import { fail, ok, type Result } from '../../../lib/result.ts';
import type { CardReader } from '../../contract/reader.ts';
import type { PcscReaderUrl } from '../../rules/reader-url.ts';
import type { ReaderContext } from '../reader-context.ts';
import type { Dial, DialSession } from '../reconnecting-device.ts';
import { createLinkedReader, type ReaderEvents } from '../reconnecting-reader.ts';
import { type Card, CODE, type Handle, loadPcsc, type PcscLibrary, STATE } from './pcsc-library.ts';

/** Command for the chip's number (PC/SC part 3, GET DATA). */
const GET_UID = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00);

/** SELECT of `2PAY.SYS.DDF01`, which only contactless payment cards have (EMV book B). */
const SELECT_PAYMENT = Uint8Array.of(
  ...[0x00, 0xa4, 0x04, 0x00, 0x0e],
  ...new TextEncoder().encode('2PAY.SYS.DDF01'),
  0x00,
);

/** Part of the answer to reset of memory cards such as MIFARE Classic, which do not support SELECT (PC/SC part 3). */
const STORAGE_CARD = 'A000000306';

/**
 * Four-byte numbers with this prefix are random: phones and passports generate a new one each time (ISO/IEC 14443-3).
 */
const RANDOM = 0x08;

/** Connection to a PC/SC reader, polled for cards. */
export const LOOK_MS = 250;

const ANSWER_MS = 5_000;

/** The upper half of a reader's state is an event counter, which shows a quick change of cards. */
const COUNTER_SHIFT = 16;

const FAULTS: Readonly<Record<number, string>> = {
  [CODE.noService]: 'the PC/SC service is not running; run "sudo systemctl enable --now pcscd.socket"',
  [CODE.serviceStopped]: 'the PC/SC service has stopped',
  [CODE.noReaders]: 'no PC/SC reader is connected',
  [CODE.unknownReader]: 'unplugged',
  [CODE.forbidden]:
    'the PC/SC service denies this user access to readers; add the polkit rule of docs/admin/card-readers.md',
};

const STANDS_STILL = 'the PC/SC service does not respond; run "sudo systemctl restart pcscd"';

const faultOf = (code: number): string => FAULTS[code] ?? `PC/SC error 0x${code.toString(16)}`;

interface PcscPlace {
  /** Part of the reader's name, case-insensitive; empty for the first reader. */
  readonly name: string;
}

function pcscDial(
  place: PcscPlace,
  heard: Pick<ReaderEvents, 'card' | 'refused'>,
  clock: Clock,
  load: () => Result<PcscLibrary, string> = loadPcsc,
): Dial {
  let library: Result<PcscLibrary, string> | null = null;
  /** Pending call to the service. It holds a thread, so only one runs at a time. */
  let asked: Promise<void> | null = null;
  const ask = (question: () => Promise<void>): Promise<void> => {
    const answered = question().finally(() => {
      asked = null;
    });
    asked = answered;
    return answered;
  };
  return async (session) => {
    if (asked !== null) return fail(STANDS_STILL);
    // Retried while missing: it can be installed meanwhile.
    if (library === null || !library.ok) library = load();
    if (!library.ok) return library;
    const spoken = library.value;
    const context = await spoken.establishContext();
    if (!context.ok) return fail(faultOf(context.error));
    const readers = await spoken.listReaders(context.value);
    const reader = readers.ok ? chosen(readers.value, place.name) : readers;
    if (!reader.ok) {
      await spoken.releaseContext(context.value);
      return fail(typeof reader.error === 'number' ? faultOf(reader.error) : reader.error);
    }
    const stop = lookAt(spoken, context.value, reader.value, heard, clock, session, ask);
    return ok({
      async close() {
        stop();
        // The close does not wait for a service that hangs.
        void Promise.resolve(asked)
          .catch(() => {})
          .then(() => spoken.releaseContext(context.value));
      },
    });
  };
}

function chosen(readers: readonly string[], wanted: string): Result<string, string> {
  const found = readers.find((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  if (found !== undefined) return ok(found);
  const others = readers.length === 0 ? 'none is connected' : `available: ${readers.join(', ')}`;
  return fail(`no PC/SC reader "${wanted}"; ${others}`);
}

function lookAt(
  library: PcscLibrary,
  context: Handle,
  reader: string,
  heard: Pick<ReaderEvents, 'card' | 'refused'>,
  clock: Clock,
  session: DialSession,
  ask: (question: () => Promise<void>) => Promise<void>,
): () => void {
  let stopped = false;
  let cancel = (): void => {};
  /** Event counter of the last card read; null without a card. */
  let seen: number | null = null;

  async function look(): Promise<void> {
    const state = await library.stateOf(context, reader);
    if (stopped) return;
    if (!state.ok) return session.lost(faultOf(state.error));
    const { bits, atr } = state.value;
    if ((bits & (STATE.unknown | STATE.unavailable)) !== 0) return session.lost('unplugged');
    const card = (bits & STATE.present) === 0 ? null : bits >>> COUNTER_SHIFT;
    if (card !== null && card !== seen) await read(atr);
    seen = card;
    if (!stopped) later();
  }

  async function read(atr: Uint8Array): Promise<void> {
    const number = await readCard(library, context, reader, atr);
    if (stopped) return;
    if (number.ok) heard.card(number.value);
    else if (number.error !== 'gone') heard.refused(number.error);
  }

  function later(): void {
    cancel = clock.after(LOOK_MS, () => {
      const cancelDeadline = clock.after(ANSWER_MS, () => session.lost(STANDS_STILL));
      cancel = cancelDeadline;
      void ask(look)
        .catch((error: unknown) => session.lost((error as Error).message))
        .finally(cancelDeadline);
    });
  }

  later();
  return () => {
    stopped = true;
    cancel();
  };
}

/** `gone`: removed meanwhile. The others are for the log. */
type CardFault = 'gone' | 'payment-card' | 'no-number' | 'random-number' | 'unreadable';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

/** Data of a card's response without the two status bytes; null on an error status. */
function dataOf(answer: Result<Uint8Array, number>): Uint8Array | null {
  if (!answer.ok || answer.value.length < 2) return null;
  const [first = 0, second = 0] = answer.value.slice(-2);
  return (first === 0x90 && second === 0) || first === 0x61 ? answer.value.slice(0, -2) : null;
}

/** Number of the card on a PC/SC reader, in upper-case hexadecimal. */
async function readCard(
  library: PcscLibrary,
  context: Handle,
  reader: string,
  atr: Uint8Array,
): Promise<Result<string, CardFault>> {
  const connected = await library.connect(context, reader);
  if (!connected.ok) {
    return fail(connected.error === CODE.noCard || connected.error === CODE.removed ? 'gone' : 'unreadable');
  }
  try {
    return await numberOf(library, connected.value, atr);
  } finally {
    await library.disconnect(connected.value);
  }
}

async function numberOf(library: PcscLibrary, card: Card, atr: Uint8Array): Promise<Result<string, CardFault>> {
  const isStorage = hex(atr).includes(STORAGE_CARD);
  if (!isStorage && dataOf(await library.transmit(card, SELECT_PAYMENT)) !== null) return fail('payment-card');
  const answer = await library.transmit(card, GET_UID);
  if (!answer.ok && answer.error === CODE.removed) return fail('gone');
  const uid = dataOf(answer);
  if (uid === null || uid.length === 0) return fail('no-number');
  return uid.length === 4 && uid[0] === RANDOM ? fail('random-number') : ok(hex(uid));
}

export function createPcscReader(
  url: PcscReaderUrl,
  context: ReaderContext,
  load: () => Result<PcscLibrary, string> = loadPcsc,
): CardReader {
  return createLinkedReader(url, `pcsc:${url.name}`, context, (heard) =>
    pcscDial({ name: url.name }, heard, context.clock, load),
  );
}
