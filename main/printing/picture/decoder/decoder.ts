/** Strict ESC/POS decoder: bytes to paper and faults. */
import type { DecoderFault } from './fault.ts';
import { createFramer } from './framer.ts';
import { GRAPHICS } from './handlers/graphics.ts';
import type { Handlers } from './handlers/handler.ts';
import { LAYOUT } from './handlers/layout.ts';
import { QUERIES } from './handlers/queries.ts';
import { SYMBOLS } from './handlers/symbols.ts';
import { STYLE, TextHandler } from './handlers/text.ts';
import { idealMechanics, type Mechanics } from './mechanics.ts';
import { EPSON, type PrinterModel } from './models.ts';
import { PrintHead, type Strip } from './print-head.ts';

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
