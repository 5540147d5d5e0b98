/**
 * Filter of bytes that are no printer answers.
 *
 * An echo of the program's questions (a loop plug, a modem, an adapter), and the greeting of a web or shell server at
 * a wrong address.
 */

export interface ReceivedBytes {
  /** Bytes that may come from a printer. */
  readonly heard: Uint8Array;
  /** A question of this program was echoed. */
  readonly isEcho: boolean;
  /** Description for staff: no printer at this address; null: it may be one. */
  readonly stranger: string | null;
}

export interface LineEar {
  sent(bytes: Uint8Array): void;
  take(bytes: Uint8Array, nowMs: number): ReceivedBytes;
  /** Resets the state for a new connection. */
  reset(): void;
}

/** How long a detected echo counts; questions are more frequent. */
export const ECHO_MS = 15_000;
/** Questions are short. Pictures can contain any bytes, including those of an answer. */
const MAX_QUESTION_BYTES = 64;
/** Kept bytes of questions that may still be echoed. */
const KEPT_BYTES = 1024;
/** This many equal bytes are no coincidence. */
const MIN_ECHO_BYTES = 3;
/** First bytes of our commands. Of these a printer only sends DLE, in automatic status. */
const HEADS: readonly number[] = [0x10, 0x1b, 0x1c, 0x1d];
const STRANGERS: readonly (readonly [begins: string, detail: string])[] = [
  ['HTTP/', 'a web server responds at this address, not a printer: check address and port'],
  ['SSH-', 'an SSH server responds at this address, not a printer: check address and port'],
];

export function createLineEar(): LineEar {
  let questions = '';
  /** Bytes that may start an echo. */
  let held = '';
  /** Position in `questions` where the echo continues; null without an echo. */
  let at: number | null = null;
  let echoAt = Number.NEGATIVE_INFINITY;
  /** First bytes of this connection, while they may be a greeting of another server; null: they are not. */
  let first: string | null = '';

  /** Consumes one byte, and returns the characters that are not an echo. */
  function pass(sign: string): string {
    if (at !== null) {
      if (questions[at] === sign) {
        at++;
        return '';
      }
      at = null;
    }
    if (held === '' && !HEADS.includes(sign.charCodeAt(0))) return sign;
    held += sign;
    const found = questions.lastIndexOf(held);
    if (found < 0) {
      const [head = '', ...rest] = held;
      held = '';
      return head + rest.map(pass).join('');
    }
    if (held.length < MIN_ECHO_BYTES) return '';
    at = found + held.length;
    held = '';
    return '';
  }

  function strangerIn(said: string): string | null {
    if (first === null) return null;
    first += said;
    const known = first;
    const stranger = STRANGERS.find(([begins]) => known.startsWith(begins));
    if (stranger !== undefined) return stranger[1];
    if (!STRANGERS.some(([begins]) => begins.startsWith(known))) first = null;
    return null;
  }

  return {
    sent(bytes) {
      if (bytes.length > MAX_QUESTION_BYTES) return;
      questions += Buffer.from(bytes).toString('latin1');
      const surplus = questions.length - KEPT_BYTES;
      if (surplus <= 0) return;
      questions = questions.slice(surplus);
      if (at !== null) at = at >= surplus ? at - surplus : null;
    },
    take(bytes, nowMs) {
      let heard = '';
      let isEcho = false;
      for (const byte of bytes) {
        heard += pass(String.fromCharCode(byte));
        isEcho ||= at !== null;
      }
      if (isEcho) echoAt = nowMs;
      // On an echoing line, a single byte may be the rest of a torn echo.
      if (nowMs - echoAt < ECHO_MS) return { heard: new Uint8Array(), isEcho, stranger: null };
      const before = first ?? '';
      const stranger = strangerIn(heard);
      // A possible greeting is held back until it is identified.
      const known = first === null ? before + heard : '';
      return { heard: new Uint8Array(Buffer.from(known, 'latin1')), isEcho, stranger };
    },
    reset() {
      questions = '';
      held = '';
      at = null;
      echoAt = Number.NEGATIVE_INFINITY;
      first = '';
    },
  };
}
