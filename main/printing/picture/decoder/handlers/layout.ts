/** Handlers of margins, positions, spacing, feed and cut. */
import { DEFAULT_LINE_SPACING } from '../mode.ts';
import type { PrintHead } from '../print-head.ts';
import { atLineStart, badArgument, byteAt, choice, type Handlers, signedWordAt, wordAt } from './handler.ts';

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
export const LAYOUT: Handlers = {
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
