/** The number of the card that lies on a PC/SC reader. */
import { fail, ok, type Result } from '../../../lib/result.ts';
import { type Card, CODE, type Handle, type PcscLibrary } from './pcsc-library.ts';

/** `gone`: taken away meanwhile. The others are for the log. */
type CardFault = 'gone' | 'payment-card' | 'no-number' | 'random-number' | 'unreadable';

/** The number of the chip (PC/SC part 3, GET DATA). */
const GET_UID = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00);
/** SELECT of `2PAY.SYS.DDF01`, which contactless payment cards have, and nothing else has (EMV book B). */
const SELECT_PAYMENT = Uint8Array.of(
  ...[0x00, 0xa4, 0x04, 0x00, 0x0e],
  ...new TextEncoder().encode('2PAY.SYS.DDF01'),
  0x00,
);
/** In the first words of cards that only keep bytes, such as MIFARE Classic: they understand no SELECT (PC/SC part 3). */
const STORAGE_CARD = 'A000000306';
/** A number of four bytes that begins so is made anew each time, by phones and passports (ISO/IEC 14443-3). */
const RANDOM = 0x08;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase();

/** What a card answered, without the two bytes at the end that say how it went; null when it refused. */
function dataOf(answer: Result<Uint8Array, number>): Uint8Array | null {
  if (!answer.ok || answer.value.length < 2) return null;
  const [first = 0, second = 0] = answer.value.slice(-2);
  return (first === 0x90 && second === 0) || first === 0x61 ? answer.value.slice(0, -2) : null;
}

/** The number in hexadecimal capitals. */
export async function readCard(
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
