/** Strict ESC/POS decoder: bytes to paper and faults. */
import type { DecoderFault } from './fault.ts';
import { createFramer } from './framer.ts';
import { GRAPHICS } from './handlers/graphics.ts';
import { atLineStart, badArgument, byteAt, choice, type Handlers, signedWordAt, wordAt } from './handlers/handler.ts';
import { SYMBOLS } from './handlers/symbols.ts';
import { STYLE, TextHandler } from './handlers/text.ts';
import { idealMechanics, type Mechanics } from './mechanics.ts';
import { DEFAULT_LINE_SPACING } from './mode.ts';
import { EPSON, type PrinterModel } from './models.ts';
import { PrintHead, type Strip } from './print-head.ts';

function moveTo(head: PrintHead, bytes: Uint8Array, x: number): void {
  if (x < 0 || x > head.area) {
    badArgument(head, bytes, `position ${x} lies outside the ${head.area} printable dots`);
    return;
  }
  head.x = x;
}

function nextTab(head: PrintHead): void {
  const stop = head.mode.tabs.find((tab) => tab > head.x);
  if (stop !== undefined && stop < head.area) head.x = stop;
}

/** Handlers by command name: margins, positions, spacing, feed, cut. */
const LAYOUT: Handlers = {
  NUL() {},
  LF: (head) => head.printLine(),
  // With automatic line feed off, the factory setting, printers ignore CR.
  CR() {},
  HT: nextTab,
  // FF only has a meaning in page mode, which this printer lacks.
  FF: (head) => head.fault('unsupported', 'FF prints a page; this printer is never in page mode'),
  'ESC @': (head) => head.reset(),
  'ESC 2'(head) {
    head.mode.lineSpacing = DEFAULT_LINE_SPACING;
  },
  'ESC 3'(head, bytes) {
    head.mode.lineSpacing = Math.round(byteAt(bytes, 2) * head.mode.unitY);
  },
  'ESC d': (head, bytes) => head.printLine(byteAt(bytes, 2) * head.mode.lineSpacing),
  'ESC J': (head, bytes) => head.printLine(Math.round(byteAt(bytes, 2) * head.mode.unitY)),
  'ESC $': (head, bytes) => moveTo(head, bytes, Math.round(wordAt(bytes, 2) * head.mode.unitX)),
  'ESC \\': (head, bytes) => moveTo(head, bytes, head.x + Math.round(signedWordAt(bytes, 2) * head.mode.unitX)),
  'ESC D'(head, bytes) {
    const columns = Array.from(bytes.subarray(2, -1));
    if (columns.some((column, index) => column <= (columns[index - 1] ?? 0))) {
      badArgument(head, bytes, 'tab stops must ascend');
      return;
    }
    const width = head.mode.font === 'A' ? 12 : 9;
    head.mode.tabs = columns.map((column) => column * (width + head.mode.characterSpacing));
  },
  'GS L'(head, bytes) {
    if (!atLineStart(head, bytes, 'GS L')) return;
    const margin = Math.round(wordAt(bytes, 2) * head.mode.unitX);
    if (margin >= head.model.dots) {
      badArgument(head, bytes, 'the margin leaves no paper');
      return;
    }
    head.mode.leftMargin = margin;
  },
  'GS W'(head, bytes) {
    if (!atLineStart(head, bytes, 'GS W')) return;
    const width = Math.round(wordAt(bytes, 2) * head.mode.unitX);
    if (width === 0) {
      badArgument(head, bytes, 'a printing area without width');
      return;
    }
    head.mode.areaWidth = width;
  },
  'GS P'(head, bytes) {
    const [x, y] = [byteAt(bytes, 2), byteAt(bytes, 3)];
    head.mode.unitX = x === 0 ? 1 : head.model.dpi / x;
    head.mode.unitY = y === 0 ? 1 : head.model.dpi / y;
  },
  'GS V'(head, bytes) {
    if (!atLineStart(head, bytes, 'GS V')) return;
    const mode = byteAt(bytes, 2);
    if (mode >= 65) head.printLine(head.model.cutterDots + Math.round(byteAt(bytes, 3) * head.mode.unitY));
    if (!head.mechanics.ready()) return;
    const kind = mode === 65 || mode % 48 === 0 ? 'full' : 'partial';
    if (head.mechanics.cut()) head.release(kind);
  },
  // Its paper has no marks.
  'GS FF'() {},
  'GS F6'() {},
  'GS F8'() {},
  'FS ( L'() {},
  // It has no presenter.
  'GS e'() {},
  // Paper sensors and panel buttons: accepted without effect.
  'ESC c 3'() {},
  'ESC c 4'() {},
  'ESC c 5'() {},
  'ESC p'(head, bytes) {
    if (choice(bytes, 2, 1) === null) badArgument(head, bytes, 'the drawer pin is 0 or 1');
  },
  'ESC B'(head, bytes) {
    if (byteAt(bytes, 2) === 0 || byteAt(bytes, 3) === 0) badArgument(head, bytes, 'a beep without number or length');
  },
};

/** Handlers by command name: status and identity. */
const QUERIES: Handlers = {
  'GS a': (head, bytes) => head.mechanics.automaticStatus(byteAt(bytes, 2)),
  'GS r'(head, bytes) {
    const n = byteAt(bytes, 2);
    if (![1, 2, 4, 49, 50, 52].includes(n)) {
      badArgument(head, bytes, 'no such status');
      return;
    }
    const status = head.mechanics.status(n >= 48 ? n - 48 : n);
    if (status !== null) head.mechanics.reply(Uint8Array.of(status));
  },
  'GS I'(head, bytes) {
    const n = byteAt(bytes, 2);
    const known = (n >= 1 && n <= 3) || (n >= 49 && n <= 51) || (n >= 65 && n <= 69);
    if (!known) {
      badArgument(head, bytes, 'no such identity');
      return;
    }
    const answer = head.mechanics.identity(n);
    if (answer !== null) head.mechanics.reply(answer);
  },
  'GS ( H'(head, bytes) {
    const [length, fn, m] = [wordAt(bytes, 3), byteAt(bytes, 5), byteAt(bytes, 6)];
    if (length !== 6) {
      head.fault('bad-length', `GS ( H with a length of ${length}`);
      return;
    }
    if (fn !== 48 || m !== 48) {
      badArgument(head, bytes, 'response function');
      return;
    }
    const id = bytes.slice(7, 11);
    if (id.some((byte) => byte < 0x20 || byte > 0x7e)) badArgument(head, bytes, 'a process ID is four ASCII signs');
    else head.confirm(id);
  },
  // Selects real-time commands; this printer always executes the harmless ones.
  'GS ( D'() {},
  'GS ( E': (head) => head.fault('unsupported', 'GS ( E rewrites the settings in the memory of the printer'),
  // Executed on arrival, see real-time.ts; in the stream it has no effect.
  'DLE EOT'(head, bytes) {
    const n = byteAt(bytes, 2);
    if (n < 1 || n > 4) badArgument(head, bytes, 'no such real-time status');
  },
  'DLE ENQ'(head, bytes) {
    if (byteAt(bytes, 2) > 2) badArgument(head, bytes, 'no such real-time request');
  },
  'DLE DC4'() {},
};

export interface DecoderOptions {
  /** Default: `EPSON`. */
  readonly model?: PrinterModel;
  readonly mechanics?: Mechanics;
  /** Called for each piece of paper. */
  readonly onStrip: (strip: Strip) => void;
  /** Called for each executed command, with its name in the manual. */
  readonly onCommand?: (name: string) => void;
}

export interface Decoder {
  /** Executes bytes in chunks of any size. Returns the number of consumed bytes: all, unless the printer stopped. */
  push(bytes: Uint8Array): number;
  /** Ends the stream: unfinished commands and unprinted text are faults, uncut paper is torn. */
  end(): void;
  /** Discards the unfinished command and the unprinted line, as `DLE DC4 8` does. */
  clear(): void;
  /** Tears off uncut paper. */
  tear(): void;
  /** Faults since the last cut. */
  openFaults(): readonly DecoderFault[];
  /** Dot rows since the last cut. */
  row(): number;
}

const HANDLERS: Handlers = { ...STYLE, ...LAYOUT, ...GRAPHICS, ...SYMBOLS, ...QUERIES };

/** Creates a strict ESC/POS reader: bytes become paper, and every error becomes a fault. */
export function createDecoder(options: DecoderOptions): Decoder {
  const mechanics = options.mechanics ?? idealMechanics;
  const head = new PrintHead(options.model ?? EPSON, mechanics, options.onStrip);
  const framer = createFramer();
  const text = new TextHandler();

  function obey(name: string, bytes: Uint8Array): void {
    if (name === 'text') {
      text.byte(head, bytes[0] ?? 0);
      return;
    }
    text.end(head);
    const handler = HANDLERS[name];
    if (handler === undefined) throw new Error(`the command ${name} has a frame but no handler`);
    handler(head, bytes);
  }

  return {
    push(bytes) {
      let offset = 0;
      while (offset < bytes.length && mechanics.ready()) {
        const { taken, item } = framer.read(bytes, offset);
        offset += taken;
        if (item === null) continue;
        head.at = item.at;
        if ('kind' in item) {
          text.end(head);
          head.fault(item.kind, item.detail);
          continue;
        }
        options.onCommand?.(item.name);
        obey(item.name, item.bytes);
      }
      return offset;
    },
    end() {
      head.at = framer.position();
      text.end(head);
      if (framer.pending() > 0) head.fault('truncated', `the stream ends ${framer.pending()} bytes into a command`);
      framer.drop();
      if (!head.lineIsEmpty) head.fault('lost-text', 'the last line was never printed');
      head.clearLine();
      if (head.hasInk || head.openFaults().length > 0) head.release('torn');
    },
    clear() {
      framer.drop();
      text.drop();
      head.clearLine();
    },
    tear() {
      if (head.hasInk || head.openFaults().length > 0) head.release('torn');
    },
    openFaults: () => head.openFaults(),
    row: () => head.y,
  };
}
