/**
 * Parser of printer status bytes, in chunks of any size.
 *
 * Fixed bits distinguish the kinds (Citizen's manuals, appendix "Identification of send status"; Epson's reference
 * under each command).
 *
 * Other bytes can interrupt a process id. Its characters occur in no other message, so the parser
 * handles the other bytes and continues the id.
 */

export type PrinterMessage =
  /** Answer to DLE EOT n; only the sender of the question knows n. */
  | { readonly kind: 'real-time'; readonly byte: number }
  /** Automatic status: four bytes. */
  | { readonly kind: 'automatic'; readonly bytes: readonly [number, number, number, number] }
  /** Answer to GS r. */
  | { readonly kind: 'transmitted'; readonly byte: number }
  /** Everything before this id is on paper. */
  | { readonly kind: 'process-id'; readonly id: string }
  /** Switched on or restarted: its buffer is empty. */
  | { readonly kind: 'started' }
  /** Unprinted data was discarded. */
  | { readonly kind: 'cleared' }
  /** Answer to GS I. */
  | { readonly kind: 'identity'; readonly text: string }
  /** Custom's full status: paper and presenter, keys, and two error bytes. */
  | { readonly kind: 'full'; readonly paper: number }
  | { readonly kind: 'hold' }
  | { readonly kind: 'go-on' }
  /** Another block, or bytes that no printer sends. */
  | { readonly kind: 'other' };

const XON = 0x11;

const XOFF = 0x13;

const ANSWER_HEAD = 0x37;

const IDENTITY_HEAD = 0x5f;

const BLOCK_HEADS = [ANSWER_HEAD, 0x35, 0x3b, 0x3d, IDENTITY_HEAD];

const PROCESS_ID = 0x22;

const CLEARED = 0x25;

const NOTICE_HEAD = 0x3b;

/** "Power on", which some printers report unasked. */
const STARTED = 0x31;

const PROCESS_ID_SIGNS = 4;

const FIRST_SIGN = 0x20;

/** After a DLE: full status; no automatic status starts with it. */
const FULL_STATUS = 0x0f;

const FULL_BYTES = 4;

const DLE = 0x10;

/** Longer than any expected answer; limits a block without end. */
const MAX_BLOCK = 80;

const isRealTime = (byte: number): boolean => (byte & 0x93) === 0x12;

const isAutomaticFirst = (byte: number): boolean => (byte & 0x93) === 0x10;

const isPlain = (byte: number): boolean => (byte & 0x90) === 0;

function readBlock(head: number, body: readonly number[]): PrinterMessage {
  const [kind, ...rest] = body;
  if (head === IDENTITY_HEAD) return { kind: 'identity', text: Buffer.from(body).toString('latin1').trim() };
  if (head === NOTICE_HEAD && kind === STARTED && body.length === 1) return { kind: 'started' };
  if (head !== ANSWER_HEAD) return { kind: 'other' };
  if (kind === PROCESS_ID && rest.length === PROCESS_ID_SIGNS) {
    return { kind: 'process-id', id: Buffer.from(rest).toString('latin1') };
  }
  return kind === CLEARED && body.length === 1 ? { kind: 'cleared' } : { kind: 'other' };
}

export interface StatusParser {
  push(bytes: Uint8Array): readonly PrinterMessage[];
  /** Resets partial messages for a new connection. */
  reset(): void;
}

/**
 * Characters of process ids. None has the bits of a status answer, an automatic status, a GS r answer or a block
 * header. So no part of a torn or interrupted id is taken for a status. Bits: Citizen's manuals, appendix
 * "Identification of send status".
 */
export const ID_SIGNS = '139?QSUWY[]qsuwy';

/** Count of numbers that two characters can encode. */
export const ID_NUMBERS = ID_SIGNS.length ** 2;

/** Encodes a number in two characters, modulo `ID_NUMBERS`. */
export function idSigns(number: number): string {
  const size = ID_SIGNS.length;
  return `${ID_SIGNS[Math.floor(number / size) % size]}${ID_SIGNS[number % size]}`;
}

/** @param hasFullStatus whether full status is requested */
export function createStatusParser(hasFullStatus = false): StatusParser {
  let automatic: number[] = [];
  /** Received bytes of full status; each can have any value. */
  let full: number[] | null = null;
  let block: number[] | null = null;
  let head = 0;

  function takeBlock(byte: number): PrinterMessage | null {
    if (block === null) return null;
    if (byte === 0) {
      const said = readBlock(head, block);
      block = null;
      return said;
    }
    block.push(byte);
    if (block.length <= MAX_BLOCK) return null;
    block = null;
    return { kind: 'other' };
  }

  /** Whether a byte belongs to the current message; another message can interrupt it. */
  function isOfAnswer(byte: number, [kind, ...signs]: readonly number[]): boolean {
    if (kind === undefined) return byte >= FIRST_SIGN;
    if (kind === CLEARED) return byte === 0;
    if (kind !== PROCESS_ID) return byte >= FIRST_SIGN || byte === 0;
    return signs.length < PROCESS_ID_SIGNS ? ID_SIGNS.includes(String.fromCharCode(byte)) : byte === 0;
  }

  function takeAutomatic(byte: number): PrinterMessage | null {
    automatic.push(byte);
    const [a, b, c, d] = automatic;
    if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
    automatic = [];
    return { kind: 'automatic', bytes: [a, b, c, d] };
  }

  function takeFull(byte: number, bytes: number[]): PrinterMessage | null {
    bytes.push(byte);
    const [paper = 0] = bytes;
    if (bytes.length < FULL_BYTES) return null;
    full = null;
    return { kind: 'full', paper };
  }

  function take(byte: number): PrinterMessage | null {
    if (full !== null) return takeFull(byte, full);
    if (hasFullStatus && byte === FULL_STATUS && automatic.length === 1 && automatic[0] === DLE) {
      automatic = [];
      full = [];
      return null;
    }
    if (byte === XON) return { kind: 'go-on' };
    if (byte === XOFF) return { kind: 'hold' };
    if (block !== null && head === ANSWER_HEAD) {
      if (isOfAnswer(byte, block)) return takeBlock(byte);
    } else if (block !== null) {
      if (byte >= FIRST_SIGN || byte === 0) return takeBlock(byte);
      // Text contains no such bytes, so this block has lost its end.
      block = null;
    }
    if (automatic.length > 0 && isPlain(byte)) return takeAutomatic(byte);
    // Any other byte within the four starts a new message: the rest was lost.
    if (isRealTime(byte)) return { kind: 'real-time', byte };
    automatic = [];
    if (BLOCK_HEADS.includes(byte)) {
      block = [];
      head = byte;
      return null;
    }
    if (isAutomaticFirst(byte)) return takeAutomatic(byte);
    return isPlain(byte) ? { kind: 'transmitted', byte } : { kind: 'other' };
  }

  return {
    push: (bytes) => Array.from(bytes, take).filter((said) => said !== null),
    reset() {
      automatic = [];
      block = null;
      full = null;
    },
  };
}
