/** Staff calls from the kiosk: messages, their duration, and one call for each touch. */
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../main/kiosk/machine/catalog.ts';
import { reduce } from '../../../main/kiosk/machine/machine.ts';
import { CHOOSE_MS, type KioskEvent, startModel } from '../../../main/kiosk/machine/model.ts';
import { view } from '../../../main/kiosk/machine/view.ts';
import { STAFF_CALL_MS, STAFF_COMING_MS } from '../../../main/staff-calls/contract/staff-call.ts';
import { askStaff, standingCalls, takeStaffCall, withStaffCall } from '../../../main/staff-calls/rules/staff-call.ts';

const texts = { en: { name: 'Taxes', description: '' } };
const CATALOG: Catalog = {
  deviceId: 'kiosk',
  locationId: 'hall',
  siteNames: { en: 'Town hall' },
  staffCall: true,
  timeZone: 'UTC',
  numberWidth: 3,
  logo: '',
  colour: '',
  languages: ['en'],
  defaultLang: 'en',
  services: [{ id: 'taxes', tag: 'A', colour: '', groupId: '', priorityAllowed: false, maxWaiting: 0, texts }],
  groups: [],
};
const OPEN = { taxes: { open: true, opensAt: null, waiting: 0, waitSeconds: null } };
const SHUT = { taxes: { open: false, opensAt: null, waiting: 0, waitSeconds: null } };

function kioskWith(catalog: Catalog, live = OPEN) {
  let model = startModel('en');
  let now = 1_000_000;
  let told = 0;
  const kiosk = {
    send(event: KioskEvent) {
      const step = reduce(model, event, now);
      model = step.model;
      told += step.effects.filter(({ kind }) => kind === 'callStaff').length;
      return kiosk;
    },
    press: () => kiosk.send({ kind: 'callStaff' }),
    hears: (state: string, since: number, left: number) =>
      kiosk.send({ kind: 'staffHeard', call: { state, since_seconds: since, left_seconds: left } }),
    later(ms: number) {
      now += ms;
      return kiosk.send({ kind: 'staffTimeUp' }).send({ kind: 'timeUp' });
    },
    get staff() {
      return view(model, now, null).staff;
    },
    get screen() {
      return view(model, now, null).screen.name;
    },
    get told() {
      return told;
    },
  };
  return kiosk.send({ kind: 'catalog', catalog }).send({ kind: 'queues', now: live });
}

describe('calling staff at the kiosk', () => {
  it('notifies the server once for repeated touches, and shows the result to the visitor', () => {
    const kiosk = kioskWith(CATALOG);
    expect(kiosk.staff).toEqual({ state: 'none', agoMs: 0 });
    kiosk.press().press();
    expect([kiosk.staff?.state, kiosk.told]).toEqual(['calling', 1]);
    kiosk.hears('asked', 0, 300).press();
    kiosk.later(120_000);
    expect([kiosk.staff, kiosk.told]).toEqual([{ state: 'asked', agoMs: 120_000 }, 1]);
    kiosk.hears('coming', 125, 180).press();
    expect([kiosk.staff?.state, kiosk.told]).toEqual(['coming', 1]);
    kiosk.later(180_000);
    expect(kiosk.staff?.state).toBe('none');
    expect(kiosk.press().told).toBe(2);
  });

  it('continues after the visit: the next visitor reads that staff were called', () => {
    const kiosk = kioskWith(CATALOG).send({ kind: 'chooseLanguage', lang: 'en' }).press().hears('asked', 0, 300);
    kiosk.later(CHOOSE_MS);
    expect([kiosk.screen, kiosk.staff?.state]).toEqual(['idle', 'asked']);
  });

  it('reports that no clerk came, and can be pressed again', () => {
    const kiosk = kioskWith(CATALOG).press().hears('asked', 0, 300).later(300_000);
    expect(kiosk.staff?.state).toBe('missed');
    expect(kiosk.press().told).toBe(2);
    kiosk.send({ kind: 'staffAway' }).later(60_000);
    expect(kiosk.staff?.state).toBe('none');
  });

  it('reports that the call was not sent, and shows it if the server has it after all', () => {
    const kiosk = kioskWith(CATALOG).press().send({ kind: 'staffAway' });
    expect(kiosk.staff?.state).toBe('away');
    expect(kiosk.hears('asked', 3, 297).staff).toEqual({ state: 'asked', agoMs: 3_000 });
    // A late response does not undo this.
    expect(kiosk.send({ kind: 'staffAway' }).staff?.state).toBe('asked');
    const silent = kioskWith(CATALOG).press().later(30_000);
    expect(silent.staff?.state).toBe('away');
  });

  it('shows for a minute that no clerk came, or that the call was not sent', () => {
    const missed = kioskWith(CATALOG).press().hears('asked', 0, 300).later(300_000).later(59_999);
    expect(missed.staff?.state).toBe('missed');
    expect(missed.later(1).staff?.state).toBe('none');
    const away = kioskWith(CATALOG).press().send({ kind: 'staffAway' }).later(59_999);
    expect(away.staff?.state).toBe('away');
    expect(away.press()).toMatchObject({ staff: { state: 'calling' }, told: 2 });
  });

  it('keeps its start time with slightly late responses, and accepts a different one', () => {
    const kiosk = kioskWith(CATALOG).press().hears('asked', 0, 300).later(10_000).hears('asked', 13, 287);
    expect(kiosk.staff).toEqual({ state: 'asked', agoMs: 10_000 });
    expect(kiosk.hears('asked', 2, 295).staff).toEqual({ state: 'asked', agoMs: 2_000 });
    expect(kiosk.hears('ended', 20, 0).staff).toEqual({ state: 'asked', agoMs: 2_000 });
  });

  it('continues offline, and is not shown where the kiosk is out of service', () => {
    const offline = kioskWith(CATALOG).send({ kind: 'alone' });
    expect([offline.staff?.state, offline.press().told]).toEqual(['none', 1]);
    const left = kioskWith(CATALOG).send({ kind: 'touchService', serviceId: 'taxes', priority: false });
    expect(left.staff?.state).toBe('none');
    expect(left.send({ kind: 'linkDown', reason: 'server-away' }).staff).toBeNull();
    expect(kioskWith({ ...CATALOG, services: [] }).staff).toBeNull();
    expect(kioskWith(CATALOG).send({ kind: 'queues', now: {} }).staff).toBeNull();
  });

  it('is not offered if it is disabled, or the location or kiosk is closed', () => {
    const off = kioskWith({ ...CATALOG, staffCall: false }).press();
    expect([off.staff, off.told]).toEqual([null, 0]);
    expect(kioskWith(CATALOG, SHUT).staff).toBeNull();
    const shut = kioskWith(CATALOG).send({ kind: 'shut', message: {} }).press();
    expect([shut.staff, shut.told]).toEqual([null, 0]);
    const down = kioskWith(CATALOG).send({ kind: 'linkDown', reason: 'server-away' }).press();
    expect([down.staff, down.told]).toEqual([null, 0]);
  });
});

describe('staff calls on the server', () => {
  const rui = { userId: 'rui', deskId: 'desk-2' };
  const ana = { userId: 'ana', deskId: 'desk-1' };

  it('exist once per kiosk, are accepted by the first clerk, and end automatically', () => {
    const { call } = askStaff(undefined, 1_000);
    expect(askStaff(call, 2_000)).toEqual({ call, isNew: false });
    const taken = takeStaffCall(call, rui, 60_000);
    expect(taken).toMatchObject({ isNew: true, call: { ...rui, takenAt: 60_000, until: 60_000 + STAFF_COMING_MS } });
    expect(takeStaffCall(taken?.call, ana, 61_000)).toEqual({ call: taken?.call, isNew: false });
    expect(askStaff(taken?.call, 60_000 + STAFF_COMING_MS - 1).isNew).toBe(false);
    expect(askStaff(taken?.call, 60_000 + STAFF_COMING_MS).isNew).toBe(true);
    expect(takeStaffCall(call, rui, 1_000 + STAFF_CALL_MS)).toBeNull();
    expect(takeStaffCall(undefined, rui, 1_000)).toBeNull();
  });

  it('are listed with the oldest first, and removed at their end', () => {
    const first = askStaff(undefined, 1_000).call;
    const second = askStaff(undefined, 60_000).call;
    const calls = withStaffCall(withStaffCall({}, 'kiosk-2', second, 60_000), 'kiosk-1', first, 60_000);
    expect(standingCalls(calls, 60_000).map(({ deviceId }) => deviceId)).toEqual(['kiosk-1', 'kiosk-2']);
    const later = 1_000 + STAFF_CALL_MS;
    expect(standingCalls(calls, later).map(({ deviceId }) => deviceId)).toEqual(['kiosk-2']);
    expect(Object.keys(withStaffCall(calls, 'kiosk-3', askStaff(undefined, later).call, later))).toEqual([
      'kiosk-2',
      'kiosk-3',
    ]);
  });
});
