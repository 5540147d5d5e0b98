/**
 * Decoder of Linux input events.
 *
 * Records of `struct input_event`, in the machine's own byte order.
 */

export interface InputEvent {
  readonly type: number;
  readonly code: number;
  readonly value: number;
}

/** Two numbers of 8 bytes for the time, type, code and value: on every Linux of 64 bits. */
export const RECORD_BYTES = 24;
const TYPE_AT = 16;
const CODE_AT = 18;
const VALUE_AT = 20;

const EV_SYN = 0;
const SYN_DROPPED = 3;

/** The kernel had no room: what was typed has a hole. */
export function isDropped({ type, code }: InputEvent): boolean {
  return type === EV_SYN && code === SYN_DROPPED;
}

/** Cuts bytes into records, wherever they are parted. */
export function createRecords(): (bytes: Uint8Array) => readonly InputEvent[] {
  let rest = new Uint8Array(0);
  return (bytes) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    const whole = Math.floor(all.length / RECORD_BYTES);
    rest = all.slice(whole * RECORD_BYTES);
    const view = new DataView(all.buffer);
    return Array.from({ length: whole }, (_, index) => {
      const at = index * RECORD_BYTES;
      return {
        type: view.getUint16(at + TYPE_AT, true),
        code: view.getUint16(at + CODE_AT, true),
        value: view.getInt32(at + VALUE_AT, true),
      };
    });
  };
}
