/** Check-in by a read or typed code, at a kiosk with a real server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../main/kiosk/host/kiosk-host.ts';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import type { Clock } from '../../../main/lib/context.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { townSite } from '../../helpers/town-site.ts';
import { recordingLog } from '../readers/recording-log.ts';

const visit = { service: 'passports', scheduled_to: '2026-11-20 12:20:00', lang: 'pt_PT' };

const ROSA = { client_name: 'Rosa Vale', birthday: '1941-03-09', reference: 'P-0047' };

let town: Town;
let host: KioskHost;
let log: ReturnType<typeof recordingLog>;

beforeEach(async () => {
  const [hall, ...others] = townSite().locations as object[];
  town = await openTown({
    site: {
      ...townSite(),
      locations: [{ ...hall, appointment_lookup: 'both' }, ...others],
      appointments: [
        { ...visit, ...ROSA, id: 'rosa' },
        { ...visit, birthday: ROSA.birthday, id: 'mia', client_name: 'Mia Vale', scheduled_to: '2026-11-20 09:00:00' },
        { ...visit, id: 'now', code: '*QR-1*' },
        { ...visit, id: 'later', code: 'QR-2', scheduled_to: '2026-11-20 18:00:00' },
        { ...visit, id: 'missed', code: 'QR-3', scheduled_to: '2026-11-20 10:00:00' },
        { ...visit, id: 'elsewhere', code: '0042', service: 'blood' },
      ],
    },
  });
  log = recordingLog();
  await open(['wedge:?rule=table']);
});

async function open(readers: readonly string[]): Promise<void> {
  const clock = town.clock as Clock;
  host = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    journalDir: null,
    lang: null,
    printer: 'none:',
    readers,
    clock,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader: (url) => createReader(url, { clock, log }),
    },
  });
  await until(({ screen }) => screen.name === 'idle');
}
afterEach(async () => {
  await host.close();
  await town.close();
});

function until(fits: (state: KioskState) => boolean): Promise<KioskState['screen']> {
  return new Promise((resolve) => {
    const stop = host.subscribe((state) => {
      if (!fits(state)) return;
      resolve(state.screen);
      queueMicrotask(() => stop());
    });
  });
}

async function read(code: string): Promise<KioskState['screen']> {
  await host.call('cardText', { text: code });
  return until(({ screen }) => !['idle', 'issuing', 'printing'].includes(screen.name));
}

it('issues a ticket at once for a code in its time, and reports a repeated code', async () => {
  expect(await read('*QR-1*')).toMatchObject({
    name: 'problem',
    reason: 'no-printer',
    ticket: { number: 'A001', serviceName: 'Passaportes' },
  });
  expect(await town.waiting('Passports')).toMatchObject([{ flags: '2', app_id: 'now', lang: 'pt_PT' }]);
  await host.call('done', {});
  town.clock.advance(5_000);
  expect(await read('*QR-1*')).toEqual({ name: 'problem', reason: 'appointment-done', ticket: null });
  expect(await town.waiting('Passports')).toHaveLength(1);
});

describe('a code of several appointments whose check-in is open', () => {
  beforeEach(async () => {
    await town.site.load({
      appointments: [
        { ...visit, id: 'second', code: 'FOLK-7', service: 'taxes', scheduled_to: '2026-11-20 12:30:00' },
        { ...visit, id: 'first', code: 'FOLK-7' },
        { ...visit, id: 'tonight', code: 'FOLK-7', scheduled_to: '2026-11-20 20:00:00' },
      ],
    });
  });

  it('lets the visitor choose, without showing a name, and offers only the remaining ones next time', async () => {
    const choice = await read('FOLK-7');
    expect(choice).toMatchObject({ name: 'appointments', choices: [{ id: 'first' }, { id: 'second', tag: 'B' }] });
    expect(JSON.stringify(choice)).not.toMatch(/FOLK|tonight|client/);
    await host.call('touchAppointment', { appointmentId: 'second' });
    await until(({ screen }) => screen.name === 'problem');
    expect(await town.waiting('Taxes')).toMatchObject([{ flags: '2', app_id: 'second' }]);
    expect(await town.waiting('Passports')).toEqual([]);
    await host.call('done', {});
    town.clock.advance(5_000);
    expect(await read('FOLK-7')).toMatchObject({ name: 'problem', ticket: { number: 'A001' } });
    expect(await town.waiting('Passports')).toMatchObject([{ app_id: 'first' }]);
  });

  it('does so for a typed code in any case', async () => {
    await host.call('startCheckIn', {});
    await host.call('checkIn', { code: 'folk 7' });
    expect(await until(({ screen }) => screen.name === 'appointments')).toMatchObject({
      choices: [{ id: 'first' }, { id: 'second' }],
    });
  });
});

it('reports a code before its time', async () => {
  expect(await read('QR-2')).toEqual({ name: 'problem', reason: 'appointment-early', ticket: null });
});

it('offers an ordinary ticket for a code after its time', async () => {
  expect(await read('QR-3')).toMatchObject({ name: 'choose', card: false, late: true });
  await host.call('touchService', { serviceId: 'passports', priority: false });
  await until(({ screen }) => screen.name === 'problem');
  expect(await town.waiting('Passports')).toMatchObject([{ flags: '0', app_id: 'missed', device: { id: 'kiosk-1' } }]);
});

it('reports a code after its time where the location accepts no late visitors', async () => {
  const [hall, ...others] = townSite().locations as object[];
  await town.site.load({ locations: [{ ...hall, late_as_walk_in: false }, ...others] });
  expect(await read('QR-3')).toEqual({ name: 'problem', reason: 'appointment-late', ticket: null });
});

it('treats the code of an appointment at another location as a card', async () => {
  expect(await read('0042')).toMatchObject({ name: 'choose', card: true, late: false });
});

describe('a code that the options of the reader reject', () => {
  it.each([
    ['is no card by its pattern', 'wedge:?pattern=^(?<id>[0-9]{8})$'],
    ['is no number', 'wedge:?number=decimal&from=hex'],
    ['has more than its pattern takes', 'wedge:?pattern=(?<id>[0-9]%2B)&rule=reader&device=kiosk-1'],
  ])('still finds the appointment: it %s', async (_why, address) => {
    await host.close();
    await open([address]);
    expect(await read('*QR-1*')).toMatchObject({ ticket: { number: 'A001' } });
  });

  it('is reported as unknown if no appointment has it', async () => {
    await host.close();
    await open(['wedge:?pattern=^(?<id>[0-9]{8})$']);
    expect(await read('QR-99')).toEqual({ name: 'problem', reason: 'card-unknown', ticket: null });
    await host.call('done', {});
    expect(await read(';4111111111111111=2512?')).toEqual({ name: 'problem', reason: 'card-unknown', ticket: null });
  });
});

it('assigns keyboard input to the one of two readers whose pattern matches', async () => {
  await host.close();
  await open(['wedge:?pattern=^(?<id>[0-9]{10})$', 'wedge:?pattern=^DOOR(?<id>[0-9]%2B)$&rule=reader&device=kiosk-1']);
  expect(await read('DOOR77')).toMatchObject({ name: 'choose', card: true });
});

it('recognises cards and codes while Caps Lock is on', async () => {
  expect(await read('*qr-1*')).toMatchObject({ ticket: { number: 'A001' } });
  await host.call('done', {});
  await town.site.load({
    devices: [...(townSite().devices as object[]), { id: 'badge', name: 'Badge', type: 6, code: 'AB12CD34' }],
  });
  expect(await read('ab12cd34')).toMatchObject({ name: 'choose', card: true });
});

it('logs no code', async () => {
  await read('*QR-1*');
  const text = JSON.stringify(log);
  expect(text).not.toContain('QR-1');
  expect(text).toContain('appointment.read');
});

describe('a typed code', () => {
  /** Types the code on the check-in screen, and returns the outcome. */
  async function type(code: string): Promise<KioskState['screen']> {
    await host.call('startCheckIn', {});
    await host.call('checkIn', { code });
    return until(({ screen }) =>
      screen.name === 'check-in' ? !screen.looking : !['idle', 'issuing', 'printing'].includes(screen.name),
    );
  }

  const wrong = { name: 'check-in', looking: false, fault: 'unknown' };
  const tooOften = { ...wrong, fault: 'wait' };

  it('gets a ticket at once, in any case and with any separators', async () => {
    expect(await type('qr 1')).toMatchObject({
      name: 'problem',
      reason: 'no-printer',
      ticket: { number: 'A001', serviceName: 'Passaportes' },
    });
    expect(await town.waiting('Passports')).toMatchObject([{ flags: '2', app_id: 'now', lang: 'pt_PT' }]);
    await host.call('done', {});
    expect(await type('QR-1')).toEqual({ name: 'problem', reason: 'appointment-done', ticket: null });
  });

  it('gets the same messages as a read code', async () => {
    expect(await type('qr2')).toEqual({ name: 'problem', reason: 'appointment-early', ticket: null });
    await host.call('done', {});
    expect(await type('qr3')).toMatchObject({ name: 'choose', late: true });
    await host.call('touchService', { serviceId: 'passports', priority: false });
    await until(({ screen }) => screen.name === 'problem');
    expect(await town.waiting('Passports')).toMatchObject([{ flags: '0', app_id: 'missed' }]);
  });

  it.each(['nothing', '0042', 'now'])('%s is reported as unknown, and can be typed again', async (code) => {
    expect(await type(code)).toEqual(wrong);
    expect(await type('qr2')).toMatchObject({ reason: 'appointment-early' });
  });

  it('is not looked up after five wrong codes in a minute, also of several visitors', async () => {
    for (let times = 0; times < 5; times += 1) {
      expect(await type(`guess ${times}`)).toEqual(wrong);
      await host.call('back', {});
      await host.call('back', {});
      town.clock.advance(1_000);
    }
    expect(await type('QR-1')).toEqual(tooOften);
    town.clock.advance(54_999);
    expect(await type('QR-1')).toEqual(tooOften);
    town.clock.advance(1);
    expect(await type('QR-1')).toMatchObject({ name: 'problem', ticket: { number: 'A001' } });
  });

  it('counts as a guess only if it is unknown', async () => {
    for (let times = 0; times < 6; times += 1) {
      expect(await type('qr2')).toMatchObject({ reason: 'appointment-early' });
      await host.call('done', {});
    }
    expect(await type('guess')).toEqual(wrong);
  });

  it('can still be read after too many typed codes', async () => {
    for (let times = 0; times < 6; times += 1) await type(`guess ${times}`);
    await host.call('cardText', { text: '*QR-1*' });
    expect(await until(({ screen }) => screen.name === 'problem')).toMatchObject({ ticket: { number: 'A001' } });
  });

  it('is never logged, nor is the reason of its refusal', async () => {
    await type('guess-4711');
    await type('QR-2');
    const text = JSON.stringify([log, town.logged]);
    expect(text).not.toMatch(/4711|QR-2/i);
    expect(text).toContain('check-in.code-unknown');
    expect(text).toContain('appointment.read');
  });
});

describe('a visitor without a code', () => {
  const { birthday } = ROSA;

  async function lookUp(visitor: string, birthday: string): Promise<KioskState['screen']> {
    await host.call('startCheckIn', {});
    await host.call('startLookUp', {});
    await host.call('lookUp', { asks: 'visitor', answer: visitor });
    await host.call('lookUp', { asks: 'birthday', answer: birthday });
    return until(({ screen }) =>
      screen.name === 'look-up' ? !screen.looking : !['idle', 'issuing', 'printing'].includes(screen.name),
    );
  }

  const wrong = { name: 'look-up', by: 'both', asks: 'birthday', looking: false, fault: 'unknown' };

  it.each(['vale rosa', 'p 0047'])('is checked in by %s and birthday, once', async (visitor) => {
    expect(await lookUp(visitor, birthday)).toMatchObject({ name: 'problem', ticket: { number: 'A001' } });
    expect(await town.waiting('Passports')).toMatchObject([{ flags: '2', app_id: 'rosa' }]);
    await host.call('done', {});
    expect(await lookUp(visitor, birthday)).toEqual({ name: 'problem', reason: 'appointment-done', ticket: null });
  });

  it('gets the same message as a code about a past appointment', async () => {
    expect(await lookUp('Mia Vale', birthday)).toMatchObject({ name: 'choose', late: true });
  });

  it('is not found by a part of the name', async () => {
    expect(await lookUp('Rosa', birthday)).toMatchObject(wrong);
  });

  it('is not found by a wrong birthday, and can correct it', async () => {
    expect(await lookUp('Rosa Vale', '1941-03-08')).toMatchObject(wrong);
    await host.call('lookUp', { asks: 'birthday', answer: birthday });
    expect(await until(({ screen }) => screen.name === 'problem')).toMatchObject({ ticket: { number: 'A001' } });
  });

  it('counts wrong codes and wrong look-ups together, and right ones not at all', async () => {
    for (let times = 0; times < 6; times += 1) {
      expect(await lookUp('Mia Vale', birthday)).toMatchObject({ name: 'choose', late: true });
      await host.call('back', {});
    }
    for (let times = 0; times < 4; times += 1) {
      expect(await lookUp('Rosa Vale', `194${times}-01-01`)).toMatchObject(wrong);
      for (let steps = 0; steps < 4; steps += 1) await host.call('back', {});
    }
    await host.call('startCheckIn', {});
    await host.call('checkIn', { code: 'guess' });
    await until(({ screen }) => screen.name === 'check-in' && !screen.looking);
    for (let steps = 0; steps < 2; steps += 1) await host.call('back', {});
    expect(await lookUp('Rosa Vale', birthday)).toMatchObject({ ...wrong, fault: 'wait' });
    town.clock.advance(60_000);
    expect(await lookUp('Mia Vale', birthday)).toMatchObject({ name: 'choose', late: true });
  });

  it('logs none of the input', async () => {
    await lookUp('Rosa Vale', birthday);
    await host.call('done', {});
    await lookUp('P-0047', '1941-03-08');
    expect(JSON.stringify(log)).not.toMatch(/Rosa|1941|0047/i);
    expect(JSON.stringify(log)).toContain('check-in.code-unknown');
  });
});
