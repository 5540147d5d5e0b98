/** Rules for device alarms and their start times. */
import { describe, expect, it } from 'vitest';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../../main/devices/contract/device-status.ts';
import {
  alarmChanges,
  type DeviceIssue,
  type KnownDevice,
  troublesOf,
} from '../../../main/devices/rules/device-alarms.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const at = (seconds: number): number => NOON + seconds * 1000;

const OPEN = { openSince: 0, opensAt: null };

/** A connected kiosk with an open page. */
function kiosk(status: Partial<DeviceStatus> = {}, more: Partial<KnownDevice> = {}): KnownDevice {
  return {
    status: { ...UNKNOWN_STATUS, ...status },
    silentSince: null,
    listenedSince: NOON,
    isShown: true,
    house: OPEN,
    sharesKey: false,
    ...more,
  };
}

function raised(known: KnownDevice, seconds: number, before: readonly DeviceIssue[] = []): readonly string[] {
  return troublesOf(known, before, at(seconds))
    .standing.filter(({ isRaised }) => isRaised)
    .map(({ kind }) => kind);
}

it('raises none for a healthy kiosk, and needs no further check', () => {
  const well = kiosk({ printer: 'ok', last_print: 'printed', readers: 'ok', disk_free: 5_000, paper_left: 400 });
  expect(troublesOf(well, [], NOON)).toEqual({ standing: [], lookAgainAt: null });
});

it('ignores a briefly open cover, and reports one that stays open with its start time', () => {
  const open = kiosk({ printer: 'cover-open' });
  const first = troublesOf(open, [], NOON);
  expect(first).toEqual({
    standing: [{ kind: 'cover-open', since: NOON, isRaised: false }],
    lookAgainAt: at(5),
  });
  expect(raised(open, 4, first.standing)).toEqual([]);
  expect(troublesOf(kiosk({ printer: 'ok' }), first.standing, at(4)).standing).toEqual([]);
  expect(troublesOf(open, first.standing, at(5)).standing).toEqual([
    { kind: 'cover-open', since: NOON, isRaised: true },
  ]);
});

describe('a disconnection', () => {
  it('is an alarm after a minute, and earlier alarms remain', () => {
    const paper: DeviceIssue = { kind: 'paper-low', since: at(-600), isRaised: true };
    const silent = kiosk({ printer: 'low' }, { silentSince: NOON, isShown: false, listenedSince: at(-900) });
    expect(raised(silent, 59, [paper])).toEqual(['paper-low']);
    expect(troublesOf(silent, [paper], at(60)).standing).toEqual([
      { kind: 'silent', since: NOON, isRaised: true },
      paper,
    ]);
  });

  it('counts from the start of the server', () => {
    const silent = kiosk({}, { silentSince: at(-3_600), isShown: false });
    expect(raised(silent, 59)).toEqual([]);
    expect(troublesOf(silent, [], at(60)).standing).toMatchObject([{ since: at(-3_600), isRaised: true }]);
    const known: DeviceIssue = { kind: 'silent', since: at(-3_600), isRaised: true };
    expect(raised(silent, 0, [known])).toEqual(['silent']);
  });
});

describe('while the location is closed', () => {
  const night = { openSince: null, opensAt: at(3_600) };
  const dark = (more: Partial<KnownDevice>) =>
    kiosk({}, { silentSince: at(-60), listenedSince: at(-900), isShown: false, ...more });

  it('ignores a disconnected device, and reports it a minute after opening', () => {
    const asleep = troublesOf(dark({ house: night }), [], at(600));
    expect(asleep).toEqual({ standing: [{ kind: 'silent', since: at(-60), isRaised: false }], lookAgainAt: at(3_660) });
    const morning = dark({ house: { openSince: at(3_600), opensAt: null } });
    expect(raised(morning, 3_659, asleep.standing)).toEqual([]);
    expect(raised(morning, 3_660, asleep.standing)).toEqual(['silent']);
  });

  it('keeps earlier alarms and other alarms', () => {
    const told: DeviceIssue = { kind: 'silent', since: at(-300), isRaised: true };
    expect(raised(dark({ house: night }), 0, [told])).toEqual(['silent']);
    const empty = kiosk({ printer: 'no-paper' }, { isShown: false, house: night });
    expect(raised(empty, 60, troublesOf(empty, [], NOON).standing)).toEqual(['no-paper']);
  });

  it('schedules no check if it never opens again', () => {
    expect(troublesOf(dark({ house: { openSince: null, opensAt: null } }), [], at(600)).lookAgainAt).toBeNull();
  });
});

it.each<[string, Partial<DeviceStatus>, string]>([
  ['three tickets in a row', { failed_prints: 3 }, 'prints-failed'],
  ['twenty tickets left', { paper_left: 20 }, 'paper-low'],
  ['no paper', { printer: 'no-paper' }, 'no-paper'],
  ['a printer that is gone', { printer: 'absent' }, 'printer-absent'],
  ['a printer that stopped responding', { printer: 'silent' }, 'printer-silent'],
  ['a printer whose test slip staff have not seen', { printer: 'unproved' }, 'printer-unproved'],
  ['a reader that is gone', { readers: 'absent' }, 'reader-absent'],
  ['199 MB of disk', { disk_free: 199 }, 'disk-full'],
  ['a clock a minute behind', { clock_off: -61 }, 'clock-off'],
  ['a clock that jumped', { clock_jump: -86_400 }, 'clock-jumped'],
  ['records that were damaged', { damaged_records: 'offline.jsonl' }, 'records-damaged'],
  ['a server away', { offline_since: '2026-11-20T11:00:00.000Z' }, 'alone'],
])('%s', (_what, status, kind) => {
  const known = kiosk(status);
  expect(raised(known, 60, troublesOf(known, [], NOON).standing)).toEqual([kind]);
});

it('dates offline mode of a kiosk whose clock is a day ahead to now', () => {
  const known = kiosk({ offline_since: '2026-11-21T11:00:00.000Z' });
  const { standing } = troublesOf(known, [], NOON);
  expect(standing).toEqual([{ kind: 'alone', since: NOON, isRaised: false }]);
  expect(raised(known, 5, standing)).toEqual(['alone']);
});

it('ignores a smaller clock difference', () => {
  const known = kiosk({ failed_prints: 2, paper_left: 21, disk_free: 200, clock_off: 60, printer: 'connecting' });
  expect(troublesOf(known, [], NOON).standing).toEqual([]);
});

it('reports a kiosk without an open page after a minute, but no display', () => {
  const unseen = kiosk({ printer: 'ok' }, { isShown: false });
  expect(raised(unseen, 60, troublesOf(unseen, [], NOON).standing)).toEqual(['not-shown']);
  expect(troublesOf(kiosk({}, { isShown: null }), [], NOON).standing).toEqual([]);
});

it('sorts alarms by severity', () => {
  const known = kiosk({ printer: 'no-paper', readers: 'absent', failed_prints: 5 });
  expect(raised(known, 60, troublesOf(known, [], NOON).standing)).toEqual([
    'no-paper',
    'prints-failed',
    'reader-absent',
  ]);
});

it('raises a recurring problem as a new alarm', () => {
  const [old, again] = [
    { kind: 'no-paper', since: NOON },
    { kind: 'no-paper', since: at(90) },
  ] as const;
  expect(alarmChanges([], [old], at(5))).toEqual([{ ...old, endedAt: null }]);
  expect(alarmChanges([old], [old], at(6))).toEqual([]);
  expect(alarmChanges([old], [again], at(95))).toEqual([
    { ...old, endedAt: at(95) },
    { ...again, endedAt: null },
  ]);
});

describe('an alarm that flaps every seven seconds', () => {
  it('of a near-end sensor is raised once, and ends two minutes after its last report', () => {
    let standing: readonly DeviceIssue[] = [];
    const changes: string[] = [];
    let lookAgainAt: number | null = null;
    for (let second = 0; second < 300; second += 1) {
      const isLow = second < 120 && Math.floor(second / 7) % 2 === 0;
      const next = troublesOf(kiosk({ printer: isLow ? 'low' : 'ok' }), standing, at(second));
      for (const { endedAt } of alarmChanges(raisedOf(standing), raisedOf(next.standing), at(second))) {
        changes.push(endedAt === null ? `raised ${second}` : `ended ${second}`);
      }
      ({ standing, lookAgainAt } = next);
      if (second === 150) expect(lookAgainAt).toBe(at(239));
    }
    expect(changes).toEqual(['raised 5', 'ended 239']);
  });

  it.each([
    ['a cover that is opened again and again', { printer: 'cover-open' }],
    ['a paper sensor', { printer: 'no-paper' }],
    ['a printer that comes and goes', { printer: 'absent' }],
    ['a reader that comes and goes', { readers: 'absent' }],
  ] as const)('of %s ends once, and then two minutes after its last report', (_what, status) => {
    let standing: readonly DeviceIssue[] = [];
    const changes: string[] = [];
    for (let second = 0; second < 400; second += 1) {
      const isWrong = second < 120 && Math.floor(second / 7) % 2 === 0;
      const next = troublesOf(kiosk(isWrong ? status : {}), standing, at(second));
      for (const { endedAt } of alarmChanges(raisedOf(standing), raisedOf(next.standing), at(second))) {
        changes.push(endedAt === null ? `raised ${second}` : `ended ${second}`);
      }
      ({ standing } = next);
    }
    expect(changes).toEqual(['raised 5', 'ended 7', 'raised 19', 'ended 239']);
    expect(standing).toEqual([]);
  });

  const raisedOf = (all: readonly DeviceIssue[]): readonly DeviceIssue[] => all.filter(({ isRaised }) => isRaised);
});
