/** Issues on the operator panel, which equal those of the device list. */
import { expect, it } from 'vitest';
import { ALARM_KINDS, ALARMS, type AlarmKind } from '../../../main/devices/contract/alarms.ts';
import { UNKNOWN_STATUS } from '../../../main/devices/contract/device-status.ts';
import { troublesOf } from '../../../main/devices/rules/device-alarms.ts';
import { PANEL_TROUBLES, type PanelTroubleKind } from '../../../main/kiosk/contract/panel.ts';
import { printerWord, readersWord } from '../../../main/kiosk/host/device-report.ts';
import { type KioskModel, startModel } from '../../../main/kiosk/machine/model.ts';
import { view } from '../../../main/kiosk/machine/view.ts';
import { findIssues, type KioskCondition, type PanelFigures } from '../../../main/kiosk/panel/panel-adapter.ts';
import { BOARD_NOTES, type BoardNote, boardNotes } from '../../../renderer/admin/model/board-notes.ts';

const FIGURES: PanelFigures = {
  last_print: 'printed',
  failed_prints: 0,
  paper_left: 400,
  disk_free: 20_000,
  clock_off: 0,
  clock_jump: 0,
  damaged_records: '',
  offline_refused: 0,
  sound: '',
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
  findIssues({ ...FINE, ...change }).map(({ kind }) => kind);

const figures = (change: Partial<PanelFigures>): Partial<KioskCondition> => ({ figures: { ...FIGURES, ...change } });

it('lists nothing without issues', () => {
  expect(kinds({})).toEqual([]);
});

it('lists issues that prevent printing first, then the server, then the rest', () => {
  expect(
    kinds({
      printer: { kind: 'no-paper' },
      link: { kind: 'alone' },
      readers: [{ kind: 'ready' }, { kind: 'absent', detail: 'no such device' }],
      isClosed: true,
    }),
  ).toEqual(['no-paper', 'server-away', 'closed-here', 'reader-absent']);
});

it('shows the details from the device', () => {
  const printer = { kind: 'fault', detail: 'the printer is offline' } as const;
  expect(findIssues({ ...FINE, printer })).toEqual([{ kind: 'printer-fault', detail: printer.detail }]);
});

it('lists an unprinted last ticket only without another cause', () => {
  expect(kinds(figures({ last_print: 'doubtful' }))).toEqual(['doubtful']);
  expect(kinds({ ...figures({ last_print: 'not-printed' }), printer: { kind: 'no-paper' } })).toEqual(['no-paper']);
  const low = { kind: 'ready', paperLow: true, confirms: true } as const;
  expect(kinds({ ...figures({ last_print: 'not-printed' }), printer: low })).toEqual(['not-printed', 'paper-low']);
});

it('lists several unprinted tickets in a row instead of the last one, also with other issues', () => {
  const several = figures({ last_print: 'not-printed', failed_prints: 3 });
  expect(kinds(figures({ last_print: 'not-printed', failed_prints: 2 }))).toEqual(['not-printed']);
  expect(kinds(several)).toEqual(['prints-failed']);
  expect(kinds({ ...several, printer: { kind: 'no-paper' } })).toEqual(['no-paper', 'prints-failed']);
});

it('lists tickets that the server refused, which have no queue position', () => {
  expect(kinds(figures({ offline_refused: 1 }))).toEqual(['tickets-refused']);
});

it('lists low paper once, from any source', () => {
  const low = { kind: 'ready', paperLow: true, confirms: true } as const;
  expect(kinds({ ...figures({ paper_left: 20 }), printer: low })).toEqual(['paper-low']);
  expect(kinds(figures({ paper_left: 21 }))).toEqual([]);
});

it('lists a clock that is ahead or behind by more than a minute', () => {
  expect(kinds(figures({ clock_off: 60 }))).toEqual([]);
  expect(kinds(figures({ clock_off: 70 }))).toEqual(['clock-off']);
  expect(kinds(figures({ clock_off: -70 }))).toEqual(['clock-off']);
});

/** Issues that only the server detects: no connection, no page (the panel is on that page), a second machine with the key. */
const ELSEWHERE: readonly AlarmKind[] = ['silent', 'not-shown', 'shared-key'];
type Here = Exclude<AlarmKind, 'silent' | 'not-shown' | 'shared-key'>;

/** Issues of the panel, named as in the device list, where any kiosk without numbers is out of service. */
const ON_BOARD: Readonly<Record<PanelTroubleKind, Here | BoardNote>> = {
  'no-paper': 'no-paper',
  'cover-open': 'cover-open',
  'cutter-stuck': 'cutter-stuck',
  'printer-fault': 'printer-fault',
  'printer-absent': 'printer-absent',
  'printer-silent': 'printer-silent',
  'printer-unproved': 'printer-unproved',
  'prints-failed': 'prints-failed',
  'device-unknown': 'out-of-service',
  'device-off': 'out-of-service',
  'never-connected': 'out-of-service',
  'no-services': 'out-of-service',
  'server-away': 'alone',
  'tickets-refused': 'tickets-refused',
  'closed-here': 'shut',
  'reader-absent': 'reader-absent',
  'headset-silent': 'headset-silent',
  'not-printed': 'not-printed',
  doubtful: 'doubtful',
  'paper-low': 'paper-low',
  'disk-full': 'disk-full',
  'clock-off': 'clock-off',
  'clock-jumped': 'clock-jumped',
  'records-damaged': 'records-damaged',
  'cannot-confirm': 'cannot-confirm',
};

const CATALOG = {
  defaultLang: 'en',
  languages: ['en'],
  siteNames: { en: 'Town Hall' },
  services: [{ id: 'passports', groupId: '', texts: { en: { name: 'Passports', description: '' } } }],
  groups: [],
} as unknown as NonNullable<KioskModel['catalog']>;

/** State of a kiosk: its own report, its page, and the issues on the server and in the device list. */
function onBoard(condition: KioskCondition): readonly string[] {
  const { printer, readers, link, hasServices, isClosed, figures: counted } = condition;
  const model: KioskModel = {
    ...startModel('en'),
    link,
    printer,
    shut: isClosed ? { message: {}, inForce: true } : null,
    catalog: hasServices ? CATALOG : { ...CATALOG, services: [] },
    now: { passports: { open: true } } as unknown as KioskModel['now'],
  };
  const status = {
    ...UNKNOWN_STATUS,
    ...counted,
    printer: printerWord(printer),
    readers: readersWord(readers),
    screen: view(model, 0, null).screen.name,
    offline_since: link.kind === 'alone' ? '2026-11-20T12:00:00.000Z' : '',
  };
  const house = { openSince: 0, opensAt: null };
  const { standing } = troublesOf(
    { status, silentSince: null, listenedSince: 0, isShown: true, house, sharesKey: false },
    [],
    0,
  );
  const alarms = standing.map(({ kind }) => ({ kind, todo: ALARMS[kind].todo, since: '' }));
  return [...standing.map(({ kind }) => kind), ...boardNotes({ status, alarms })];
}

const absent = { kind: 'absent', detail: '' } as const;
/** All issues of each part of a kiosk, and the state without issues. */
const PRINTERS: readonly KioskCondition['printer'][] = [
  { kind: 'none' },
  { kind: 'connecting' },
  { kind: 'ready', paperLow: false, confirms: true },
  { kind: 'ready', paperLow: true, confirms: true },
  { kind: 'ready', paperLow: true, confirms: false },
  { kind: 'ready', paperLow: false, confirms: false },
  { kind: 'ready', paperLow: true, confirms: false, isUnproved: true },
  { kind: 'mute', isUnproved: true },
  { kind: 'mute' },
  { kind: 'silent' },
  { kind: 'no-paper' },
  { kind: 'cover-open' },
  { kind: 'cutter' },
  { kind: 'fault', detail: '' },
  absent,
];
const LINKS: readonly KioskCondition['link'][] = [
  { kind: 'up' },
  { kind: 'alone' },
  ...(['device-unknown', 'device-off', 'never-connected', 'server-away'] as const).map(
    (reason) => ({ kind: 'down', reason }) as const,
  ),
];
const COUNTED: readonly Partial<PanelFigures>[] = [
  {},
  { last_print: 'not-printed' },
  { last_print: 'doubtful' },
  { last_print: 'sent' },
  { last_print: 'printed-copy' },
  { last_print: 'not-printed', failed_prints: 2 },
  { last_print: 'doubtful', failed_prints: 3 },
  { paper_left: 20 },
  { disk_free: 199 },
  { clock_off: 61 },
  { clock_off: -61 },
  { clock_jump: 86_400 },
  { damaged_records: 'offline.jsonl' },
  { offline_refused: 1 },
  { sound: 'refused' },
];
/** All pairs of issues. */
const CONDITIONS: readonly KioskCondition[] = [
  ...PRINTERS.flatMap((printer) => COUNTED.map((change) => ({ ...FINE, printer, ...figures(change) }))),
  ...LINKS.flatMap((link) => COUNTED.map((change) => ({ ...FINE, link, ...figures(change) }))),
  ...PRINTERS.flatMap((printer) => LINKS.map((link) => ({ ...FINE, printer, link }))),
  ...COUNTED.flatMap((change) => [
    { ...FINE, readers: [absent], ...figures(change) },
    { ...FINE, isClosed: true, ...figures(change) },
    { ...FINE, hasServices: false, ...figures(change) },
  ]),
];

it('shows the same issues on the panel and in the device list', () => {
  const told = new Set<string>();
  for (const condition of CONDITIONS) {
    const board = onBoard(condition);
    const panel = findIssues(condition).map(({ kind }) => kind);
    const isDown = condition.link.kind === 'down';
    const inItsWords = panel.map((kind) => (kind === 'server-away' && isDown ? 'out-of-service' : ON_BOARD[kind]));
    for (const kind of [...board, ...panel]) told.add(kind);
    expect(new Set(inItsWords), JSON.stringify(condition)).toEqual(new Set(board));
  }
  // The test covers every issue of both.
  const all = [
    ...ALARM_KINDS.filter((kind) => !ELSEWHERE.includes(kind)),
    ...Object.keys(BOARD_NOTES),
    ...PANEL_TROUBLES,
  ];
  expect(all.filter((kind) => !told.has(kind))).toEqual([]);
});

it('lists missing services once, from any source', () => {
  expect(kinds({ hasServices: false, link: { kind: 'down', reason: 'no-services' } })).toEqual(['no-services']);
});
