/**
 * Remote actions on the real state machine of the kiosk: screenshots without visitors and their choices, and restarts
 * of page, program and machine only between two visits.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ActionEnd,
  type DeviceAction,
  MAX_PICTURE_LETTERS,
} from '../../../../main/devices/contract/device-actions.ts';
import { type HostCapabilities, NO_POWERS } from '../../../../main/kiosk/host/maintenance/host-capabilities.ts';
import { createKioskActions, type KioskActions } from '../../../../main/kiosk/host/maintenance/kiosk-actions.ts';
import type { KioskMaintenance } from '../../../../main/kiosk/host/maintenance/kiosk-maintenance.ts';
import {
  createKioskPages,
  type KioskPage,
  type KioskPages,
} from '../../../../main/kiosk/host/maintenance/kiosk-pages.ts';
import type { Catalog } from '../../../../main/kiosk/machine/catalog.ts';
import { reduce } from '../../../../main/kiosk/machine/machine.ts';
import { type KioskEvent, type KioskModel, startModel } from '../../../../main/kiosk/machine/model.ts';
import { type TurnedClock, turnedClock } from '../../../helpers/turned-clock.ts';

const CATALOG: Catalog = {
  deviceId: 'kiosk',
  locationId: 'hall',
  siteNames: { en: 'Town hall' },
  timeZone: 'UTC',
  numberWidth: 3,
  logo: '',
  colour: '',
  languages: ['en', 'ar'],
  defaultLang: 'en',
  services: [
    {
      id: 'passports',
      tag: 'A',
      colour: '',
      groupId: '',
      priorityAllowed: false,
      maxWaiting: 0,
      texts: { en: { name: 'Passports', description: '' } },
    },
  ],
  groups: [],
};
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47]);
/** Paper maintenance is tested in `kiosk-maintenance.test.ts`. */
const NO_CARE = {} as KioskMaintenance;

let clock: TurnedClock;
let model: KioskModel;
let pages: KioskPages;
let staffAtKiosk: boolean;
/** Actions on the kiosk, in order. */
let done: string[];

beforeEach(() => {
  clock = turnedClock('2026-05-04T09:00:00Z');
  pages = createKioskPages(clock);
  staffAtKiosk = false;
  done = [];
  model = startModel('en');
  happens({ kind: 'catalog', catalog: CATALOG });
  happens({ kind: 'queues', now: { passports: { open: true, opensAt: null, waiting: 0, waitSeconds: 0 } } });
});

function happens(event: KioskEvent): void {
  ({ model } = reduce(model, event, clock.now()));
}
/** A visitor arrives and chooses a language. */
const arrives = (): void => happens({ kind: 'chooseLanguage', lang: 'ar' });
const leaves = (): void => happens({ kind: 'back' });

function actions(powers: Partial<HostCapabilities> = {}): KioskActions {
  const all = { ...NO_POWERS, ...powers };
  const isAttended = (): boolean => staffAtKiosk;
  return createKioskActions({ care: NO_CARE, pages, powers: all, model: () => model, isAttended, clock });
}

/** Result of the action; null until it ends. */
function ask(of: KioskActions, action: DeviceAction): { end(): ActionEnd | null } {
  let end: ActionEnd | null = null;
  const asked = { id: 'one', action, ticket: '', message: {} };
  const told = of.act(asked, async () => void done.push('told before the end'));
  void told.then((became) => {
    end = became;
  });
  return { end: () => end };
}

/** Advances the clock, and lets pending callbacks run. */
async function pass(ms: number): Promise<void> {
  await new Promise(setImmediate);
  for (let left = ms; left > 0; left -= 250) {
    clock.advance(Math.min(left, 250));
    await new Promise(setImmediate);
  }
}

describe('a screenshot', () => {
  function page(capture: KioskPage['capture']): void {
    pages.add({ reload: () => undefined, ...(capture === undefined ? {} : { capture }) });
  }

  it('is taken after a second without a visitor', async () => {
    page(async () => {
      done.push('picture');
      return PNG;
    });
    const picture = ask(actions(), 'screenshot');
    await pass(999);
    expect(done).toEqual([]);
    await pass(1);
    expect(picture.end()).toEqual({
      state: 'done',
      outcome: '',
      picture: Buffer.from(PNG).toString('base64'),
      text: '',
    });
  });

  it('waits while a visitor or staff use the kiosk, and fails after a minute and a half', async () => {
    page(async () => {
      done.push('picture');
      return PNG;
    });
    arrives();
    const refused = ask(actions(), 'screenshot');
    await pass(89_999);
    expect(refused.end()).toBeNull();
    await pass(1);
    expect(refused.end()).toMatchObject({ state: 'failed', outcome: 'somebody-there', picture: '' });
    const later = ask(actions(), 'screenshot');
    await pass(10_000);
    staffAtKiosk = true;
    leaves();
    await pass(10_000);
    expect([later.end(), done]).toEqual([null, []]);
    staffAtKiosk = false;
    await pass(2_000);
    expect(later.end()).toMatchObject({ state: 'done', outcome: '' });
  });

  it('is discarded if a visitor arrives while it is taken, even one who leaves again meanwhile', async () => {
    const taken: ((png: Uint8Array) => void)[] = [];
    page(() => new Promise((resolve) => taken.push(resolve)));
    const picture = ask(actions(), 'screenshot');
    await pass(1_000);
    expect(taken).toHaveLength(1);
    arrives();
    taken[0]?.(Uint8Array.from([1]));
    await pass(1_000);
    expect(picture.end()).toBeNull();
    leaves();
    await pass(1_500);
    expect(taken).toHaveLength(2);
    arrives();
    leaves();
    taken[1]?.(Uint8Array.from([2]));
    await pass(1_500);
    expect([picture.end(), taken]).toEqual([null, expect.objectContaining({ length: 3 })]);
    taken[2]?.(PNG);
    await pass(250);
    expect(picture.end()?.picture).toBe(Buffer.from(PNG).toString('base64'));
  });

  it('fails without a picture if visitors keep arriving', async () => {
    page(async () => {
      done.push('picture');
      return PNG;
    });
    const picture = ask(actions(), 'screenshot');
    for (let visitors = 0; visitors < 180; visitors += 1) {
      await pass(500);
      arrives();
      leaves();
    }
    await pass(1_500);
    expect(picture.end()).toMatchObject({ state: 'failed', outcome: 'somebody-there', picture: '' });
    expect(done).toEqual([]);
  });

  it('fails if it is too large, or if no page delivers it in time', async () => {
    page(async (mostBytes) => new Uint8Array(mostBytes + 3));
    const large = ask(actions(), 'screenshot');
    await pass(1_250);
    expect(large.end()).toMatchObject({ state: 'failed', outcome: 'too-large', picture: '' });

    pages = createKioskPages(clock);
    page(async () => 'too-large');
    const larger = ask(actions(), 'screenshot');
    await pass(1_250);
    expect(larger.end()).toMatchObject({ state: 'failed', outcome: 'too-large', picture: '' });

    pages = createKioskPages(clock);
    page(undefined);
    const none = ask(actions(), 'screenshot');
    await pass(1_250);
    expect(none.end()).toMatchObject({ state: 'failed', outcome: 'no-page' });

    pages = createKioskPages(clock);
    page(() => new Promise(() => undefined));
    const hangs = ask(actions(), 'screenshot');
    await pass(11_250);
    expect(hangs.end()).toMatchObject({ state: 'failed', outcome: 'page-silent' });
  });

  it('can have the maximum size of the server', async () => {
    page(async (mostBytes) => new Uint8Array(mostBytes));
    const picture = ask(actions(), 'screenshot');
    await pass(1_250);
    expect(picture.end()?.outcome).toBe('');
    expect(picture.end()?.picture.length).toBeLessThanOrEqual(MAX_PICTURE_LETTERS);
  });
});

describe('a restart', () => {
  it('of the page happens between two visits, and ends once a page is connected again', async () => {
    const page: KioskPage = { reload: () => void done.push('reload') };
    pages.add(page);
    arrives();
    const restart = ask(actions(), 'restart-page');
    await pass(5_000);
    expect(done).toEqual([]);
    leaves();
    await pass(500);
    expect([done, restart.end()]).toEqual([['reload'], null]);
    pages.add(page);
    await pass(250);
    expect(restart.end()).toMatchObject({ state: 'done', outcome: '' });
  });

  it('of the page fails if no page returns, if there is none, and while a visitor uses the kiosk', async () => {
    const none = ask(actions(), 'restart-page');
    await pass(250);
    expect(none.end()?.outcome).toBe('no-page');
    pages.add({ reload: () => undefined });
    const away = ask(actions(), 'restart-page');
    await pass(30_250);
    expect(away.end()?.outcome).toBe('page-not-back');
    arrives();
    const busy = ask(actions(), 'restart-page');
    await pass(90_250);
    expect(busy.end()?.outcome).toBe('somebody-there');
  });

  const programs = { restartProgram: () => void done.push('program ends') };
  const machines = {
    restartMachine: async () => {
      done.push('machine restarts');
      return true;
    },
  };

  it.each([
    ['restart-program', programs, 'program ends'],
    ['restart-machine', machines, 'machine restarts'],
  ] as const)(
    'by %s waits for the visitor, is reported beforehand, and does not report its own end',
    async (action, powers, happened) => {
      arrives();
      const restart = ask(actions(powers), action);
      await pass(5_000);
      expect(done).toEqual([]);
      leaves();
      await pass(500);
      expect([done, restart.end()]).toEqual([['told before the end', happened], null]);
      // The program that should have ended is still there.
      await pass(60_000);
      expect(restart.end()).toMatchObject({ state: 'failed', outcome: 'fault' });
    },
  );

  it.each([
    ['restart-program', programs],
    ['restart-machine', machines],
  ] as const)('by %s never interrupts a visit', async (action, powers) => {
    arrives();
    const restart = ask(actions(powers), action);
    await pass(90_250);
    expect([restart.end()?.outcome, done]).toEqual(['somebody-there', []]);
  });

  it('that the machine refuses, or that is not enabled, fails as not allowed', async () => {
    const refused = ask(actions({ restartMachine: async () => false }), 'restart-machine');
    const machine = ask(actions(), 'restart-machine');
    const program = ask(actions(), 'restart-program');
    await pass(500);
    for (const each of [refused, machine, program])
      expect(each.end()).toMatchObject({ state: 'failed', outcome: 'not-allowed' });
  });
});

it('the kiosk reports the remote actions that it supports', () => {
  expect(actions().can()).toBe('shut reopen');
  pages.add({ reload: () => undefined, capture: async () => PNG });
  const powers = { restartProgram: () => undefined, restartMachine: async () => true, lastHour: () => '' };
  expect(actions(powers).can().split(' ')).toEqual([
    'shut',
    'reopen',
    'restart-page',
    'restart-program',
    'restart-machine',
    'screenshot',
    'log',
  ]);
  expect(actions({ lastHour: () => '', isServer: true }).can()).toMatch(/ server-log$/);
});

it('the server’s own kiosk returns the log only for the action server-log', async () => {
  const here = actions({ lastHour: () => 'all that happened', isServer: true });
  const [log, whole] = [ask(here, 'log'), ask(here, 'server-log')];
  await pass(500);
  expect([log.end()?.outcome, whole.end()?.text]).toEqual(['not-allowed', 'all that happened']);
});
