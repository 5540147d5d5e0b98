/**
 * Devices as technicians meet them at the address of a printer, written from manuals: copies, boards, print servers,
 * other languages, and things that are no printers. They share no code with the program.
 */
import { type Abilities, BytePrinter, type PrinterTime } from './byte-printer.ts';

/** The program's end of a connection. */
export interface Caller {
  say(bytes: Uint8Array): void;
  hangUp(): void;
}

/** What the device does with one connection. */
export interface Call {
  take(bytes: Uint8Array): void;
  /** The program has closed it. */
  ended(): void;
}

export interface Device {
  /** Null: it refuses. */
  connect(caller: Caller): Call | null;
  /** Where paper falls; null where there is none. */
  readonly printer: BytePrinter | null;
  /** Told how much has come of a ticket, once it is more than questions. */
  onTicket?(): void;
}

const ALL: Abilities = { ids: true, transmits: true, names: true, status: true, automatic: true, clears: true };
const NO_ABILITY: Abilities = {
  ...{ ids: false, transmits: false, names: false, status: false, automatic: false, clears: false },
};
const CLONE: Abilities = { ...NO_ABILITY, transmits: true, status: true };
/** More than the questions that go before a ticket. */
const TICKET_BYTES = 100;

const nothing = (): void => {};

/** One that talks over whichever connection came last. */
export function plainDevice(
  can: Abilities,
  time: PrinterTime,
  change: (printer: BytePrinter) => void = nothing,
): Device {
  const printer = new BytePrinter(can, time);
  change(printer);
  return overLine(printer);
}

function overLine(printer: BytePrinter, hears: (bytes: Uint8Array, caller: Caller) => void = nothing): Device {
  return {
    printer,
    connect(caller) {
      printer.say = (bytes) => caller.say(bytes);
      return {
        take(bytes) {
          printer.take(bytes);
          hears(bytes, caller);
        },
        ended() {
          printer.say = nothing;
        },
      };
    },
  };
}

export const epson = (time: PrinterTime): Device => plainDevice(ALL, time);

function indexOf(bytes: Uint8Array, wanted: readonly number[], from: number): number {
  return Buffer.from(bytes).indexOf(Buffer.from(wanted), from);
}

/** A copy that confirms what it reads: GS ( H and GS r are answered when they arrive, and paper follows at 100 mm/s or so. */
export function answersWhenItReads(time: PrinterTime): Device {
  const printer = new BytePrinter({ ...NO_ABILITY, status: true }, time);
  printer.bytesPerSecond = 1400;
  return overLine(printer, (bytes, caller) => {
    for (let at = indexOf(bytes, [0x1d, 0x28, 0x48], 0); at >= 0; at = indexOf(bytes, [0x1d, 0x28, 0x48], at + 1)) {
      caller.say(Uint8Array.of(0x37, 0x22, ...bytes.subarray(at + 7, at + 11), 0));
    }
    for (let at = indexOf(bytes, [0x1d, 0x72], 0); at >= 0; at = indexOf(bytes, [0x1d, 0x72], at + 1)) {
      caller.say(Uint8Array.of(0));
    }
  });
}

/** A network board that accepts and swallows while its printer is off. */
export function boardWithPrinterOff(time: PrinterTime): Device {
  return plainDevice(ALL, time, (printer) => printer.powerOff());
}

/** Star Line Mode: takes ESC/POS for text or ignores it, does not cut, and with ASB on sends its own nine bytes. */
export function starLineMode(speaks: boolean): Device {
  const AUTOMATIC = Uint8Array.of(0x23, 0x86, 0, 0, 0, 0, 0, 0, 0);
  return {
    printer: null,
    connect(caller) {
      if (speaks) caller.say(AUTOMATIC);
      return { take: nothing, ended: nothing };
    },
  };
}

/** Automatic status from the DIP switch and behind GS a; no DLE EOT, no GS r. */
export function automaticStatusOnly(time: PrinterTime): Device {
  return plainDevice({ ...NO_ABILITY, automatic: true }, time);
}

/** A print server that takes everything, says nothing, and has no paper. */
export function bufferingServer(time: PrinterTime): Device {
  return plainDevice(NO_ABILITY, time, (printer) => printer.outOfPaper());
}

/** The same, which answers status questions as if it were the printer. */
export function lyingServer(time: PrinterTime): Device {
  const printer = new BytePrinter(NO_ABILITY, time);
  printer.outOfPaper();
  return overLine(printer, (bytes, caller) => {
    if (bytes.length < TICKET_BYTES && indexOf(bytes, [0x10, 0x04], 0) >= 0) caller.say(Uint8Array.of(0x12));
  });
}

/** Takes one connection at a time, keeps a dead one for a minute, and closes each new one meanwhile. */
export function keepsDeadConnection(time: PrinterTime): Device & { die(): void } {
  const printer = new BytePrinter(ALL, time);
  let freeAt = 0;
  let current: Caller | null = null;
  return {
    printer,
    connect(caller) {
      if (time.steadyMs() < freeAt) {
        time.after(5, () => caller.hangUp());
        return { take: nothing, ended: nothing };
      }
      current = caller;
      printer.say = (bytes) => caller.say(bytes);
      return { take: (bytes) => printer.take(bytes), ended: nothing };
    },
    die() {
      freeAt = time.steadyMs() + 60_000;
      printer.say = nothing;
      current?.hangUp();
    },
  };
}

/** Ends the connection when nothing has come for so long, or behind each cut. */
export function hangsUp(time: PrinterTime, when: { readonly idleMs: number } | 'after-each-job'): Device {
  const printer = new BytePrinter(ALL, time);
  return {
    printer,
    connect(caller) {
      printer.say = (bytes) => caller.say(bytes);
      let cancel = nothing;
      const rest = (): void => {
        cancel();
        if (when !== 'after-each-job') cancel = time.after(when.idleMs, () => caller.hangUp());
      };
      // What it has to say of the job is said before.
      if (when === 'after-each-job') printer.onCut = () => void time.after(50, () => caller.hangUp());
      rest();
      return {
        take(bytes) {
          printer.take(bytes);
          rest();
        },
        ended() {
          cancel();
          printer.onCut = nothing;
        },
      };
    },
  };
}

/** Its supply is too weak for the knife: each cut restarts it, and what it held is gone. */
export function brownsOut(time: PrinterTime): Device {
  return plainDevice(CLONE, time, (printer) => {
    printer.onCut = () => printer.reset();
  });
}

/** The wrong speed: each side hears other bytes than were said, and the printer never a whole command. */
export function wrongSpeed(time: PrinterTime): Device {
  const printer = new BytePrinter(ALL, time);
  return {
    printer,
    connect(caller) {
      printer.say = (bytes) => caller.say(bytes.map((byte) => (byte ^ 0xff) | 0x80));
      return { take: (bytes) => printer.take(bytes.map((byte) => (byte ^ 0x55) | 0x80)), ended: nothing };
    },
  };
}

/** Another kiosk has its one connection. */
export function shared(time: PrinterTime): Device & { free(): void } {
  const inner = epson(time);
  let isFree = false;
  return {
    printer: inner.printer,
    connect: (caller) => (isFree ? inner.connect(caller) : null),
    free() {
      isFree = true;
    },
  };
}

/** A loop plug, a modem with echo, an echo service. */
export function loopPlug(): Device {
  return { printer: null, connect: (caller) => ({ take: (bytes) => caller.say(bytes), ended: nothing }) };
}

export function webServer(time: PrinterTime): Device {
  const answer = Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n', 'latin1');
  return {
    printer: null,
    connect(caller) {
      let isAsked = false;
      return {
        take() {
          if (isAsked) return;
          isAsked = true;
          caller.say(answer);
          time.after(1, () => caller.hangUp());
        },
        ended: nothing,
      };
    },
  };
}

/** Its near-end sensor flaps every seven seconds. */
export function nearEndFlaps(time: PrinterTime): Device {
  return plainDevice(ALL, time, (printer) => {
    let isLow = false;
    const flap = (): void => {
      isLow = !isLow;
      if (isLow) printer.paperLow();
      else printer.loadPaper();
      time.after(7000, flap);
    };
    time.after(7000, flap);
  });
}

/** Tells its status every second, asked or not. */
export function chatters(time: PrinterTime): Device {
  const printer = new BytePrinter({ ...CLONE, status: false }, time);
  const tell = (): void => {
    printer.say(Uint8Array.of(0x10, 0, 0, 0));
    time.after(1000, tell);
  };
  time.after(1000, tell);
  return overLine(printer);
}

/** Custom's VKP80 and KPM printers: the ticket is held in the mouth until a hand takes it. */
export function presenter(time: PrinterTime): Device {
  return plainDevice(CLONE, time, (printer) => {
    printer.hasPresenter = true;
  });
}

/** Its knife gets stuck in each cut, and it says that nothing is the matter. */
export function lyingKnife(time: PrinterTime): Device {
  return plainDevice(ALL, time, (printer) => {
    printer.skipsCuts = 1;
  });
}

/** Another computer's long job lies in the board's buffer before the first ticket comes. */
export function backlog(time: PrinterTime): Device {
  return plainDevice(ALL, time, (printer) => {
    const report = Array.from({ length: 200 }, (_, line) => `stock report, line ${line}\n`).join('');
    printer.bytesPerSecond = 1400;
    time.after(11_900, () => printer.take(Buffer.from(`${report}\x1dV\x00`, 'latin1')));
  });
}

/** A name or an address that leads to another printer later, or to none. */
export function moves(time: PrinterTime, to: 'another printer' | 'nothing'): Device & { move(): void } {
  const old = epson(time);
  const next = to === 'nothing' ? null : plainDevice(ALL, time);
  let current: Device | null = old;
  let hangUp = nothing;
  return {
    get printer() {
      return current?.printer ?? old.printer;
    },
    connect(caller) {
      hangUp = () => caller.hangUp();
      return current?.connect(caller) ?? null;
    },
    move() {
      current = next;
      hangUp();
    },
  };
}

/** Two kiosks on one board: it takes the bytes of both, and tells each of them every answer. */
export function ofTwoKiosks(time: PrinterTime): Device {
  const device = epson(time);
  const ask = (): void => {
    device.printer?.take(Uint8Array.of(0x10, 0x04, 4));
    time.after(1700, ask);
  };
  time.after(700, ask);
  return device;
}
