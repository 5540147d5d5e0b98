/** A change of paper with every kind of printer: what it says leads on, and where it says nothing the person does. */
import { describe, expect, it } from 'vitest';
import {
  type GuideStep,
  guideNext,
  guidePrinted,
  guidePrinter,
  type PaperGuide,
  startGuide,
} from '../../../main/kiosk/panel/paper-guide.ts';
import type { PrinterStatus } from '../../../main/printing/contract/printing.ts';

const READY: PrinterStatus = { kind: 'ready', paperLow: false, confirms: true };
const OPEN: PrinterStatus = { kind: 'cover-open' };
const EMPTY: PrinterStatus = { kind: 'no-paper' };
const MUTE: PrinterStatus = { kind: 'mute' };

/** Goes on from the guide with what happens, one after the other; gives each step, with `!` where a test print is due. */
function follow(
  from: PaperGuide,
  ...happens: readonly (PrinterStatus | 'next' | 'printed' | 'sent' | 'not-printed')[]
) {
  let guide = from;
  return happens.map((each) => {
    const step: GuideStep =
      each === 'next'
        ? guideNext(guide)
        : typeof each === 'string'
          ? guidePrinted(guide, each)
          : guidePrinter(guide, each);
    guide = step.guide;
    return `${guide.step}${guide.remark === '' ? '' : ` (${guide.remark})`}${step.test ? '!' : ''}`;
  });
}

describe('a printer that tells of its cover and its paper', () => {
  it('is followed from the open cover to the test print, with no key pressed', () => {
    expect(follow(startGuide(EMPTY), OPEN, READY, 'printed')).toEqual(['insert', 'test!', 'done']);
  });

  it('may be offline for a moment, or come back, between one word and the next', () => {
    const offline: PrinterStatus = { kind: 'fault', detail: 'offline' };
    expect(follow(startGuide(EMPTY), OPEN, offline, { kind: 'connecting' }, READY)).toEqual([
      'insert',
      'insert',
      'insert',
      'test!',
    ]);
  });

  it('is open already when the change begins', () => {
    expect(startGuide(OPEN).step).toBe('insert');
  });

  it('does not see a roll that lies the wrong way round', () => {
    expect(follow(startGuide(EMPTY), OPEN, EMPTY, OPEN, READY)).toEqual([
      'insert',
      'insert (no-paper)',
      'insert',
      'test!',
    ]);
  });

  it('has the last word on what the person says is done', () => {
    expect(follow(startGuide(OPEN), 'next', 'next', READY)).toEqual(['close', 'close (still-open)', 'test!']);
    expect(follow(startGuide(EMPTY), 'next', 'next', 'next')).toEqual(['insert', 'close', 'insert (no-paper)']);
  });

  it('that is opened again, or runs out again, is seen to again', () => {
    expect(follow(startGuide(OPEN), READY, 'not-printed', OPEN, READY, 'printed', OPEN)).toEqual([
      'test!',
      'test (not-printed)',
      'insert',
      'test!',
      'done',
      'insert',
    ]);
    expect(follow(startGuide(OPEN), READY, EMPTY)).toEqual(['test!', 'insert (no-paper)']);
  });
});

it('a printer without an eye for its cover tells of the paper, and the person closes it', () => {
  expect(follow(startGuide(EMPTY), READY, 'next', 'printed')).toEqual(['close', 'test!', 'done']);
});

it('a printer that says nothing is followed by the person alone, who has a look at the end', () => {
  const guide = startGuide(MUTE);
  expect(guide.says).toBe(false);
  expect(follow(guide, 'next', 'next', 'next', 'sent', 'next')).toEqual([
    'insert',
    'close',
    'test!',
    'test (look)',
    'done',
  ]);
});

it('a printer that says the same once more leads nowhere', () => {
  expect(follow(startGuide(READY), READY, READY)).toEqual(['open', 'open']);
});
