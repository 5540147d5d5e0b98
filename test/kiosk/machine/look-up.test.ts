/** A visitor without a code answers two questions, and is found by them. */
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../main/kiosk/machine/catalog.ts';
import { CHOOSE_MS, type CodeAnswer } from '../../../main/kiosk/machine/model.ts';
import { view } from '../../../main/kiosk/machine/view.ts';
import { KioskMachine } from './kiosk-machine.ts';

const texts = { en: { name: 'Passports', description: '' } };
const CATALOG: Catalog = {
  deviceId: 'kiosk',
  locationId: 'hall',
  siteNames: { en: 'Town hall' },
  checkIn: true,
  lookUp: 'name',
  timeZone: 'UTC',
  numberWidth: 3,
  logo: '',
  colour: '',
  languages: ['en'],
  defaultLang: 'en',
  services: [{ id: 'passports', tag: 'A', colour: '', groupId: '', priorityAllowed: true, maxWaiting: 0, texts }],
  groups: [],
};

class Machine extends KioskMachine {
  constructor(more: Partial<Catalog> = {}) {
    super();
    this.send({ kind: 'catalog', catalog: { ...CATALOG, ...more } });
    this.send({ kind: 'queues', now: { passports: { open: true, opensAt: null, waiting: 0, waitSeconds: null } } });
  }

  begin(): this {
    return this.send({ kind: 'startCheckIn' }).send({ kind: 'startLookUp' });
  }

  answer(asks: 'visitor' | 'birthday', answer: string): this {
    return this.send({ kind: 'lookUp', asks, answer });
  }

  hear(answer: CodeAnswer): this {
    return this.send({ kind: 'codeAnswered', visit: this.model.visit, answer });
  }

  get state() {
    return view(this.model, this.now, null);
  }
}

const asking = (asks: 'visitor' | 'birthday', more = {}) => ({
  ...{ name: 'look-up', by: 'name', asks, answer: [], looking: false, fault: '' },
  ...more,
});

describe('a look-up', () => {
  it('asks for the name, then for the birthday, and looks once', () => {
    const kiosk = new Machine().begin();
    expect(kiosk.state.screen).toEqual(asking('visitor'));
    expect(kiosk.answer('visitor', ' Rosa Vale ').state.screen).toEqual(asking('birthday'));
    kiosk.answer('birthday', '1941-03-09').answer('birthday', '1941-03-09');
    expect(kiosk.state.screen).toEqual(asking('birthday', { answer: ['1941-03-09'], looking: true }));
    const [effect, ...others] = kiosk.effects;
    if (effect?.kind !== 'findPerson') throw new Error('No person is looked for.');
    expect([effect.visitor.reveal(), effect.birthday.reveal(), others]).toEqual(['Rosa Vale', '1941-03-09', []]);
    expect(kiosk.state.timeout).toBeNull();
  });

  it('keeps answers out of whatever is written of the model and its effects', () => {
    const kiosk = new Machine().begin().answer('visitor', 'Rosa Vale').answer('birthday', '1941-03-09');
    expect(JSON.stringify([kiosk.model, kiosk.effects])).not.toMatch(/Rosa|1941/);
  });

  it('reads a date in any digits, and asks again for one that no calendar has', () => {
    const kiosk = new Machine().begin().answer('visitor', 'نور').answer('birthday', '1941-02-30');
    expect(kiosk.state.screen).toEqual(asking('birthday', { fault: 'date' }));
    expect(kiosk.answer('birthday', '1941-3').state.screen).toMatchObject({ fault: 'date' });
    kiosk.answer('birthday', '١٩٤١-٠٣-٠٩');
    expect(kiosk.effects).toMatchObject([{ kind: 'findPerson' }]);
  });

  it('needs an answer', () => {
    const kiosk = new Machine().begin().answer('visitor', '  ');
    expect(kiosk.state.screen).toEqual(asking('visitor', { fault: 'required' }));
    // An answer to another question is late.
    expect(kiosk.answer('birthday', '1941-03-09').effects).toEqual([]);
  });

  it('takes a name of 200 characters, and no longer one', () => {
    expect(new Machine().begin().answer('visitor', 'a'.repeat(201)).state.screen).toMatchObject({ fault: 'required' });
    expect(new Machine().begin().answer('visitor', 'a'.repeat(200)).state.screen).toEqual(asking('birthday'));
  });

  it('goes back with the answers, to the code, and to the services', () => {
    const kiosk = new Machine().begin().answer('visitor', 'Rosa Vale').send({ kind: 'back' });
    expect(kiosk.state.screen).toEqual(asking('visitor', { answer: ['Rosa Vale'] }));
    expect(kiosk.send({ kind: 'back' }).state.screen.name).toBe('check-in');
    expect(kiosk.send({ kind: 'back' }).state.screen.name).toBe('choose');
  });

  it('lets both answers be corrected when nothing is found', () => {
    const kiosk = new Machine().begin().answer('visitor', 'Rosa Vale').answer('birthday', '1941-03-09');
    kiosk.hear({ kind: 'codeRefused', fault: 'unknown' });
    expect(kiosk.state.screen).toEqual(asking('birthday', { answer: ['1941-03-09'], fault: 'unknown' }));
    expect(kiosk.send({ kind: 'back' }).state.screen).toEqual(asking('visitor', { answer: ['Rosa Vale'] }));
  });

  it('leads to the ticket, to the choice of several, and to what visitors of a code read', () => {
    const found = () => new Machine().begin().answer('visitor', 'Rosa Vale').answer('birthday', '1941-03-09');
    const appointment = { id: 'a', serviceId: 'passports' };
    expect(found().hear({ kind: 'appointmentRead', appointment }).effects.at(-1)).toMatchObject({
      kind: 'issue',
      appointment: { id: 'a', late: false },
    });
    const offer = { ...appointment, serviceName: 'Passports', tag: 'A', scheduledTo: '2026-11-20 12:20:00' };
    expect(
      found().hear({ kind: 'appointmentsRead', appointments: [offer, { ...offer, id: 'b' }] }).state.screen.name,
    ).toBe('appointments');
    expect(found().hear({ kind: 'appointmentRefused', reason: 'server-away' }).state.screen).toEqual({
      name: 'problem',
      reason: 'server-away',
      ticket: null,
    });
  });

  it('forgets the visitor when the screen is not touched', () => {
    const kiosk = new Machine().begin().answer('visitor', 'Rosa Vale');
    kiosk.now += CHOOSE_MS;
    kiosk.send({ kind: 'timeUp' });
    expect(kiosk.state.screen.name).toBe('idle');
    expect(kiosk.begin().state.screen).toEqual(asking('visitor'));
  });

  it('gives a late answer to no other visitor', () => {
    const kiosk = new Machine().begin().answer('visitor', 'Rosa Vale').answer('birthday', '1941-03-09');
    const { visit } = kiosk.model;
    kiosk.send({ kind: 'codeAnswered', visit: visit - 1, answer: { kind: 'codeRefused', fault: 'unknown' } });
    expect(kiosk.state.screen).toMatchObject({ looking: true });
  });
});

describe('the way to a look-up', () => {
  it('is offered where the server offers it', () => {
    const { lookUp: _, ...none } = CATALOG;
    const without = new Machine();
    without.send({ kind: 'catalog', catalog: none });
    expect(without.state.lookUp).toBe(false);
    expect(without.begin().state.screen.name).toBe('check-in');
    expect(new Machine().state).toMatchObject({ checkIn: true, lookUp: true });
  });

  it('is the first one where no code can be typed', () => {
    const kiosk = new Machine({ checkIn: false, lookUp: 'both' });
    expect(kiosk.state.checkIn).toBe(true);
    expect(kiosk.send({ kind: 'startCheckIn' }).state.screen).toEqual(asking('visitor', { by: 'both' }));
    expect(kiosk.send({ kind: 'back' }).state.screen.name).toBe('choose');
  });

  it('is closed while the kiosk is offline', () => {
    const kiosk = new Machine().send({ kind: 'alone' });
    expect(kiosk.state).toMatchObject({ checkIn: false, lookUp: false });
    expect(kiosk.begin().state.screen.name).toBe('idle');
  });
});
