/** The operator panel of a kiosk whose server is elsewhere: who gets in, with the server and without, and what visitors see meanwhile. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { DeviceStatus } from '../../../main/devices/contract/device-status.ts';
import { createQueueClient } from '../../../main/kiosk/client/client.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import type { KioskCallInput, KioskCallName, KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import type { PanelScreen } from '../../../main/kiosk/contract/panel.ts';
import { type CardRead, CardValue } from '../../../main/kiosk/contract/reader.ts';
import { createKioskHost, type KioskHost } from '../../../main/kiosk/host/kiosk-host.ts';
import { NO_POWERS } from '../../../main/kiosk/host/maintenance/host-capabilities.ts';
import { PANEL_MS } from '../../../main/kiosk/panel/model.ts';
import type { PaperTicket, Printer, PrinterStatus } from '../../../main/printing/contract/printing.ts';
import { quickHasher } from '../../helpers/quick-hasher.ts';
import { openServerLine, type ServerLine } from '../../helpers/server-line.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { townSite } from '../../helpers/town-site.ts';
import { recordingLog } from '../readers/recording-log.ts';

const PIN = '482915';
const TICKET_MM = 100;
const hasher = quickHasher();

let town: Town;
let line: ServerLine;
let dir: string;
let host: KioskHost;
let log: ReturnType<typeof recordingLog>;
let state: KioskState | null;
let status: DeviceStatus | null;
let papers: PaperTicket[];
/** Whether a ticket that failed may be out all the same. */
let isDoubtful: boolean;
/** Who vouched for a printer that confirms nothing. */
let vouchers: string[];
let restarts: number;
let printerSays: (status: PrinterStatus) => void;
let swipe: (read: CardRead) => void;

/** What the printer is; it prints as long as it is ready. */
function fakePrinter(): Printer {
  let now: PrinterStatus = { kind: 'ready', paperLow: false, confirms: true };
  const listeners = new Set<(status: PrinterStatus) => void>();
  printerSays = (next) => {
    now = next;
    for (const listener of listeners) listener(next);
  };
  return {
    status: () => now,
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    facts: () => null,
    printedMm: () => papers.length * TICKET_MM,
    async print(ticket) {
      if (now.kind !== 'ready')
        return { ok: false, error: { reason: 'no-paper', doubtful: isDoubtful, detail: 'none' } };
      papers.push(ticket);
      return { ok: true, value: { confirmed: now.confirms ? 'process-id' : 'none' } };
    },
    async vouch({ from }) {
      vouchers.push(from);
      printerSays({ kind: 'ready', paperLow: false, confirms: false });
      return true;
    },
    close: async () => {},
  };
}

/** The program starts. */
async function start(): Promise<void> {
  const { clock } = town;
  const deviceKey = await town.auth.newDeviceKey('kiosk-1');
  const printer = fakePrinter();
  state = null;
  host = createKioskHost({
    client: createQueueClient({
      fetch: remoteFetch({ baseUrl: line.address, deadlineMs: 1_000 }),
      clock,
      deviceKey: () => deviceKey,
    }),
    deviceId: 'kiosk-1',
    lang: null,
    printer: 'tcp://printer',
    readers: ['serial:///dev/reader'],
    journalDir: dir,
    goesAlone: true,
    panel: {
      verifyPin: hasher.verify,
      sharedPins: null,
      isElsewhere: true,
      serverAddress: line.address,
      ownAddresses: () => ['192.168.4.17'],
    },
    powers: {
      ...NO_POWERS,
      restartProgram() {
        restarts += 1;
      },
    },
    clock,
    log,
    makers: {
      printer: () => ({ ok: true, value: printer }),
      reader: () => ({
        ok: true,
        value: {
          name: 'reader',
          status: () => ({ kind: 'ready' }),
          onStatus: () => () => {},
          onRefused: () => () => {},
          onRead(listener) {
            swipe = listener;
            return () => {};
          },
          close: async () => {},
        },
      }),
    },
  });
  host.subscribe((next) => {
    state = next;
  });
  host.onReport((next) => {
    status = next;
  });
  onTestFinished(() => host.close());
}

beforeEach(async () => {
  const site = townSite() as { devices: { id: string }[] };
  const devices = site.devices.map((device) => (device.id === 'kiosk-1' ? { ...device, panel_pin: PIN } : device));
  town = await openTown({ hasher, site: { ...site, devices } });
  onTestFinished(() => town.close());
  line = await openServerLine(town.address);
  onTestFinished(() => line.close());
  dir = await mkdtemp(join(tmpdir(), 'panel-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  log = recordingLog();
  papers = [];
  isDoubtful = false;
  vouchers = [];
  restarts = 0;
  await start();
  await expect
    .poll(() => {
      // A server on a busy machine may not answer in time at first; it is asked again after a while.
      if (state?.screen.name === 'out-of-service') town.clock.advance(1_000);
      return state?.screen.name;
    })
    .toBe('idle');
});

async function call<Name extends KioskCallName>(name: Name, input: KioskCallInput<Name>): Promise<void> {
  expect(await host.call(name, input)).toEqual({ ok: true });
}

const panel = (): PanelScreen | null => state?.panel ?? null;
const shows = (name: PanelScreen['name'] | undefined) => expect.poll(() => panel()?.name).toBe(name);

async function unlock(): Promise<void> {
  await call('openPanel', {});
  await shows('pin');
  await call('panelPin', { pin: PIN });
  await shows('home');
}

/** A printer that says nothing of cover and paper: the person leads on, and a test slip comes out. */
async function changePaper(): Promise<void> {
  await unlock();
  await call('panelGo', { place: 'paper' });
  for (const step of ['insert', 'close', 'done']) {
    await call('panelNext', {});
    await expect.poll(panel).toMatchObject({ step });
  }
  await call('closePanel', {});
}

async function take(serviceId: string): Promise<string> {
  const before = papers.length;
  await call('touchService', { serviceId, priority: false });
  await expect.poll(() => ['take-ticket', 'problem'].includes(state?.screen.name ?? '')).toBe(true);
  const screen = state?.screen;
  await call('done', {});
  if (screen?.name === 'problem') return screen.ticket?.number ?? '';
  return papers[before]?.number ?? '';
}

interface Entry {
  readonly action: string;
  readonly by: { readonly kind: string; readonly id: string };
  readonly fields: readonly { readonly field: string; readonly after: string }[];
}

async function changeLog(): Promise<readonly Entry[]> {
  const answer = await fetch(`${town.address}/restapi/v2/admin/audit?collection=devices&item_id=kiosk-1`);
  return ((await answer.json()) as { readonly entries: readonly Entry[] }).entries;
}

/** What the server knows of what was done here, such as `reprint A001`. */
async function doneAtKiosk(): Promise<readonly string[]> {
  const done = (await changeLog()).filter(({ action }) => action === 'done');
  for (const { by } of done) expect(by).toMatchObject({ kind: 'device', id: 'kiosk-1' });
  const said = (entry: Entry, name: string): string => entry.fields.find(({ field }) => field === name)?.after ?? '';
  return done.map((entry) => `${said(entry, 'action')} ${said(entry, 'ticket')}`.trim());
}

it('a headset that takes no sound is told at the panel and to staff elsewhere, until it does', async () => {
  await unlock();
  // The page goes on while the panel is open.
  await call('headsetRefuses', { on: true });
  expect([panel(), status?.sound]).toMatchObject([{ troubles: [{ kind: 'headset-silent' }] }, 'refused']);
  await call('headsetRefuses', { on: false });
  expect([panel(), status?.sound]).toMatchObject([{ troubles: [] }, '']);
});

it('staff confirm the test slip of a printer that confirms nothing, and the change log records it', async () => {
  printerSays({ kind: 'ready', paperLow: false, confirms: false, isUnproved: true });
  await unlock();
  expect(panel()).toMatchObject({ troubles: [{ kind: 'printer-unproved' }], asksProof: false });
  // No slip was printed yet.
  await call('panelProved', {});
  expect(vouchers).toEqual([]);
  await call('panelTest', {});
  await expect.poll(panel).toMatchObject({ test: 'sent', asksProof: true });
  await call('panelProved', {});
  expect(vouchers).toEqual(['panel']);
  expect(panel()).toMatchObject({ troubles: [{ kind: 'cannot-confirm' }], test: 'printed', asksProof: false });
  await expect.poll(doneAtKiosk).toEqual(expect.arrayContaining(['test-print', 'confirm-printer']));
});

describe('the PIN', () => {
  it('opens the panel, and a wrong one does not', async () => {
    await call('openPanel', {});
    await call('panelPin', { pin: '482916' });
    await expect.poll(panel).toMatchObject({ name: 'pin', fault: 'wrong' });
    await call('panelPin', { pin: PIN });
    await shows('home');
    expect(log.events()).toEqual(expect.arrayContaining(['panel.pin-rejected', 'panel.opened']));
    expect(log.lines.join('\n')).not.toMatch(/48291/);
  });

  it('is known while the server is away, also to a program that starts then', async () => {
    await host.close();
    line.set('refused');
    await start();
    await expect
      .poll(async () => {
        town.clock.advance(1_000);
        await host.call('openPanel', {});
        return panel()?.name;
      })
      .toBe('pin');
    await unlock();
    expect(panel()).toMatchObject({ troubles: [{ kind: 'server-away' }] });
    await call('panelGo', { place: 'network' });
    expect(panel()).toMatchObject({
      isElsewhere: true,
      isReached: false,
      address: line.address,
      own: ['192.168.4.17'],
    });
  });

  it('is asked for again after wrong ones only when the wait is over, also by a program that was started anew', async () => {
    await call('openPanel', {});
    for (const pin of ['111111', '111112', '111113']) {
      await call('panelPin', { pin });
      await expect.poll(() => log.events().filter((event) => event === 'panel.pin-rejected').length).toBeGreaterThan(0);
      await expect.poll(() => (panel() as { checking?: boolean } | null)?.checking).toBe(false);
    }
    expect(panel()).toMatchObject({ fault: 'wait', waitMs: 30_000 });
    await host.close();
    await start();
    await expect.poll(() => state?.screen.name).toBe('idle');
    await expect
      .poll(async () => {
        await host.call('openPanel', {});
        return panel();
      })
      .toMatchObject({ fault: 'wait', waitMs: 30_000 });
    await call('panelPin', { pin: PIN });
    expect(panel()?.name).toBe('pin');
  });

  it('is no way in once an administrator has taken it away', async () => {
    await unlock();
    const taken = { devices: [{ id: 'kiosk-1', name: 'Entrance', location: 'hall', panel_pin: '' }] };
    expect((await town.site.load(taken)).ok).toBe(true);
    await expect
      .poll(() => {
        town.clock.advance(1_000);
        return panel();
      })
      .toBe(null);
    await call('openPanel', {});
    expect(panel()).toBe(null);
  });
});

describe('visitors', () => {
  it('have to wait while somebody works at the kiosk, and nothing of a visit is to be seen', async () => {
    await call('chooseLanguage', { lang: 'pt_PT' });
    await unlock();
    expect(state).toMatchObject({ lang: 'pt', screen: { name: 'starting' } });
    await call('touchService', { serviceId: 'passports', priority: false });
    swipe({ value: new CardValue('0042'), name: null, rule: 'table', device: '' });
    await call('chooseLanguage', { lang: 'ar' });
    expect(state).toMatchObject({ lang: 'ar', dir: 'rtl', panel: { name: 'home' } });
    expect(status?.screen).toBe('panel');
    await call('closePanel', {});
    await expect.poll(() => state?.panel).toBe(null);
    expect(await town.waiting('Passports')).toEqual([]);
    expect(papers).toEqual([]);
  });

  it('have the kiosk again when nobody touches the panel', async () => {
    await unlock();
    town.clock.advance(PANEL_MS - 1_000);
    await call('stillHere', {});
    town.clock.advance(PANEL_MS - 1_000);
    expect(panel()?.name).toBe('home');
    town.clock.advance(1_000);
    await expect.poll(panel).toBe(null);
    expect(log.events()).toContain('panel.closed');
  });

  it('wait twice as long for it once somebody at the panel needs more time', async () => {
    await unlock();
    town.clock.advance(PANEL_MS - 1_000);
    await call('moreTime', {});
    expect(state?.timeout?.remainingMs).toBe(2 * PANEL_MS);
    town.clock.advance(2 * PANEL_MS);
    await expect.poll(panel).toBe(null);
    await unlock();
    expect(state?.timeout?.remainingMs).toBe(PANEL_MS);
  });

  it('find a closed kiosk closed, until it is opened', async () => {
    await unlock();
    await call('panelKiosk', { open: false });
    await expect.poll(panel).toMatchObject({ isClosed: true, troubles: [{ kind: 'closed-here' }] });
    await call('closePanel', {});
    await call('touchService', { serviceId: 'passports', priority: false });
    expect(['idle', 'choose', 'issuing']).not.toContain(state?.screen.name);
    await unlock();
    await call('panelKiosk', { open: true });
    await expect.poll(panel).toMatchObject({ isClosed: false, troubles: [] });
    await call('closePanel', {});
    expect(await take('passports')).toBe('A001');
  });
});

describe('in the panel', () => {
  it('a ticket that nobody got on paper is printed once there is paper, marked as a copy, and once', async () => {
    printerSays({ kind: 'no-paper' });
    expect(await take('passports')).toBe('A001');
    await unlock();
    expect(panel()).toMatchObject({ troubles: [{ kind: 'no-paper' }] });
    await call('panelGo', { place: 'paper' });
    printerSays({ kind: 'cover-open' });
    await expect.poll(panel).toMatchObject({ step: 'insert', says: true });
    printerSays({ kind: 'ready', paperLow: false, confirms: true });
    await expect.poll(panel).toMatchObject({ step: 'done', test: 'printed' });
    await call('panelGo', { place: 'tickets' });
    const list = panel();
    if (list?.name !== 'tickets') throw new Error('There is no list.');
    expect(list.tickets).toMatchObject([{ number: 'A001', serviceName: 'Passports', print: 'not-printed' }]);
    await call('panelReprint', { key: list.tickets[0]?.key ?? '' });
    await expect.poll(panel).toMatchObject({ reprint: { number: 'A001', print: 'printed' } });
    const [test, copy] = papers;
    expect(papers).toHaveLength(2);
    expect(test?.number).not.toBe('A001');
    expect(copy).toMatchObject({ number: 'A001', copyText: 'COPY' });
    expect(await town.waiting('Passports')).toHaveLength(1);
  });

  it('a roll that is changed before its end begins anew for the staff, also where the printer sees nothing of it', async () => {
    const metres = { id: 'kiosk-1', name: 'Entrance', location: 'hall', panel_pin: PIN, roll_metres: 80 };
    expect((await town.site.load({ ...townSite(), devices: [metres] })).ok).toBe(true);
    await changePaper();
    expect(status).toMatchObject({ paper_used: 0, roll_since: new Date(town.clock.now()).toISOString() });
    for (const number of ['A001', 'A002', 'A003']) expect(await take('passports')).toBe(number);
    await expect
      .poll(() => {
        town.clock.advance(1_000);
        return status;
      })
      .toMatchObject({ paper_used: 3 * TICKET_MM, paper_tickets: 3, paper_left: 797 });
    town.clock.advance(3_600_000);
    await expect.poll(() => state?.screen.name).toBe('idle');
    await changePaper();
    expect(status).toMatchObject({
      paper_used: 0,
      paper_tickets: 0,
      roll_since: new Date(town.clock.now()).toISOString(),
    });
  });

  it('what nobody sees at the machine is told too: three tickets in a row without paper, and a wrong clock', async () => {
    printerSays({ kind: 'no-paper' });
    for (const number of ['A001', 'A002', 'A003']) expect(await take('passports')).toBe(number);
    await unlock();
    host.hearClock(-70);
    const troubles = (): readonly string[] => {
      const now = panel();
      return now?.name === 'home' ? now.troubles.map(({ kind }) => kind) : [];
    };
    expect(troubles()).toEqual(['no-paper', 'prints-failed', 'clock-off']);
    printerSays({ kind: 'ready', paperLow: false, confirms: true });
    await call('panelTest', {});
    await expect.poll(troubles).toEqual(['clock-off']);
    host.hearClock(0);
    expect(troubles()).toEqual([]);
  });

  it('reports no ticket after a test page, and none that failed once a test page was printed', async () => {
    await unlock();
    await call('panelTest', {});
    await expect.poll(panel).toMatchObject({ test: 'printed' });
    expect(status).toMatchObject({ last_print: '', failed_prints: 0 });
    await call('closePanel', {});
    printerSays({ kind: 'no-paper' });
    expect(await take('passports')).toBe('A001');
    expect(status).toMatchObject({ last_print: 'not-printed', failed_prints: 1 });
    printerSays({ kind: 'ready', paperLow: false, confirms: true });
    await unlock();
    await call('panelTest', {});
    await expect.poll(() => status).toMatchObject({ last_print: '', failed_prints: 0 });
  });

  it('tickets in a row that did not come out are counted for the staff, until one does', async () => {
    expect(await take('passports')).toBe('A001');
    expect(status).toMatchObject({ last_print: 'printed', failed_prints: 0 });
    printerSays({ kind: 'no-paper' });
    expect(await take('passports')).toBe('A002');
    expect(status).toMatchObject({ last_print: 'not-printed', failed_prints: 1 });
    isDoubtful = true;
    expect(await take('passports')).toBe('A003');
    expect(status).toMatchObject({ last_print: 'doubtful', failed_prints: 2 });
    printerSays({ kind: 'ready', paperLow: false, confirms: true });
    expect(await take('passports')).toBe('A004');
    expect(status).toMatchObject({ last_print: 'printed', failed_prints: 0 });
  });

  it('sets how loud the speech begins, also for a program that is started anew', async () => {
    expect(state?.volume).toBe(3);
    await call('panelVolume', { step: 6 });
    await unlock();
    expect(panel()).toMatchObject({ hasSound: true });
    await call('panelVolume', { step: 6 });
    expect(state?.volume).toBe(3);
    await call('panelGo', { place: 'sound' });
    expect(panel()).toEqual({ name: 'sound', step: 3, steps: 6 });
    for (const step of [4, 5]) await call('panelVolume', { step });
    expect(panel()).toEqual({ name: 'sound', step: 5, steps: 6 });
    expect(await host.call('panelVolume', { step: 7 })).toMatchObject({ ok: false });
    await expect.poll(() => readFile(join(dir, 'speech-volume.json'), 'utf8').catch(() => '')).toContain('5');
    await host.close();
    await start();
    await expect.poll(() => state?.volume).toBe(5);
  });

  it('the program is started anew once', async () => {
    await unlock();
    await call('panelGo', { place: 'restart' });
    expect(panel()).toEqual({ name: 'restart', page: false, program: true });
    await call('panelRestart', { what: 'program' });
    await call('panelRestart', { what: 'program' });
    await expect.poll(() => restarts).toBe(1);
    expect(log.events()).toContain('panel.restart-requested');
    expect(restarts).toBe(1);
  });

  it('what is done stands in the change log of the server, once each, also when that was away meanwhile', async () => {
    printerSays({ kind: 'no-paper' });
    expect(await take('passports')).toBe('A001');
    line.set('refused');
    await unlock();
    await call('panelGo', { place: 'paper' });
    printerSays({ kind: 'cover-open' });
    await expect.poll(panel).toMatchObject({ step: 'insert' });
    printerSays({ kind: 'ready', paperLow: false, confirms: true });
    await expect.poll(panel).toMatchObject({ step: 'done' });
    await call('panelGo', { place: 'tickets' });
    const list = panel();
    await call('panelReprint', { key: list?.name === 'tickets' ? (list.tickets[0]?.key ?? '') : '' });
    await expect.poll(panel).toMatchObject({ reprint: { print: 'printed' } });
    await call('panelGo', { place: 'home' });
    await call('panelKiosk', { open: false });
    await expect.poll(panel).toMatchObject({ isClosed: true });
    await call('panelGo', { place: 'restart' });
    await call('panelRestart', { what: 'program' });
    await expect.poll(() => restarts).toBe(1);
    expect(await doneAtKiosk()).toEqual([]);
    await host.close();
    await start();
    // The server notes it, and the kiosk does not hear so.
    line.set('lost-answer', '/local');
    await expect.poll(doneAtKiosk).toHaveLength(1);
    line.set('open');
    const expected = ['test-print', 'paper-changed', 'reprint A001', 'shut', 'restart-program'];
    await expect
      .poll(async () => {
        town.clock.advance(10_000);
        return (await doneAtKiosk()).toSorted();
      })
      .toEqual(expected.toSorted());
    await host.close();
    await start();
    await expect.poll(() => state?.screen.name).toBe('shut');
    expect((await doneAtKiosk()).toSorted()).toEqual(expected.toSorted());
    expect(JSON.stringify(await changeLog())).not.toContain(PIN);
  });
});
