/** Offline mode with a real server and all kinds of network faults: each number is in the queue once. */
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Db } from '../../../../main/database/sqlite/db.ts';
import { FLAG } from '../../../../main/queue/contract/records.ts';
import { markFileRestored } from '../../../../main/store/transfer/sqlite-place.ts';
import { openTown, type Town } from '../../../helpers/town.ts';
import { KioskClient } from './kiosk-client.ts';

let town: Town;
let kiosks: KioskClient[];

beforeEach(async () => {
  town = await openTown();
  kiosks = [];
});
afterEach(async () => {
  for (const kiosk of kiosks) await kiosk.close();
  await town.close();
});

async function kioskAt(device = 'kiosk-1'): Promise<KioskClient> {
  const kiosk = await KioskClient.at(town, device);
  kiosks.push(kiosk);
  await kiosk.start();
  await kiosk.isReady('with its server');
  return kiosk;
}

const numbers = async (service = 'Passports'): Promise<readonly string[]> =>
  (await town.waiting(service)).map(({ number }) => number);

describe('a kiosk that goes offline', () => {
  it('issues leased numbers, prints no false texts, and syncs the tickets into their positions', async () => {
    const kiosk = await kioskAt();
    expect((await kiosk.take('passports')).paper?.number).toBe('A001');
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    expect(kiosk.state?.checkIn).toBe(false);
    const [choice] = kiosk.state?.screen.name === 'idle' ? kiosk.state.screen.choices : [];
    expect(choice).toMatchObject({ id: 'passports', open: true, full: false, waiting: null, waitSeconds: null });
    await kiosk.host.call('chooseLanguage', { lang: 'pt_PT' });
    const own = await kiosk.take('passports');
    expect(own.screen).toMatchObject({ name: 'take-ticket', ticket: { number: 'A9001', before: null } });
    expect(own.paper).toMatchObject({
      number: 'A9001',
      siteName: 'Câmara Municipal',
      serviceName: 'Passaportes',
      extraText: 'Traga uma fotografia.',
      footerText: 'Thank you.',
      peopleText: '',
      waitText: '',
      dateText: expect.stringContaining('20 de novembro de 2026'),
    });
    town.clock.advance(60_000);
    // At another kiosk, which is still online.
    const { ticket } = await town.createTicket('Passports');
    town.clock.advance(5_000);
    expect((await kiosk.take('passports')).paper?.number).toBe('A9002');
    expect(kiosk.status).toMatchObject({ offline_tickets: 2 });
    kiosk.line.set('open');
    await kiosk.isHandedOver();
    expect(await numbers()).toEqual(['1', '9001', ticket.number, '9002']);
    const [, first] = await town.waiting('Passports');
    expect(first).toMatchObject({ id: own.paper?.ticketId, flags: String(FLAG.offline), lang: 'pt_PT' });
    for (const number of ['1', '9001', ticket.number, '9002']) {
      expect((await town.callNext('Desk 1')).ticket.number).toBe(number);
    }
    expect((await kiosk.take('passports')).paper?.number).toBe('A003');
  });

  it.each(['refused', 'silent', 'lost-answer', 'cut-in-answer', 'busy'] as const)(
    'in the middle of a ticket (%s) gives its visitor one number and one position',
    async (fault) => {
      const kiosk = await kioskAt();
      kiosk.line.set(fault, '/createticket');
      const { screen, paper } = await kiosk.take('passports', { time: fault === 'silent' ? 'goes by' : 'stands' });
      expect(screen).toMatchObject({ name: 'take-ticket', ticket: { number: 'A9001' } });
      kiosk.line.set('open');
      await kiosk.isHandedOver();
      await kiosk.until(async () => (await numbers()).length === 1);
      expect(await town.waiting('Passports')).toMatchObject([{ id: paper?.ticketId, number: '9001' }]);
      // The number of the online request is used up, and no visitor holds it.
      expect(kiosk.papers.map(({ number }) => number)).toEqual(['A9001']);
    },
  );

  it.each(['silent', 'lost-answer', 'cut-in-answer', 'busy'] as const)(
    'and again during the sync (%s) adds each ticket to the queue once, in order',
    async (fault) => {
      const kiosk = await kioskAt();
      kiosk.line.set('refused');
      await kiosk.isReady('alone');
      for (let i = 0; i < 3; i += 1) await kiosk.take('passports');
      kiosk.line.set(fault, '/offline-tickets');
      await kiosk.until(() => kiosk.state?.alone === false);
      const arrived = fault === 'lost-answer' || fault === 'cut-in-answer';
      if (arrived) await kiosk.until(async () => (await numbers()).length === 3, 'goes by');
      expect(kiosk.status).toMatchObject({ offline_tickets: 3 });
      kiosk.line.set('open');
      await kiosk.isHandedOver();
      expect(await numbers()).toEqual(['9001', '9002', '9003']);
    },
  );

  it('stays open by the known opening hours, and respects limits and unknown settings', async () => {
    const kiosk = await kioskAt();
    await kiosk.take('weddings');
    await kiosk.until(() => JSON.stringify(kiosk.state?.screen).includes('"waiting":1'));
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    expect((await kiosk.take('weddings')).paper?.number).toBe('C9001');
    const choice = (id: string) => {
      const { screen } = kiosk.state ?? {};
      const all = screen?.name === 'idle' || screen?.name === 'choose' ? screen.choices : [];
      return all.find((each) => each.id === id);
    };
    await kiosk.until(() => choice('weddings') !== undefined);
    // Two visitors can wait for a wedding, and one did at the last update.
    expect(choice('weddings')).toMatchObject({ open: true, full: true });
    expect(choice('archive')).toMatchObject({ open: false });
    expect(choice('taxes')).toMatchObject({ open: true });
    town.clock.set('2026-11-20T16:30:00Z');
    await kiosk.until(() => JSON.stringify(choice('taxes'))?.includes('"open":false'));
    await kiosk.host.call('startCheckIn', {});
    expect(kiosk.state?.screen.name).toBe('idle');
  });

  it('issues no numbers after the business day, and its late tickets are recorded as past', async () => {
    const kiosk = await kioskAt();
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    const { paper } = await kiosk.take('passports');
    town.clock.set('2026-11-21T00:00:30Z');
    await kiosk.until(() => kiosk.state?.screen.name === 'out-of-service');
    expect(kiosk.state?.screen).toMatchObject({ reason: 'server-away' });
    kiosk.line.set('open');
    await kiosk.isReady('with its server');
    await kiosk.isHandedOver();
    expect(await numbers()).toEqual([]);
    const known = await town.store.query('ticket', { ticketId: paper?.ticketId ?? '' });
    expect(known).toMatchObject({ number: 9001, state: 5 });
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    expect((await kiosk.take('passports')).paper?.number).toBe('A9001');
  });

  it('issues no number that it cannot write to disk', async () => {
    const kiosk = await kioskAt();
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    await kiosk.disk().then(() => rm(kiosk.dir, { recursive: true }));
    await writeFile(kiosk.dir, '');
    // The open file still accepts writes; a new file cannot be created.
    await kiosk.start();
    await kiosk.until(() => kiosk.state?.screen.name === 'out-of-service');
    expect(kiosk.papers).toEqual([]);
  });
});

describe('a kiosk that starts offline', () => {
  it('continues with its last known state and the next number', async () => {
    const kiosk = await kioskAt();
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    await kiosk.take('passports');
    // Numbers are leased again, and are the same.
    kiosk.line.set('open');
    await kiosk.isHandedOver();
    const turn = turnsOf(kiosk);
    town.clock.advance(600_000);
    await kiosk.until(() => turnsOf(kiosk) > turn);
    kiosk.kill();
    await kiosk.start();
    await kiosk.isReady('alone');
    expect((await kiosk.take('passports', { priority: true })).paper).toMatchObject({
      number: 'A9002',
      siteName: 'Town Hall',
      priorityText: 'Priority',
    });
    kiosk.line.set('open');
    await kiosk.isHandedOver();
    expect(await numbers()).toEqual(['9002', '9001']);
  });

  it('reports that it was never connected, and works once it is', async () => {
    const kiosk = await KioskClient.at(town);
    kiosks.push(kiosk);
    kiosk.line.set('refused');
    await kiosk.start();
    await kiosk.until(() => kiosk.state?.screen.name === 'out-of-service');
    expect(kiosk.state?.screen).toMatchObject({ reason: 'never-connected' });
    kiosk.line.set('open');
    await kiosk.isReady('with its server');
  });

  it.each([
    ['before printing: the number is used up, and is not queued', false],
    ['behind its paper: the visitor is in the queue', true],
  ])('after a kill in the middle of an offline ticket, %s', async (_, isOut) => {
    const kiosk = await kioskAt();
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    let letGo = (): void => {};
    kiosk.printing = new Promise((resolve) => {
      letGo = resolve;
    });
    if (isOut) letGo();
    await kiosk.host.call('touchService', { serviceId: 'passports', priority: false });
    const stands = isOut ? 'take-ticket' : 'printing';
    await kiosk.until(() => kiosk.state?.screen.name === stands, 'stands');
    kiosk.kill();
    kiosk.printing = Promise.resolve();
    await kiosk.start();
    await kiosk.isReady('alone');
    expect((await kiosk.take('passports')).paper?.number).toBe('A9002');
    kiosk.line.set('open');
    await kiosk.isHandedOver();
    expect(await numbers()).toEqual(isOut ? ['9001', '9002'] : ['9002']);
  });
});

describe('a restored disk', () => {
  it('issues none of the numbers of that day again, online or offline', async () => {
    const kiosk = await kioskAt();
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    const before = await kiosk.disk();
    await kiosk.take('passports');
    await kiosk.take('passports');
    kiosk.kill();
    await before.putBack();
    await older(kiosk);
    await kiosk.start();
    await kiosk.until(() => kiosk.state?.screen.name === 'out-of-service');
    kiosk.line.set('open');
    await kiosk.isReady('with its server');
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    expect((await kiosk.take('passports')).paper?.number).toBe('A9201');
  });

  it('is detected by the server where the file itself looks valid', async () => {
    const kiosk = await kioskAt();
    // On a slow disk it asks more than once.
    const asked = turnsOf(kiosk);
    const before = await kiosk.disk();
    town.clock.advance(600_000);
    await kiosk.until(() => kiosk.status !== null && turnsOf(kiosk) > asked);
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    await kiosk.take('passports');
    kiosk.kill();
    await before.putBack();
    kiosk.line.set('open');
    await kiosk.start();
    await kiosk.until(() => kiosk.log.events().includes('offline.rollback-detected'));
    await kiosk.isReady('with its server');
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    expect((await kiosk.take('passports')).paper?.number).toBe('A9201');
  });
});

describe('two kiosks', () => {
  it.each([
    ['of one hall', 'kiosk-2'],
    ['that were given one name', 'kiosk-1'],
  ])('%s issue different numbers, and the queue has both by issue time', async (_, second) => {
    await town.site.load({ devices: [{ id: 'kiosk-2', name: 'Second', type: 1, location: 'hall' }] });
    const one = await kioskAt();
    const two = await kioskAt(second);
    for (const kiosk of [one, two]) kiosk.line.set('refused');
    for (const kiosk of [one, two]) await kiosk.isReady('alone');
    for (const kiosk of [one, two, one]) {
      town.clock.advance(1_000);
      await kiosk.take('passports');
    }
    for (const kiosk of [two, one]) {
      kiosk.line.set('open');
      await kiosk.isHandedOver();
    }
    expect(await numbers()).toEqual(['9001', '9201', '9002']);
  });
});

describe('a server', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'server-'));
    file = join(folder, 'town.db');
    await town.close();
    town = await openTown({ database: file });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Restarts the server with the same database or the copy. */
  async function startsAgain(copy = ''): Promise<void> {
    const at = new Date(kiosks[0]?.clock.now() ?? town.clock.now()).toISOString();
    await town.close();
    if (copy !== '') {
      await copyFile(copy, file);
      const db = new Db({ file, busyTimeoutMs: 1_000 });
      // As `npm run restore` does, of a backup of an hour ago.
      markFileRestored(db, { asOf: Date.parse(at) - 3_600_000, at: Date.parse(at) });
      db.close();
    }
    town = await openTown({ database: file, site: null, at });
    for (const kiosk of kiosks) kiosk.line.leadTo(town.address);
  }

  it('that is restored to a state before the offline tickets issues no number twice', async () => {
    const copy = join(folder, 'copy.db');
    await town.close();
    await copyFile(file, copy);
    town = await openTown({ database: file, site: null });
    const one = await kioskAt();
    one.line.set('refused');
    await one.isReady('alone');
    await one.take('passports');
    one.line.set('open');
    await one.isHandedOver();
    one.line.set('refused');
    await one.isReady('alone');
    await one.take('passports');
    await startsAgain(copy);
    one.line.set('open');
    await one.isHandedOver();
    // Tickets that were synced before are lost with that state; the others are there.
    expect(await numbers()).toEqual(['9002']);
    const turn = turnsOf(one);
    one.clock.advance(600_000);
    await one.until(() => turnsOf(one) > turn);
    const two = await kioskAt('kiosk-1');
    for (const kiosk of [one, two]) kiosk.line.set('refused');
    for (const kiosk of [one, two]) await kiosk.isReady('alone');
    expect((await one.take('passports')).paper?.number).toBe('A9003');
    expect((await two.take('passports')).paper?.number).toBe('A9201');
  });

  it('whose database was restored skips printed numbers, and notifies staff', async () => {
    const copy = join(folder, 'copy.db');
    await town.close();
    await copyFile(file, copy);
    town = await openTown({ database: file, site: null });
    const kiosk = await kioskAt();
    for (const number of ['A001', 'A002', 'A003']) {
      expect((await kiosk.take('passports')).paper?.number).toBe(number);
    }
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    await startsAgain(copy);
    kiosk.line.set('open');
    await kiosk.until(() => kiosk.status?.damaged_records === 'server-queue');
    expect(town.logged).toContainEqual({ event: 'queue.numbers-skipped', data: { device: 'kiosk-1', count: 1 } });
    await kiosk.isReady('with its server');
    expect((await kiosk.take('passports')).paper?.number).toBe('A004');
    expect(await numbers()).toEqual(['4']);
  });

  it('that restarts in the middle has each ticket once', async () => {
    const kiosk = await kioskAt();
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    for (let i = 0; i < 3; i += 1) await kiosk.take('passports');
    kiosk.line.set('lost-answer', '/offline-tickets');
    await kiosk.until(() => kiosk.state?.alone === false);
    await kiosk.until(async () => (await numbers()).length === 3);
    await startsAgain();
    kiosk.line.set('open');
    await kiosk.isHandedOver();
    expect(await numbers()).toEqual(['9001', '9002', '9003']);
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    expect((await kiosk.take('passports')).paper?.number).toBe('A9004');
  });
});

/** Count of number leases. */
function turnsOf(kiosk: KioskClient): number {
  const text = readFileSync(join(kiosk.dir, 'offline.jsonl'), 'utf8');
  return Math.max(0, ...[...text.matchAll(/"turn":(\d+)/g)].map(([, turn]) => Number(turn)));
}

/** The state ten seconds earlier: its lines are older than the file, as after copying a file back. */
async function older(kiosk: KioskClient): Promise<void> {
  const path = join(kiosk.dir, 'offline.jsonl');
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  const before = lines.map((line) => {
    const value = JSON.parse(line) as { at: number };
    return JSON.stringify({ ...value, at: value.at - 10_000 });
  });
  await writeFile(path, `${before.join('\n')}\n`);
}
