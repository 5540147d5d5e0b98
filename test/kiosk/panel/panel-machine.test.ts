/** The operator panel: who gets in, how it shuts by itself, and what it has done. */
import { describe, expect, it } from 'vitest';
import { pinWaitLeftMs, pinWaitMs } from '../../../main/access/rules/pin-wait.ts';
import { CardValue } from '../../../main/kiosk/contract/reader.ts';
import { isUnlocked, reducePanel } from '../../../main/kiosk/panel/machine.ts';
import {
  PANEL_MS,
  PAPER_MS,
  type PanelEvent,
  type PanelModel,
  PIN_MS,
  startPanel,
} from '../../../main/kiosk/panel/model.ts';

const OPEN: PanelEvent = { kind: 'openPanel', waitMs: 0, lang: 'pt' };
const PIN: PanelEvent = { kind: 'panelPin', pin: new CardValue('482915') };
const READY = { kind: 'ready', paperLow: false, confirms: true } as const;

function play(from: PanelModel, now: number, ...events: readonly PanelEvent[]) {
  let model = from;
  const effects: string[] = [];
  for (const event of events) {
    const step = reducePanel(model, event, now);
    model = step.model;
    effects.push(...step.effects.map(({ kind }) => kind));
  }
  return { model, effects };
}

const withPin = (): PanelModel => ({ ...startPanel(), hasPin: true, printer: READY });
const right = ({ session }: PanelModel): PanelEvent => ({ kind: 'pinChecked', session, isRight: true, waitMs: 0 });

function unlocked(): PanelModel {
  const asked = play(withPin(), 0, OPEN, PIN).model;
  return play(asked, 0, right(asked)).model;
}

describe('without the right PIN', () => {
  it('a kiosk that has none has no panel', () => {
    expect(play(startPanel(), 0, OPEN).model.phase.name).toBe('shut');
  });

  it('nothing can be done, whatever is called', () => {
    const calls: readonly PanelEvent[] = [
      { kind: 'panelGo', place: 'home' },
      { kind: 'panelGo', place: 'paper' },
      { kind: 'panelNext' },
      { kind: 'panelTest' },
      { kind: 'panelReprint', key: '1' },
      { kind: 'panelKiosk', open: false },
      { kind: 'panelRestart', what: 'program' },
      { kind: 'pinChecked', session: 0, isRight: true, waitMs: 0 },
    ];
    for (const before of [withPin(), play(withPin(), 0, OPEN).model]) {
      const { model, effects } = play(before, 0, ...calls);
      expect(effects).toEqual([]);
      expect(isUnlocked(model)).toBe(false);
    }
  });

  it('one PIN is looked at at a time, and none during a wait', () => {
    expect(play(withPin(), 0, OPEN, PIN, PIN).effects).toEqual(['checkPin']);
    const wrong = play(withPin(), 0, OPEN, PIN, { kind: 'pinChecked', session: 0, isRight: false, waitMs: 30_000 });
    expect(play(wrong.model, 29_999, PIN).effects).toEqual([]);
    expect(play(wrong.model, 30_000, PIN).effects).toEqual(['checkPin']);
  });

  it('an answer that comes after the panel was shut opens nothing', () => {
    const asked = play(withPin(), 0, OPEN, PIN).model;
    const again = play(asked, 0, { kind: 'closePanel' }, OPEN, PIN).model;
    expect(play(again, 0, right(asked)).model.phase.name).toBe('pin');
  });

  it('waits grow with every wrong one after the second, up to an hour', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map((wrong) => pinWaitMs(wrong) / 1000)).toEqual([0, 0, 0, 30, 60, 120, 3600]);
  });

  it('a clock that was set makes no wait longer than it was', () => {
    expect(pinWaitLeftMs({ wrong: 3, at: 1_000_000 }, 0)).toBe(30_000);
    expect(pinWaitLeftMs({ wrong: 3, at: 1_000_000 }, 1_030_000)).toBe(0);
  });
});

describe('shuts', () => {
  const later = (model: PanelModel, ms: number): string => play(model, ms, { kind: 'timeUp' }).model.phase.name;

  it('by itself when nobody touches it, at the PIN sooner than behind it, and later while paper is changed', () => {
    const locked = play(withPin(), 0, OPEN).model;
    expect([later(locked, PIN_MS - 1), later(locked, PIN_MS)]).toEqual(['pin', 'shut']);
    expect([later(unlocked(), PANEL_MS - 1), later(unlocked(), PANEL_MS)]).toEqual(['home', 'shut']);
    const paper = play(unlocked(), 0, { kind: 'panelGo', place: 'paper' }).model;
    expect([later(paper, PAPER_MS - 1), later(paper, PAPER_MS)]).toEqual(['paper', 'shut']);
  });

  it('not while somebody touches it', () => {
    expect(later(play(unlocked(), PANEL_MS - 1, { kind: 'touched' }).model, PANEL_MS + 1)).toBe('home');
  });

  it('after twice the time in every part of it, once somebody needs more, and not for whoever opens it next', () => {
    const slower = play(unlocked(), PANEL_MS - 1, { kind: 'moreTime' }).model;
    expect([later(slower, 3 * PANEL_MS - 2), later(slower, 3 * PANEL_MS - 1)]).toEqual(['home', 'shut']);
    const paper = play(slower, 0, { kind: 'panelGo', place: 'paper' }).model;
    expect([later(paper, 2 * PAPER_MS - 1), later(paper, 2 * PAPER_MS)]).toEqual(['paper', 'shut']);
    const next = play(slower, 0, { kind: 'closePanel' }, OPEN).model;
    expect(later(next, PIN_MS)).toBe('shut');
    // Nobody is given time who has not come.
    expect(play(withPin(), 0, { kind: 'moreTime' }).model).toEqual(withPin());
  });

  it('also where the printer never stops saying something else', () => {
    let paper = play(unlocked(), 0, { kind: 'panelGo', place: 'paper' }).model;
    for (let now = 0; now < PAPER_MS; now += 1_000) {
      const status = now % 2_000 === 0 ? ({ kind: 'fault', detail: 'hot' } as const) : READY;
      paper = play(paper, now, { kind: 'printerStatus', status }).model;
    }
    expect(later(paper, PAPER_MS)).toBe('shut');
  });

  it('when its PIN is taken away', () => {
    expect(play(unlocked(), 0, { kind: 'hasPin', hasPin: false }).model.phase.name).toBe('shut');
  });
});

describe('behind the PIN', () => {
  it('opens in the language of the screen, and changes it', () => {
    expect(unlocked().lang).toBe('pt');
    expect(play(unlocked(), 0, { kind: 'language', lang: 'ar' }).model.lang).toBe('ar');
  });

  it('prints one test slip at a time', () => {
    const { model, effects } = play(unlocked(), 0, { kind: 'panelTest' }, { kind: 'panelTest' });
    expect(effects).toEqual(['test']);
    const told = play(model, 0, { kind: 'tested', session: model.session, print: 'printed' });
    expect(play(told.model, 0, { kind: 'panelTest' }).effects).toEqual(['test']);
  });

  it('prints a test slip once the new paper is in', () => {
    const { model, effects } = play(
      unlocked(),
      0,
      { kind: 'panelGo', place: 'paper' },
      { kind: 'printerStatus', status: { kind: 'cover-open' } },
      { kind: 'printerStatus', status: READY },
    );
    expect(effects).toEqual(['test']);
    const done = play(model, 0, { kind: 'tested', session: model.session, print: 'printed' }).model;
    expect(done.phase).toMatchObject({ name: 'paper', guide: { step: 'done' } });
  });

  it('offers no change of paper where nothing prints', () => {
    const without = { ...unlocked(), printer: { kind: 'none' } as const };
    expect(play(without, 0, { kind: 'panelGo', place: 'paper' }, { kind: 'panelTest' }).effects).toEqual([]);
  });

  it('takes no word of a print for one that was asked for later', () => {
    const { session } = play(unlocked(), 0, { kind: 'panelTest' }).model;
    const left = play(unlocked(), 0, { kind: 'panelTest' }, { kind: 'closePanel' }).model;
    const asked = play(left, 0, OPEN, PIN).model;
    const again = play(asked, 0, right(asked), { kind: 'panelTest' }).model;
    expect(again.test).toBe('printing');
    expect(play(again, 0, { kind: 'tested', session, print: 'printed' }).model).toEqual(again);

    const list = play(unlocked(), 0, { kind: 'panelGo', place: 'tickets' }).model;
    const begun = { session: list.session, number: 'A007' };
    const other = play(list, 0, { kind: 'reprinting', key: 'b', ...begun }).model;
    expect(play(other, 0, { kind: 'reprinted', key: 'a', session: list.session, print: 'printed' }).model).toEqual(
      other,
    );
  });

  it('reprints one ticket at a time', () => {
    const list = play(unlocked(), 0, { kind: 'panelGo', place: 'tickets' }).model;
    const asked = play(list, 0, { kind: 'panelReprint', key: 'a' });
    expect(asked.effects).toEqual(['reprint']);
    const { session } = list;
    const printing = play(asked.model, 0, { kind: 'reprinting', session, key: 'a', number: 'A007' }).model;
    expect(play(printing, 0, { kind: 'panelReprint', key: 'b' }).effects).toEqual([]);
    const told = play(printing, 0, { kind: 'reprinted', session, key: 'a', print: 'printed' }).model;
    expect(told.reprint).toEqual({ key: 'a', number: 'A007', print: 'printed' });
  });

  it('is shut before the program starts anew', () => {
    const { model, effects } = play(
      unlocked(),
      0,
      { kind: 'panelGo', place: 'restart' },
      { kind: 'panelRestart', what: 'page' },
    );
    expect(effects).toEqual(['restart']);
    expect(model.phase.name).toBe('shut');
  });
});
