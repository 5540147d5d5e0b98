/**
 * Guided paper change, step by step.
 *
 * Cover and paper sensors advance it; where the printer has none, the person does. A printer with an open cover reports
 * no paper state: that is known once the cover is closed.
 */

import type { PrinterStatus } from '../../printing/contract/printing.ts';
import type { PanelPrint, PaperRemark, PaperStep } from '../contract/panel.ts';

export interface PaperGuide {
  readonly step: PaperStep;
  /** Whether the printer has reported cover or paper so far. */
  readonly says: boolean;
  readonly remark: PaperRemark;
  /** Last reported state of cover or paper; null before the first. */
  readonly last: Told | null;
}

type Told = 'ready' | 'no-paper' | 'cover-open';

/** Other states, such as offline or reconnecting, say nothing about paper. */
function toldBy({ kind }: PrinterStatus): Told | null {
  return kind === 'ready' || kind === 'no-paper' || kind === 'cover-open' ? kind : null;
}

/** `test`: a test print is due. */
export interface GuideStep {
  readonly guide: PaperGuide;
  readonly test: boolean;
}

function saysItself(status: PrinterStatus): boolean {
  if (status.kind === 'ready') return status.confirms;
  return ['no-paper', 'cover-open', 'cutter', 'fault'].includes(status.kind);
}

const stay = (guide: PaperGuide): GuideStep => ({ guide, test: false });

const enter = (guide: PaperGuide, step: PaperStep, remark: PaperRemark = ''): GuideStep => ({
  guide: { ...guide, step, remark },
  test: step === 'test' && remark === '',
});

export function startGuide(status: PrinterStatus): PaperGuide {
  const step = status.kind === 'cover-open' ? 'insert' : 'open';
  return { step, says: saysItself(status), remark: '', last: toldBy(status) };
}

const WITH_OPEN_COVER: readonly PaperStep[] = ['open', 'insert', 'close'];

export function guidePrinter(before: PaperGuide, status: PrinterStatus): GuideStep {
  const told = toldBy(status);
  const { step, last: was } = before;
  const guide = { ...before, last: told ?? was, says: before.says || saysItself(status) };
  if (told === null || told === was) return stay(guide);
  if (told === 'cover-open') return enter(guide, 'insert');
  if (!WITH_OPEN_COVER.includes(step)) {
    return step === 'test' && told === 'no-paper' ? enter(guide, 'insert', 'no-paper') : stay(guide);
  }
  if (told === 'no-paper') return was === 'cover-open' ? enter(guide, 'insert', 'no-paper') : stay(guide);
  if (was === 'cover-open') return enter(guide, 'test');
  // A printer without a cover sensor: paper is detected, but the cover is possibly open.
  return was === 'no-paper' ? enter(guide, 'close') : stay(guide);
}

/** The person confirms the step. A contradicting sensor takes precedence. */
export function guideNext(guide: PaperGuide): GuideStep {
  const { step, last } = guide;
  switch (step) {
    case 'open':
      return enter(guide, 'insert');
    case 'insert':
      return enter(guide, 'close');
    case 'close':
      if (last === 'cover-open') return enter(guide, 'close', 'still-open');
      return last === 'no-paper' ? enter(guide, 'insert', 'no-paper') : enter(guide, 'test');
    case 'test':
      return enter(guide, 'done');
    case 'done':
      return stay(guide);
  }
}

/** @param print result of the test print; without print confirmation the person checks it */
export function guidePrinted(guide: PaperGuide, print: PanelPrint): GuideStep {
  if (guide.step !== 'test') return stay(guide);
  if (print === 'printed') return enter(guide, 'done');
  if (print === 'not-printed') return enter(guide, 'test', 'not-printed');
  return print === 'sent' || print === 'doubtful' ? enter(guide, 'test', 'look') : stay(guide);
}
