/** What the operator panel says is wrong. */
import { expect, it } from 'vitest';
import { ALARM_KINDS, type AlarmKind } from '../../../main/contract/alarms.ts';
import { UNKNOWN_STATUS } from '../../../main/contract/device-status.ts';
import type { PanelTroubleKind } from '../../../main/contract/panel.ts';
import { troublesOf } from '../../../main/core/device-alarms.ts';
import { findTroubles, type KioskCondition, type PanelFigures } from '../../../main/core/panel/troubles.ts';
import { printerWord, readersWord } from '../../../main/host/device-report.ts';

const FIGURES: PanelFigures = {
  last_print: 'printed',
  failed_prints: 0,
  paper_left: 400,
  disk_free: 20_000,
  clock_off: 0,
  offline_refused: 0,
};

const FINE: KioskCondition = {
  printer: { kind: 'ready', paperLow: false, confirms: true },
  readers: [{ kind: 'ready' }],
  link: { kind: 'up' },
  hasServices: true,
  isClosed: false,
  figures: FIGURES,
};

const kinds = (change: Partial<KioskCondition>): readonly string[] =>
  findTroubles({ ...FINE, ...change }).map(({ kind }) => kind);

const figures = (change: Partial<PanelFigures>): Partial<KioskCondition> => ({ figures: { ...FIGURES, ...change } });

it('nothing, when all is well', () => {
  expect(kinds({})).toEqual([]);
});

it('the worst first: what keeps tickets from coming out, then the server, then the rest', () => {
  expect(
    kinds({
      printer: { kind: 'no-paper' },
      link: { kind: 'alone' },
      readers: [{ kind: 'ready' }, { kind: 'absent', detail: 'no such device' }],
      isClosed: true,
    }),
  ).toEqual(['no-paper', 'server-away', 'closed-here', 'reader-absent']);
});

it('what the device says of it', () => {
  const printer = { kind: 'fault', detail: 'the knife is stuck' } as const;
  expect(findTroubles({ ...FINE, printer })).toEqual([{ kind: 'printer-fault', detail: 'the knife is stuck' }]);
});

it('a last ticket that is not on paper, only where nothing else explains it', () => {
  expect(kinds(figures({ last_print: 'doubtful' }))).toEqual(['doubtful']);
  expect(kinds({ ...figures({ last_print: 'not-printed' }), printer: { kind: 'no-paper' } })).toEqual(['no-paper']);
  const low = { kind: 'ready', paperLow: true, confirms: true } as const;
  expect(kinds({ ...figures({ last_print: 'not-printed' }), printer: low })).toEqual(['not-printed', 'paper-low']);
});

it('several tickets in a row that are not on paper, instead of the last one, whatever else is wrong', () => {
  const several = figures({ last_print: 'not-printed', failed_prints: 3 });
  expect(kinds(figures({ last_print: 'not-printed', failed_prints: 2 }))).toEqual(['not-printed']);
  expect(kinds(several)).toEqual(['prints-failed']);
  expect(kinds({ ...several, printer: { kind: 'no-paper' } })).toEqual(['no-paper', 'prints-failed']);
});

it('tickets that the server has not taken, in whose place nobody stands in the queue', () => {
  expect(kinds(figures({ offline_refused: 1 }))).toEqual(['tickets-refused']);
});

it('few tickets left once, whoever says so', () => {
  const low = { kind: 'ready', paperLow: true, confirms: true } as const;
  expect(kinds({ ...figures({ paper_left: 20 }), printer: low })).toEqual(['paper-low']);
  expect(kinds(figures({ paper_left: 21 }))).toEqual([]);
});

it('a clock that is ahead or behind by more than a minute', () => {
  expect(kinds(figures({ clock_off: 60 }))).toEqual([]);
  expect(kinds(figures({ clock_off: 70 }))).toEqual(['clock-off']);
  expect(kinds(figures({ clock_off: -70 }))).toEqual(['clock-off']);
});

/** Who stands at the kiosk sees neither that nobody hears of it, nor that no page shows it: the panel is on that page. */
const ELSEWHERE: readonly AlarmKind[] = ['silent', 'not-shown'];
type Here = Exclude<AlarmKind, 'silent' | 'not-shown'>;
const CAUSES: Readonly<Record<Here, readonly [Partial<KioskCondition>, PanelTroubleKind]>> = {
  alone: [{ link: { kind: 'alone' } }, 'server-away'],
  'no-paper': [{ printer: { kind: 'no-paper' } }, 'no-paper'],
  'cover-open': [{ printer: { kind: 'cover-open' } }, 'cover-open'],
  'printer-absent': [{ printer: { kind: 'absent', detail: '' } }, 'printer-absent'],
  'printer-fault': [{ printer: { kind: 'fault', detail: '' } }, 'printer-fault'],
  'printer-silent': [{ printer: { kind: 'silent' } }, 'printer-silent'],
  'prints-failed': [figures({ failed_prints: 3 }), 'prints-failed'],
  'reader-absent': [{ readers: [{ kind: 'absent', detail: '' }] }, 'reader-absent'],
  'paper-low': [figures({ paper_left: 20 }), 'paper-low'],
  'disk-full': [figures({ disk_free: 199 }), 'disk-full'],
  'clock-off': [figures({ clock_off: -70 }), 'clock-off'],
};

it.each(ALARM_KINDS.filter((kind) => !ELSEWHERE.includes(kind)))(
  'what the board calls %s, the panel says too',
  (kind) => {
    const [change, said] = CAUSES[kind as Here];
    const { printer, readers, link, figures: counted } = { ...FINE, ...change };
    const status = {
      ...UNKNOWN_STATUS,
      ...counted,
      printer: printerWord(printer),
      readers: readersWord(readers),
      offline_since: link.kind === 'alone' ? '2026-11-20T12:00:00.000Z' : '',
    };
    const house = { openSince: 0, opensAt: null };
    const { standing } = troublesOf({ status, silentSince: null, listenedSince: 0, isShown: true, house }, [], 0);
    expect(standing.map((trouble) => trouble.kind)).toEqual([kind]);
    expect(kinds(change)).toEqual([said]);
  },
);

it('a kiosk without services says so once, wherever it is said', () => {
  expect(kinds({ hasServices: false, link: { kind: 'down', reason: 'no-services' } })).toEqual(['no-services']);
});
