/** Appointments in their table: the same over both databases. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppointmentPage } from '../../main/appointments/operations/appointment-queries.ts';
import type { AppointmentPageInput, KeptAppointment } from '../../main/appointments/operations/appointment-records.ts';
import { foldText } from '../../main/lib/fold-text.ts';
import type { Appointment } from '../../main/site/contract/site.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { NO_APPOINTMENT } from '../helpers/no-appointment.ts';
import { value } from './queue-hall.ts';

let halls = 0;

/** @param given the store that is open while the tests run. */
export function appointmentSuite(given: () => Store): void {
  let store: Store;
  let hall: string;
  let revision: number;
  beforeEach(async () => {
    store = given();
    halls += 1;
    hall = `booked-${halls}`;
    ({ revision } = await store.siteSince(null));
  });

  function visit(name: string, change: Partial<Appointment> = {}): KeptAppointment {
    const appointment = {
      id: `${hall}-${name}`,
      service: `${hall}-papers`,
      scheduled_to: '2026-11-20 10:00:00',
      ...NO_APPOINTMENT,
      ...change,
    };
    return { locationId: hall, appointment };
  }

  const book = async (...visits: readonly KeptAppointment[]): Promise<void> => {
    for (const after of visits) expect(await store.editAppointment({ before: null, after, from: revision })).toBe(true);
  };
  const found = async ({ appointment }: KeptAppointment): Promise<KeptAppointment | null> =>
    store.query('appointment', { id: appointment.id });
  const page = (more: Partial<AppointmentPageInput> = {}): Promise<AppointmentPage> =>
    store.query('appointmentPage', {
      locationId: hall,
      from: '',
      until: '',
      state: null,
      text: '',
      services: [],
      after: null,
      limit: 100,
      ...more,
    });
  const idsOf = (list: readonly KeptAppointment[]): string[] =>
    list.map(({ appointment }) => appointment.id.slice(hall.length + 1));
  const logged = async ({ appointment }: KeptAppointment) =>
    (await store.query('audit', { itemId: appointment.id, limit: 10 })).toReversed();

  describe('an appointment', () => {
    it('is there as it was written, whatever it says', async () => {
      const full = visit('full', {
        location: hall,
        client_name: 'Zoë “Zo” Ǻngström',
        lang: 'pt_PT',
        code: 'KX-47 Q2',
        state: 0,
        user: 'ana',
        desk: 'desk-1',
        app_displayname: 'The 10 o’clock',
        birthday: '1936-02-29',
        reference: 'P 0047/11',
      });
      await book(full, visit('bare'));
      expect(await found(full)).toEqual(full);
      expect(await found(visit('bare'))).toEqual(visit('bare'));
      expect(await found(visit('none'))).toBeNull();
    });

    it('is changed and removed only with its current revision', async () => {
      const first = visit('one');
      const moved = visit('one', { scheduled_to: '2026-11-21 09:00:00' });
      await book(first);
      expect(await store.editAppointment({ before: null, after: moved, from: revision })).toBe(false);
      expect(await store.editAppointment({ before: first, after: moved, from: revision + 1 })).toBe(false);
      expect(await store.editAppointment({ before: first, after: moved, from: revision })).toBe(true);
      expect(await store.editAppointment({ before: first, after: null, from: revision })).toBe(false);
      expect(await found(first)).toEqual(moved);
      expect(idsOf((await page()).appointments)).toEqual(['one']);
      expect(await store.editAppointment({ before: moved, after: null, from: revision })).toBe(true);
      expect(await found(first)).toBeNull();
    });

    it('of two who change it at once, is changed by one', async () => {
      const before = visit('one');
      await book(before);
      const wishes = ['A', 'B', 'C', 'D'].map((client_name) => visit('one', { client_name }));
      const done = await Promise.all(wishes.map((after) => store.editAppointment({ before, after, from: revision })));
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await found(before)).toEqual(wishes[done.indexOf(true)]);
    });

    it('of two who book the same id at two locations, is booked by one', async () => {
      const here = visit('one');
      const there = { ...here, locationId: `${hall}-b` };
      const done = await Promise.all(
        [here, there].map((after) => store.editAppointment({ before: null, after, from: revision })),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
    });

    it('leaves in the change log who changed what, and nothing of its visitor', async () => {
      const by = { kind: 'user', id: 'ana' } as const;
      const born = { birthday: '1936-02-29', reference: 'P-0047' };
      const before = visit('one', { client_name: 'Marta Reis', code: 'QR-1', app_displayname: 'Reis, 10 h', ...born });
      const after = visit('one', { client_name: 'M. Reis', code: 'QR-2', state: 0, app_displayname: 'R.' });
      await store.editAppointment({ before: null, after: before, from: revision, by });
      await store.editAppointment({ before, after, from: revision, by });
      await store.editAppointment({ before: after, after: null, from: revision });
      const log = await logged(before);
      expect(log.map(({ action, by: who }) => [action, who.id])).toEqual([
        ['added', 'ana'],
        ['changed', 'ana'],
        ['removed', ''],
      ]);
      expect(log[1]?.fields).toEqual(
        expect.arrayContaining([
          { field: 'client_name', before: '', after: '', hidden: true },
          { field: 'code', before: '', after: '', hidden: true },
          { field: 'app_displayname', before: '', after: '', hidden: true },
          { field: 'birthday', before: '', after: '', hidden: true },
          { field: 'reference', before: '', after: '', hidden: true },
          { field: 'state', before: '1', after: '0' },
        ]),
      );
      expect(JSON.stringify(log)).not.toMatch(/Reis|QR-|R\.|1936-02|P-0047/);
    });
  });

  describe('a look-up by birthday', () => {
    const born = { birthday: '1936-02-29' };
    const wanted = { locationId: '', birthday: born.birthday, from: '2026-11-20', until: '2026-11-20', limit: 10 };
    const lookUp = async (more: object = {}) =>
      idsOf(await store.query('appointmentsOfBirthday', { ...wanted, locationId: hall, ...more }));

    it('gives the booked ones of that day and location by time, and no others', async () => {
      await book(
        visit('second', { ...born, scheduled_to: '2026-11-20 10:30:00' }),
        visit('first', born),
        visit('other', { birthday: '1936-02-28' }),
        visit('unknown'),
        visit('off', { ...born, state: 0 }),
        visit('before', { ...born, scheduled_to: '2026-11-19 23:59:59' }),
        visit('after', { ...born, scheduled_to: '2026-11-21 00:00:00' }),
        { ...visit('there', born), locationId: `${hall}-b` },
      );
      expect(await lookUp()).toEqual(['first', 'second']);
      expect(await lookUp({ limit: 1 })).toEqual(['first']);
      expect(await lookUp({ until: '2026-11-21' })).toEqual(['first', 'second', 'after']);
      expect(await lookUp({ birthday: '1936-03-01' })).toEqual([]);
      // Those without one are no one's.
      expect(await lookUp({ birthday: '' })).toEqual([]);
    });

    it('knows the last day of one that has a birthday', async () => {
      const lastDay = () => store.query('lastBirthdayDay', { locationId: hall });
      await book(visit('without', { scheduled_to: '2026-12-24 10:00:00' }));
      expect(await lastDay()).toBe('');
      await book(visit('with', born), visit('off', { ...born, state: 0, scheduled_to: '2026-12-24 11:00:00' }));
      expect(await lastDay()).toBe('2026-11-20');
    });
  });

  describe('a list', () => {
    it('is by day and time, between days, one page after the other', async () => {
      await book(
        visit('late', { scheduled_to: '2026-11-20 16:00:00' }),
        visit('b', { scheduled_to: '2026-11-20 09:00:00' }),
        visit('a', { scheduled_to: '2026-11-20 09:00:00' }),
        visit('before', { scheduled_to: '2026-11-19 23:59:59' }),
        visit('after', { scheduled_to: '2026-11-21 00:00:00' }),
      );
      await book({ ...visit('elsewhere'), locationId: `${hall}-b` });
      expect(idsOf((await page()).appointments)).toEqual(['before', 'a', 'b', 'late', 'after']);
      const today = { from: '2026-11-20', until: '2026-11-20' };
      expect(idsOf((await page(today)).appointments)).toEqual(['a', 'b', 'late']);
      const first = await page({ ...today, limit: 2 });
      expect(idsOf(first.appointments)).toEqual(['a', 'b']);
      const second = await page({ ...today, limit: 2, after: first.next });
      expect([idsOf(second.appointments), second.next]).toEqual([['late'], null]);
    });

    it('finds names, codes and ids however they are written, and those of some services', async () => {
      await book(
        visit('1', { client_name: 'JOSÉ  Álvares' }),
        visit('2', { code: 'QR-77' }),
        visit('3', { client_name: '100 % Jose_' }),
        visit('4', { service: `${hall}-taxes`, state: 0 }),
      );
      const find = async (text: string, more: object = {}): Promise<string[]> =>
        idsOf((await page({ text: foldText(text), ...more })).appointments);
      expect(await find('josé')).toEqual(['1', '3']);
      expect(await find('jose al')).toEqual(['1']);
      expect(await find('qr-7')).toEqual(['2']);
      expect(await find('%')).toEqual(['3']);
      expect(await find('_')).toEqual(['3']);
      expect(await find('nobody', { services: [`${hall}-taxes`] })).toEqual(['4']);
      expect(await find('', { state: 0 })).toEqual(['4']);
    });
  });

  describe('a code', () => {
    it('finds booked visits, the latest first, to the letter or as people type it', async () => {
      const code = `KX-${hall}`;
      await book(
        visit('1', { code }),
        visit('2', { code, scheduled_to: '2026-12-01 08:00:00' }),
        visit('3', { code: `kx ${hall}` }),
        visit('off', { code, state: 0 }),
        visit('none'),
      );
      const ask = async (asked: string, alike: boolean): Promise<string[]> =>
        idsOf(await store.query('appointmentsOfCode', { code: asked, alike, limit: 10 }));
      expect(await ask(code, false)).toEqual(['2', '1']);
      expect((await ask(`KX${hall.toUpperCase().replace('-', '')}`, true)).sort()).toEqual(['1', '2', '3']);
      expect(await ask('', false)).toEqual([]);
      expect(await ask('', true)).toEqual([]);
    });

    it('is asked for until the last day on which one is booked', async () => {
      expect(await store.query('lastCodeDay', { locationId: hall })).toBe('');
      await book(
        visit('1', { code: 'A' }),
        visit('off', { code: 'B', state: 0, scheduled_to: '2026-12-02 08:00:00' }),
        visit('no-code', { scheduled_to: '2026-12-03 08:00:00' }),
      );
      expect(await store.query('lastCodeDay', { locationId: hall })).toBe('2026-11-20');
    });
  });

  describe('with a change of the site', () => {
    const nothing = { put: [], remove: [] } as const;

    it('those of a file are added and changed, and only what has changed is in the log', async () => {
      await book(visit('same'), visit('other'), visit('left'));
      const put = [visit('same'), visit('other', { state: 0 }), visit('new')];
      expect(await store.writeSite({ ...nothing, appointments: { put, only: false, moved: [] } })).not.toBeNull();
      expect(idsOf((await page()).appointments).sort()).toEqual(['left', 'new', 'other', 'same']);
      expect((await logged(visit('same'))).map(({ action }) => action)).toEqual(['added']);
      expect((await logged(visit('other'))).map(({ action }) => action)).toEqual(['added', 'changed']);
      expect((await logged(visit('new'))).map(({ action }) => action)).toEqual(['added']);
    });

    it('go with their service to another location', async () => {
      await book(visit('one', { location: '' }));
      const moved = [{ serviceId: `${hall}-papers`, locationId: `${hall}-b` }];
      await store.writeSite({ ...nothing, appointments: { put: [], only: false, moved } });
      expect(await found(visit('one'))).toEqual({ ...visit('one'), locationId: `${hall}-b` });
      expect((await page()).appointments).toEqual([]);
    });

    it('nothing is done when they are others than those that it was made for', async () => {
      const of = { services: [`${hall}-papers`] };
      const { fingerprint } = await store.query('appointmentsOf', { of });
      const change = {
        ...nothing,
        appointments: { put: [visit('new')], only: false, moved: [], seen: { of, fingerprint } },
      };
      await book(visit('meanwhile'));
      expect(await store.writeSite(change)).toBeNull();
      expect(await found(visit('new'))).toBeNull();
      const again = await store.query('appointmentsOf', { of });
      const seen = { of, fingerprint: again.fingerprint };
      expect(await store.writeSite({ ...change, appointments: { ...change.appointments, seen } })).not.toBeNull();
      expect(await found(visit('new'))).toEqual(visit('new'));
    });

    it('are found by what they name', async () => {
      await book(visit('1', { user: `${hall}-ana` }), visit('2', { desk: `${hall}-1` }), visit('3'));
      const ask = async (of: object): Promise<string[]> =>
        idsOf((await store.query('appointmentsOf', { of })).appointments).sort();
      expect(await ask({ users: [`${hall}-ana`] })).toEqual(['1']);
      expect(await ask({ desks: [`${hall}-1`, 'no'], users: ['nobody'] })).toEqual(['2']);
      expect(await ask({ locations: [hall], desks: [`${hall}-1`] })).toEqual(['1', '2', '3']);
    });
  });

  describe('when their days are over', () => {
    const erase = async (bookedBefore: string, limit = 10) => {
      const appointments = [{ locationId: hall, bookedBefore }];
      const done = await store.run('anonymise', { limit, tickets: [], appointments }, { now: 0 });
      return value(done);
    };

    it('lose what they say of their visitors, a few at a time, and keep the rest', async () => {
      const personal = { client_name: 'Marta Reis', code: `QR-${hall}`, app_displayname: 'Reis' };
      const old = ['1', '2', '3'].map((name) => visit(name, { ...personal, user: 'ana', lang: 'pt_PT' }));
      const young = visit('young', { ...personal, scheduled_to: '2026-11-21 00:00:00' });
      await book(...old, young);
      expect(await erase('2026-11-20')).toMatchObject({ appointments: 0, more: false });
      expect(await erase('2026-11-21', 2)).toMatchObject({ appointments: 2, more: true });
      expect(await erase('2026-11-21', 2)).toMatchObject({ appointments: 1, more: false });
      expect(await found(old[0]!)).toEqual(visit('1', { user: 'ana', lang: 'pt_PT' }));
      expect(await found(young)).toEqual(young);
      expect(idsOf((await page({ text: 'reis' })).appointments)).toEqual(['young']);
      const ofCode = { code: `QR-${hall}`, alike: false, limit: 10 };
      expect(idsOf(await store.query('appointmentsOfCode', ofCode))).toEqual(['young']);
    });
  });
}
