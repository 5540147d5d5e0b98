/** The PC/SC service with a reader and cards, as its library speaks: what somebody does to them is done by words of this file. */

import { CODE, type PcscLibrary, STATE } from '../../../main/kiosk/readers/pcsc/pcsc-library.ts';
import { fail, ok, type Result } from '../../../main/lib/result.ts';

export interface PlayedCard {
  /** Hexadecimal; null: it has none to tell. */
  readonly uid: string | null;
  readonly payment?: boolean;
  /** It only keeps bytes: whoever sends it a SELECT makes the reader lose it. */
  readonly storage?: boolean;
}

export interface PlayedPcsc {
  readonly load: () => Result<PcscLibrary, string>;
  plugIn(reader: string): void;
  unplug(reader: string): void;
  lay(card: PlayedCard | null): void;
  stopService(): void;
  startService(): void;
  /** It takes questions and answers none, until it is let go. */
  standStill(): () => void;
  /** Contexts that are open, and all that were opened. */
  contexts(): { readonly open: number; readonly ever: number };
}

const STORAGE_ATR = '3B8F8001804F0CA000000306030001000000006A';
const OTHER_ATR = '3B8880010000000033818100BA';
const done = (data: string): Uint8Array => Buffer.from(`${data}9000`, 'hex');

export function playedPcsc(): PlayedPcsc {
  const readers = new Set<string>();
  const open = new Set<number>();
  let ever = 0;
  let generation = 0;
  let running = true;
  let card: PlayedCard | null = null;
  let count = 0;
  let still: Promise<void> = Promise.resolve();

  async function inService<Value>(
    context: unknown,
    answer: () => Result<Value, number>,
  ): Promise<Result<Value, number>> {
    await still;
    if (!running || (typeof context === 'number' && !open.has(context))) return fail(CODE.noService);
    return answer();
  }
  const present = (): Result<PlayedCard, number> => (card === null ? fail(CODE.removed) : ok(card));

  const library: PcscLibrary = {
    establishContext: () =>
      inService(null, () => {
        ever++;
        open.add(ever);
        return ok(ever);
      }),
    async releaseContext(context) {
      open.delete(Number(context));
    },
    listReaders: (context) => inService(context, () => (readers.size === 0 ? fail(CODE.noReaders) : ok([...readers]))),
    stateOf: (context, reader) =>
      inService(context, () => {
        if (!readers.has(reader)) return fail(CODE.unknownReader);
        const atr = card === null ? '' : card.storage === true ? STORAGE_ATR : OTHER_ATR;
        const bits = (count << 16) | (card === null ? 0x10 : STATE.present);
        return ok({ bits, atr: Buffer.from(atr, 'hex') });
      }),
    connect: (context) =>
      inService(context, () => (card === null ? fail(CODE.noCard) : ok({ handle: ++generation, protocol: 2 }))),
    transmit: (_, command) =>
      inService(null, () => {
        const there = present();
        if (!there.ok) return there;
        const apdu = Buffer.from(command).toString('hex').toUpperCase();
        if (apdu === 'FFCA000000')
          return ok(there.value.uid === null ? Buffer.from('6A81', 'hex') : done(there.value.uid));
        if (there.value.storage === true) card = null;
        return ok(there.value.payment === true ? done('6F10') : Buffer.from('6A82', 'hex'));
      }),
    disconnect: async () => {},
  };

  return {
    load: () => ok(library),
    plugIn: (reader) => void readers.add(reader),
    unplug: (reader) => void readers.delete(reader),
    lay(next) {
      card = next;
      count++;
    },
    stopService() {
      running = false;
      open.clear();
    },
    startService() {
      running = true;
    },
    standStill() {
      let goOn = (): void => {};
      still = new Promise((resolve) => {
        goOn = resolve;
      });
      return goOn;
    },
    contexts: () => ({ open: open.size, ever }),
  };
}
