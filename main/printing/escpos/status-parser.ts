/**
 * What a printer says, out of bytes in whatever pieces they come. The kinds are told apart by their fixed bits
 * (Citizen's manuals, appendix "Identification of send status"; Epson's reference under each command).
 */
export type PrinterSaying =
  /** Answer to DLE EOT n; which n, only the asker knows. */
  | { readonly kind: 'real-time'; readonly byte: number }
  /** Automatic status: four bytes. */
  | { readonly kind: 'automatic'; readonly bytes: readonly [number, number, number, number] }
  /** Answer to GS r. */
  | { readonly kind: 'transmitted'; readonly byte: number }
  /** Everything before this id is on paper. */
  | { readonly kind: 'process-id'; readonly id: string }
  /** Everything that was not printed is thrown away. */
  | { readonly kind: 'cleared' }
  /** A text that was asked for with GS I. */
  | { readonly kind: 'identity'; readonly text: string }
  | { readonly kind: 'hold' }
  | { readonly kind: 'go-on' }
  /** Some other block, or nothing that a printer says. */
  | { readonly kind: 'other' };

const XON = 0x11;
const XOFF = 0x13;
const ANSWER_HEAD = 0x37;
const IDENTITY_HEAD = 0x5f;
const BLOCK_HEADS = [ANSWER_HEAD, 0x35, 0x3b, 0x3d, IDENTITY_HEAD];
const PROCESS_ID = 0x22;
const CLEARED = 0x25;
const PROCESS_ID_LENGTH = 6;
/** Longer than any answer that we ask for; a block without end must not swallow the rest of the day. */
const MAX_BLOCK = 80;

const isRealTime = (byte: number): boolean => (byte & 0x93) === 0x12;
const isAutomaticFirst = (byte: number): boolean => (byte & 0x93) === 0x10;
const isPlain = (byte: number): boolean => (byte & 0x90) === 0;

function readBlock(head: number, body: readonly number[]): PrinterSaying {
  const [kind, ...rest] = body;
  if (head === IDENTITY_HEAD) return { kind: 'identity', text: String.fromCharCode(...body).trim() };
  if (head !== ANSWER_HEAD) return { kind: 'other' };
  if (kind === PROCESS_ID && body.length === PROCESS_ID_LENGTH - 1) {
    return { kind: 'process-id', id: String.fromCharCode(...rest) };
  }
  return kind === CLEARED && body.length === 1 ? { kind: 'cleared' } : { kind: 'other' };
}

export interface StatusParser {
  push(bytes: Uint8Array): readonly PrinterSaying[];
  /** A new connection: what was half said is forgotten. */
  reset(): void;
}

export function createStatusParser(): StatusParser {
  let automatic: number[] = [];
  let block: number[] | null = null;
  let head = 0;

  function takeBlock(byte: number): PrinterSaying | null {
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

  function takeAutomatic(byte: number): PrinterSaying | null {
    automatic.push(byte);
    const [a, b, c, d] = automatic;
    if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
    automatic = [];
    return { kind: 'automatic', bytes: [a, b, c, d] };
  }

  function take(byte: number): PrinterSaying | null {
    if (byte === XON) return { kind: 'go-on' };
    if (byte === XOFF) return { kind: 'hold' };
    // A process id never holds bytes of these forms, so a block that does has lost its end.
    if (block !== null && byte < 0x20 && byte !== 0) block = null;
    if (block !== null) return takeBlock(byte);
    if (automatic.length > 0 && isPlain(byte)) return takeAutomatic(byte);
    // Anything else within the four bytes is a new beginning: the rest was lost on the way.
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
    },
  };
}
