/**
 * A ticket printer of its own for the fault matrix: bytes in, paper and answers out. It takes the commands apart by
 * itself and shares nothing with the program's encoder, driver or virtual printer, so that a mistake they have in common
 * shows. What it does not know is kept in `oddities`.
 */

export interface Abilities {
  /** GS ( H: repeats process ids. */
  readonly ids: boolean;
  /** GS r. */
  readonly transmits: boolean;
  /** GS I: maker and model. */
  readonly names: boolean;
  /** DLE EOT. */
  readonly status: boolean;
  /** GS a. */
  readonly automatic: boolean;
  /** DLE DC4 8. */
  readonly clears: boolean;
}

/** The time in which it works. */
export interface PrinterTime {
  steadyMs(): number;
  /** Returns how to cancel. */
  after(ms: number, callback: () => void): () => void;
}

/** The machine's. */
const OWN_TIME: PrinterTime = {
  steadyMs: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** How it speaks; changed while it works. */
export interface Manners {
  times: number;
  delayMs: number;
  /** Process ids and names are others than they should be, other answers are noise. */
  isWrong: boolean;
  /** Answers DLE EOT 1 and 4 only, and longer answers come byte by byte. */
  isPartial: boolean;
  /** Status bytes lack the bits by which they are known. */
  lacksFixedBits: boolean;
}

/** One piece that fell into the tray. */
export interface Paper {
  readonly lines: readonly string[];
  readonly pictures: number;
  readonly codes: number;
}

/** A piece of paper as a ruler finds it. */
export interface Sheet {
  /** Its length from the first line to the end, in millimetres. */
  readonly mm: number;
  /** Height of each stretch of picture rows with ink, in millimetres. */
  readonly inkMm: readonly number[];
  /** Width of a module of its last QR code, in millimetres. */
  readonly moduleMm: number;
  /** Rightmost dot of its pictures. */
  readonly widthDots: number;
}

type Said = 'status' | 'automatic' | 'transmitted' | 'id' | 'block';

const BUFFER_BYTES = 4096;
const TICK_MS = 4;
/** Between two bytes of an answer that comes in pieces. */
const PIECE_MS = 3;
const MM_PER_INCH = 25.4;
const KNIFE_MM = 12;
const USUAL_SPACING_DOTS = 30;
const FULL_BYTES_PER_SECOND = 11_520;
const CLEAR_COMMAND = [0x10, 0x14, 8, 1, 3, 0x14, 1, 6, 2, 8];
/** Bytes behind an ESC that are its parameters. */
const ESC_PARAMETERS: Readonly<Record<string, number>> = {
  '@': 0,
  '2': 0,
  '!': 1,
  '3': 1,
  ' ': 1,
  '-': 1,
  E: 1,
  G: 1,
  J: 1,
  M: 1,
  R: 1,
  V: 1,
  a: 1,
  d: 1,
  t: 1,
  '{': 1,
  $: 2,
  '\\': 2,
};
const GS_PARAMETERS: Readonly<Record<string, number>> = {
  '!': 1,
  B: 1,
  H: 1,
  I: 1,
  a: 1,
  b: 1,
  f: 1,
  h: 1,
  r: 1,
  w: 1,
  L: 2,
  W: 2,
};
const FS_PARAMETERS: Readonly<Record<string, number>> = { '.': 0, '&': 0, '!': 1, C: 1 };

export class BytePrinter {
  readonly can: Abilities;
  readonly manners: Manners = { times: 1, delayMs: 0, isWrong: false, isPartial: false, lacksFixedBits: false };
  readonly papers: Paper[] = [];
  /** The same pieces, measured. */
  readonly sheets: Sheet[] = [];
  readonly oddities: string[] = [];
  blankSlips = 0;
  /** Of the head and of the motor. */
  dpi = 203;
  /** Cuts and ways to a black mark, in their order. */
  readonly moves: string[] = [];
  /** Holds each ticket in its mouth, and answers DLE EOT 20. */
  hasPresenter = false;
  holdsTicket = false;
  questions = 0;
  bytesPerSecond = FULL_BYTES_PER_SECOND;
  /** Hooks of the test: a line was printed; the knife has cut. */
  onLine: (text: string) => void = () => {};
  onCut: () => void = () => {};
  /** So many cuts do not happen, without a word. */
  skipsCuts = 0;
  /** What it says, and that it has room again: set by its cable. */
  say: (bytes: Uint8Array) => void = () => {};
  onRoom: () => void = () => {};

  readonly #time: PrinterTime;
  #buffer: number[] = [];
  /** The beginning of what may be a real-time command. */
  #held: number[] = [];
  #interpreter = this.#interpret();
  #cancelTick: (() => void) | null = null;
  #credit = 0;
  #lastTick = 0;
  /** One answer after the other; but its state may come in the middle of another answer. */
  readonly #laneFreeAt = { state: 0, rest: 0 };
  #automatic = false;
  #lines: string[] = [];
  #line = '';
  #pictures = 0;
  #codes = 0;
  #dots = 0;
  #unitDots = 1;
  #spacingDots = USUAL_SPACING_DOTS;
  #ink: number[] = [];
  #isInk = false;
  #moduleDots = 0;
  #widthDots = 0;
  #hasPaper = true;
  #isLow = false;
  #isOpen = false;
  #isJammed = false;
  /** Whether the next ticket jams on its way to the mouth, and whether one has. */
  #jamsMouth = false;
  #mouthStands = false;
  #knifeStands = false;
  #hasPower = true;
  #isDeaf = false;

  constructor(can: Abilities, time: PrinterTime = OWN_TIME) {
    this.can = can;
    this.#time = time;
    this.#interpreter.next();
  }

  // --- what people and bad luck do to it ---

  outOfPaper(): void {
    this.#change(() => (this.#hasPaper = false));
  }

  loadPaper(): void {
    this.#change(() => {
      this.#hasPaper = true;
      this.#isLow = false;
    });
  }

  paperLow(): void {
    this.#change(() => (this.#isLow = true));
  }

  openCover(): void {
    this.#change(() => (this.#isOpen = true));
  }

  closeCover(): void {
    this.#change(() => (this.#isOpen = false));
  }

  /** The next cut gets stuck. */
  jamKnife(): void {
    this.#isJammed = true;
  }

  /** The next ticket jams between knife and mouth, where no visitor sees it, and the printer stops with a fault. */
  jamMouth(): void {
    this.#jamsMouth = true;
  }

  /** Staff take the crumpled paper out. */
  clearMouth(): void {
    this.#change(() => (this.#mouthStands = false));
  }

  freeKnife(): void {
    this.#isJammed = false;
    // Who knows no way out of it is switched off and on.
    if (!this.can.status && this.#knifeStands) this.reset();
  }

  powerOff(): void {
    this.#hasPower = false;
    this.#forget();
  }

  powerOn(): void {
    this.#hasPower = true;
    this.#forget();
    this.onRoom();
  }

  /** As after a short loss of power: what it held is gone, the paper hangs where it hung. */
  reset(): void {
    this.#forget();
    this.onRoom();
  }

  /** Takes nothing more once its buffer is full, though nothing is wrong with it. */
  stopReading(): void {
    this.#isDeaf = true;
  }

  goOnReading(): void {
    this.#isDeaf = false;
    this.onRoom();
    this.#run();
  }

  noise(bytes: readonly number[]): void {
    if (this.#hasPower) this.say(Uint8Array.from(bytes));
  }

  close(): void {
    this.#cancelTick?.();
    this.#cancelTick = null;
  }

  /** Prints a whole stream at once. */
  printAll(bytes: Uint8Array): void {
    for (const byte of bytes) this.#interpreter.next(byte);
  }

  // --- its cable ---

  hasRoom(): boolean {
    return !this.#hasPower || (!this.#isDeaf && this.#buffer.length < BUFFER_BYTES);
  }

  take(bytes: Uint8Array): void {
    if (!this.#hasPower) return;
    for (const byte of bytes) this.#arrive(byte);
    this.#run();
  }

  #arrive(byte: number): void {
    this.#held.push(byte);
    while (this.#held.length > 0 && !this.#isRealTime()) {
      // What it is not is data; the rest may still begin a command.
      this.#buffer.push(this.#held.shift() ?? 0);
    }
  }

  /** True while `held` may still become a real-time command; does what it says when it is one. */
  #isRealTime(): boolean {
    const [dle, kind, n = 0] = this.#held;
    if (dle !== 0x10) return false;
    if (kind === undefined) return true;
    if (kind === 0x04 || kind === 0x05) {
      if (this.#held.length < 3) return true;
      if (this.hasPresenter && kind === 0x04 && n === 20) {
        this.#held = [];
        this.#tellFull();
        return true;
      }
      if (n < 1 || n > 4) return false;
      this.#held = [];
      if (kind === 0x04) this.#tellStatus(n);
      else this.#recover(n);
      return true;
    }
    if (!this.#held.every((byte, index) => byte === CLEAR_COMMAND[index])) return false;
    if (this.#held.length === CLEAR_COMMAND.length) {
      this.#held = [];
      if (this.can.clears) {
        this.#drop();
        this.#tell('block', [0x37, 0x25, 0]);
        this.onRoom();
      }
    }
    return true;
  }

  // --- what it says ---

  #tell(kind: Said, bytes: readonly number[]): void {
    if (!this.#hasPower) return;
    const { times, delayMs, isWrong, isPartial, lacksFixedBits } = this.manners;
    let said = [...bytes];
    if (isWrong && (kind === 'status' || kind === 'transmitted')) said = said.map(() => 0xff);
    if (isWrong && kind === 'block' && said[0] === 0x5f) said[1] = 0x3f;
    if (isWrong && kind === 'id') said[5] = said[5] === 0x7e ? 0x7d : 0x7e;
    if (lacksFixedBits && kind === 'status') said = said.map((byte) => byte & 0x6d);
    if (lacksFixedBits && kind === 'automatic') said[0] = (said[0] ?? 0) & 0x6f;
    const pieces = isPartial ? said.map((byte) => [byte]) : [said];
    const now = this.#time.steadyMs();
    const lane = kind === 'status' || kind === 'automatic' ? 'state' : 'rest';
    for (let time = 0; time < times; time++) {
      for (const piece of pieces) {
        const send = (): void => this.say(Uint8Array.from(piece));
        const at = Math.max(now + delayMs, isPartial ? this.#laneFreeAt[lane] : 0);
        if (isPartial) this.#laneFreeAt[lane] = at + PIECE_MS;
        if (at <= now) send();
        else this.#time.after(at - now, send);
      }
    }
  }

  #isStopped(): boolean {
    return !this.#hasPaper || this.#isOpen || this.#knifeStands || this.#mouthStands;
  }

  #tellStatus(n: number): void {
    this.questions++;
    if (!this.can.status || (this.manners.isPartial && n !== 1 && n !== 4)) return;
    const bits = [
      this.#isStopped() ? 0x08 : 0,
      (this.#isOpen ? 0x04 : 0) | (this.#hasPaper ? 0 : 0x20) | (this.#knifeStands || this.#mouthStands ? 0x40 : 0),
      // EPSON, DLE EOT 3: 0x08 the knife, 0x20 an error from which it does not recover without a person.
      (this.#knifeStands ? 0x08 : 0) | (this.#mouthStands ? 0x20 : 0),
      (this.#isLow ? 0x0c : 0) | (this.#hasPaper ? 0 : 0x60),
    ][n - 1];
    this.#tell('status', [0x12 | (bits ?? 0)]);
  }

  #tellFull(): void {
    const paper = (this.#hasPaper ? 0 : 0x01) | (this.#isLow ? 0x04 : 0) | (this.holdsTicket ? 0x20 : 0);
    this.#tell('block', [0x10, 0x0f, paper, 0, 0, this.#knifeStands ? 0x01 : 0]);
  }

  #tellAutomatic(): void {
    if (!this.#automatic || !this.can.automatic) return;
    const first = 0x10 | (this.#isStopped() ? 0x08 : 0) | (this.#isOpen ? 0x20 : 0);
    const paper = (this.#isLow ? 0x03 : 0) | (this.#hasPaper ? 0 : 0x0c);
    // Citizen PPU-231II, automatic status, second byte: 0x02 paper jammed in the presenter, 0x20 unrecoverable.
    this.#tell('automatic', [first, (this.#knifeStands ? 0x08 : 0) | (this.#mouthStands ? 0x22 : 0), paper, 0]);
  }

  #change(act: () => void): void {
    act();
    this.#tellAutomatic();
    this.#run();
  }

  #recover(n: number): void {
    if (!this.#knifeStands || this.#isJammed) return;
    this.#knifeStands = false;
    if (n === 2) this.#drop();
    // It makes up for the cut that it missed.
    this.#fall();
    this.#tellAutomatic();
    this.#run();
  }

  /** What waits in it, and the line that was not finished; what is on paper stays there. */
  #drop(): void {
    this.#buffer = [];
    this.#line = '';
    this.#interpreter = this.#interpret();
    this.#interpreter.next();
  }

  #forget(): void {
    this.#drop();
    this.#held = [];
    this.#automatic = false;
    this.#knifeStands = false;
  }

  // --- its works ---

  #run(): void {
    if (this.#cancelTick !== null || this.#buffer.length === 0 || !this.#mayWork()) return;
    this.#lastTick = this.#time.steadyMs();
    this.#credit = 0;
    this.#tickLater();
  }

  #tickLater(): void {
    this.#cancelTick = this.#time.after(TICK_MS, () => this.#tick());
  }

  #mayWork(): boolean {
    return this.#hasPower && !this.#isStopped() && !this.#isDeaf;
  }

  #tick(): void {
    this.#cancelTick = null;
    const now = this.#time.steadyMs();
    this.#credit += ((now - this.#lastTick) / 1000) * this.bytesPerSecond;
    this.#lastTick = now;
    let done = 0;
    for (; this.#credit >= 1 && done < this.#buffer.length && this.#mayWork(); this.#credit--) {
      const buffer = this.#buffer;
      const byte = buffer[done++] ?? 0;
      this.#interpreter.next(byte);
      // It was emptied meanwhile.
      if (buffer !== this.#buffer) done = 0;
    }
    this.#buffer.splice(0, done);
    if (this.hasRoom()) this.onRoom();
    if (this.#buffer.length > 0 && this.#mayWork()) this.#tickLater();
  }

  #endLine(): void {
    const text = this.#line;
    this.#line = '';
    this.#feed(this.#spacingDots);
    if (text.trim() !== '') this.#lines.push(text);
    this.onLine(text);
  }

  #feed(dots: number): void {
    this.#dots += dots;
    if (dots > 0) this.#isInk = false;
  }

  #mm(dots: number): number {
    return (dots * MM_PER_INCH) / this.dpi;
  }

  #fall(): void {
    if (this.#line !== '') this.#endLine();
    const isBlank = this.#lines.length === 0 && this.#pictures === 0 && this.#codes === 0;
    if (isBlank) this.blankSlips++;
    else {
      this.papers.push({ lines: this.#lines, pictures: this.#pictures, codes: this.#codes });
      this.sheets.push({
        mm: this.#mm(this.#dots),
        inkMm: this.#ink.map((dots) => this.#mm(dots)),
        moduleMm: this.#mm(this.#moduleDots),
        widthDots: this.#widthDots,
      });
    }
    this.#dots = 0;
    this.#ink = [];
    this.#isInk = false;
    this.#widthDots = 0;
    this.#lines = [];
    this.#pictures = 0;
    this.#codes = 0;
  }

  #cut(): void {
    if (this.#isJammed) {
      this.#change(() => (this.#knifeStands = true));
      return;
    }
    if (this.skipsCuts > 0) this.skipsCuts--;
    else this.#fall();
    this.onCut();
  }

  /** Gets one byte after the other; stands wherever the bytes have ended so far. */
  *#interpret(): Generator<void, never, number> {
    for (;;) {
      const byte = yield;
      switch (byte) {
        case 0x00:
        case 0x0d:
          break;
        case 0x0a:
          this.#endLine();
          break;
        case 0x1b:
          yield* this.#escape();
          break;
        case 0x1c: {
          const name = String.fromCharCode(yield);
          if (name === '(') yield* this.#paperLayout();
          else yield* this.#skip('FS', name, FS_PARAMETERS[name]);
          break;
        }
        case 0x1d:
          yield* this.#group();
          break;
        default:
          if (byte < 0x20) this.oddities.push(`control ${byte.toString(16)}`);
          else this.#line += String.fromCharCode(byte);
      }
    }
  }

  *#skip(family: string, name: string, count: number | undefined): Generator<void, number[], number> {
    if (count === undefined) this.oddities.push(`${family} ${name}`);
    const read: number[] = [];
    for (let left = count ?? 0; left > 0; left--) read.push(yield);
    return read;
  }

  *#escape(): Generator<void, void, number> {
    const name = String.fromCharCode(yield);
    const [n = 0] = yield* this.#skip('ESC', name, ESC_PARAMETERS[name]);
    if (name === '@') {
      this.#line = '';
      this.#automatic = false;
      this.#unitDots = 1;
      this.#spacingDots = USUAL_SPACING_DOTS;
    } else if (name === '3') this.#spacingDots = n * this.#unitDots;
    else if (name === 'J') this.#feed(n * this.#unitDots);
    else if (name === 'd') this.#feed(n * this.#spacingDots);
  }

  *#group(): Generator<void, void, number> {
    const name = String.fromCharCode(yield);
    switch (name) {
      case 'V': {
        const kind = yield;
        if (kind === 65 || kind === 66) {
          yield;
          this.#feed((KNIFE_MM * this.dpi) / MM_PER_INCH);
        }
        this.moves.push(`${kind >= 65 ? 'to the knife, ' : ''}${kind === 65 || kind === 0 ? 'full' : 'partial'} cut`);
        this.#cut();
        return;
      }
      case 'e': {
        const deed = yield;
        if (deed === 3) yield;
        if (!this.hasPresenter) this.oddities.push('GS e');
        this.moves.push(['', '', 'retracted', 'presented', '', 'ejected'][deed] ?? `GS e ${deed}`);
        if (deed === 3 && this.#jamsMouth) {
          this.#jamsMouth = false;
          this.papers.pop();
          this.#change(() => (this.#mouthStands = true));
          return;
        }
        this.holdsTicket = deed === 3;
        return;
      }
      case '\f':
        this.moves.push('to the mark');
        return;
      case '\u00f6':
        this.moves.push('mark at the head');
        return;
      case '\u00f8':
        this.moves.push('mark at the knife');
        return;
      case 'P': {
        const [, y] = [yield, yield];
        this.#unitDots = y === 0 ? 1 : this.dpi / y;
        return;
      }
      case 'v':
        return yield* this.#picture();
      case '(':
        return yield* this.#long();
      case 'k': {
        yield;
        for (let left = yield; left > 0; left--) yield;
        this.#codes++;
        return;
      }
      default: {
        const [n = 0] = yield* this.#skip('GS', name, GS_PARAMETERS[name]);
        this.#answer(name, n);
      }
    }
  }

  #answer(name: string, n: number): void {
    switch (name) {
      case 'a':
        this.#automatic = n !== 0;
        this.#tellAutomatic();
        return;
      case 'r':
        this.questions++;
        if (this.can.transmits) this.#tell('transmitted', [(this.#isLow ? 0x03 : 0) | (this.#hasPaper ? 0 : 0x0c)]);
        return;
      case 'I':
        this.questions++;
        if (this.can.names) this.#tell('block', [0x5f, ...Buffer.from(n === 66 ? 'MATRIX' : 'P-1'), 0]);
        return;
      default:
    }
  }

  *#picture(): Generator<void, void, number> {
    yield;
    yield;
    const [xLow, xHigh, yLow, yHigh] = [yield, yield, yield, yield];
    const [width, rows] = [xLow + xHigh * 256, yLow + yHigh * 256];
    for (let row = 0; row < rows; row++) {
      let hasInk = false;
      for (let column = 0; column < width; column++) if ((yield) !== 0) hasInk = true;
      if (hasInk && this.#isInk) this.#ink.push((this.#ink.pop() ?? 0) + 1);
      else if (hasInk) this.#ink.push(1);
      this.#isInk = hasInk;
    }
    this.#dots += rows;
    this.#widthDots = Math.max(this.#widthDots, width * 8);
    this.#pictures++;
  }

  /** FS ( L: the positions of paper with marks. */
  *#paperLayout(): Generator<void, void, number> {
    const name = String.fromCharCode(yield);
    const [low, high] = [yield, yield];
    const body: number[] = [];
    for (let left = low + high * 256; left > 0; left--) body.push(yield);
    const [fn, m] = body;
    if (name !== 'L' || m !== 48 || (fn !== 66 && fn !== 67)) this.oddities.push(`FS ( ${name} ${fn}`);
    else this.moves.push(fn === 66 ? 'to the cutting position' : 'to the next print');
  }

  *#long(): Generator<void, void, number> {
    const name = String.fromCharCode(yield);
    const [low, high] = [yield, yield];
    const body: number[] = [];
    for (let left = low + high * 256; left > 0; left--) body.push(yield);
    if (name === 'H') {
      this.questions++;
      if (this.can.ids && body[0] === 48) this.#tell('id', [0x37, 0x22, ...body.slice(2, 6), 0]);
    } else if (name === 'k') {
      if (body[1] === 0x43) this.#moduleDots = body[2] ?? 0;
      if (body[1] === 0x51) {
        this.#codes++;
        // What it prints is as high as its version says, which is left out here.
        this.#isInk = false;
      }
    } else this.oddities.push(`GS ( ${name}`);
  }
}
