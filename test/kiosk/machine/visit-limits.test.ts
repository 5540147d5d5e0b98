/** The limits of a visit: how long each screen waits, what a card changes, and which events come too late. */
import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogService } from '../../../main/kiosk/machine/catalog.ts';
import {
  type CardUse,
  CHOOSE_MS,
  type KioskEvent,
  LEFT_MS,
  NOTE_NUMBER_MS,
  PROBLEM_MS,
  TAKE_TICKET_MS,
} from '../../../main/kiosk/machine/model.ts';
import { question, questionsOf } from '../../forms/rules/form-site.ts';
import { CATALOG, Machine, TICKET } from './town-hall.ts';

const offer = { id: 'visit-1', serviceId: 'cards', serviceName: 'cards', tag: 'B', scheduledTo: '2026-11-20 12:20:00' };
const own: CardUse = { deviceId: '', clientName: null };
const card = (grant: object = {}, more: Partial<CardUse> = {}) =>
  ({
    kind: 'cardRead',
    card: { ...own, grant: { priority: false, lang: '', services: [], ...grant }, ...more },
  }) as const;
const withCatalog = (more: Partial<Catalog>): Machine =>
  new Machine().send({ kind: 'catalog', catalog: { ...CATALOG, ...more } });
const codes = (): Machine => withCatalog({ checkIn: true, lookUp: 'name' });
const asks = (id: string, questions: readonly object[]): readonly CatalogService[] =>
  CATALOG.services.map((each) => (each.id === id ? { ...each, questions: questionsOf(questions) } : each));

const REASON = question('reason', 'text');
const BADGE = question('badge', 'text', { on: ['card_reader'] });
const REFUSED = { kind: 'ticketRefused', visit: 0, reason: 'refused' } as const;

const form = (more: Partial<Catalog> = {}): Machine => withCatalog({ services: asks('passports', [REASON]), ...more });
const asked = (): Machine => form().touch('passports');
const issuing = (): Machine => new Machine().touch('passports');
const printing = (): Machine => issuing().issued();
const taking = (): Machine => printing().printed();
const noted = (): Machine => printing().printFailed('no-paper');
const refused = (): Machine => issuing().send(REFUSED);
const chosen = (): Machine => new Machine().send({ kind: 'chooseLanguage', lang: 'en' });
const offered = (): Machine => new Machine().send({ kind: 'appointmentsRead', appointments: [offer] });
const checking = (): Machine => codes().send({ kind: 'startCheckIn' });
const looking = (): Machine => checking().send({ kind: 'checkIn', code: 'QR-1' });
const person = (): Machine => checking().send({ kind: 'startLookUp' });
const finding = (): Machine =>
  person()
    .send({ kind: 'lookUp', asks: 'visitor', answer: 'Rosa Vale' })
    .send({ kind: 'lookUp', asks: 'birthday', answer: '1941-03-09' });

const SCREENS = {
  idle: () => new Machine(),
  choose: chosen,
  'check-in': checking,
  'check-in, looking': looking,
  'look-up': person,
  'look-up, looking': finding,
  appointments: offered,
  form: asked,
  issuing,
  printing,
  'take-ticket': taking,
  problem: refused,
  'problem with a number': noted,
} as const;
type ScreenName = keyof typeof SCREENS;

/** Sends an event to each screen; lists the screens on which it changed or caused something. */
function takenOn(event: KioskEvent | ((kiosk: Machine) => KioskEvent)): readonly ScreenName[] {
  return (Object.keys(SCREENS) as ScreenName[]).filter((name) => {
    const kiosk = SCREENS[name]();
    const { model } = kiosk;
    const effects = kiosk.effects.length;
    kiosk.send(typeof event === 'function' ? event(kiosk) : event);
    return kiosk.model !== model || kiosk.effects.length > effects;
  });
}

describe('the time that a screen waits', () => {
  it.each<readonly [ScreenName, number]>([
    ['choose', CHOOSE_MS],
    ['check-in', CHOOSE_MS],
    ['look-up', CHOOSE_MS],
    ['appointments', CHOOSE_MS],
    ['form', CHOOSE_MS],
    ['take-ticket', TAKE_TICKET_MS],
    ['problem', PROBLEM_MS],
  ])('for a touch is counted down (%s)', (name, ms) => {
    const kiosk = SCREENS[name]();
    expect(kiosk.state.timeout?.remainingMs).toBe(ms);
    const { visit } = kiosk.model;
    expect(kiosk.wait(ms - 1).screen.name).toBe(name);
    expect(kiosk.wait(1).screen.name).toBe('idle');
    expect(kiosk.model.visit).toBe(visit + 1);
  });

  it.each<ScreenName>(['idle', 'check-in, looking', 'look-up, looking', 'issuing', 'printing'])(
    'for server or printer has no end (%s)',
    (name) => {
      const kiosk = SCREENS[name]();
      const { phase } = kiosk.model;
      expect(kiosk.state.timeout).toBeNull();
      kiosk.send({ kind: 'stillHere' }).wait(LEFT_MS);
      expect(kiosk.model).toMatchObject({ phase, deadline: null });
    },
  );

  it('is never shown below nothing', () => {
    const kiosk = taking();
    kiosk.now += 2 * TAKE_TICKET_MS;
    expect(kiosk.state.timeout?.remainingMs).toBe(0);
  });

  it('begins again with a touch on the last screens', () => {
    for (const [kiosk, ms] of [
      [taking(), TAKE_TICKET_MS],
      [refused(), PROBLEM_MS],
    ] as const) {
      kiosk.now += ms - 1;
      const { screen } = kiosk;
      expect(kiosk.send({ kind: 'stillHere' }).state).toMatchObject({ timeout: { remainingMs: ms } });
      expect(kiosk.screen).toEqual(screen);
    }
  });

  it('of a number that its visitor left is longer, and is that of a visitor again after a touch', () => {
    const kiosk = noted().wait(NOTE_NUMBER_MS);
    expect(kiosk.wait(LEFT_MS - 1).screen).toMatchObject({ left: true });
    kiosk.send({ kind: 'stillHere' });
    expect(kiosk.wait(NOTE_NUMBER_MS).screen).toMatchObject({ left: true });
    expect(kiosk.wait(LEFT_MS).screen.name).toBe('idle');
  });

  it('grows while the server works, for the next screen', () => {
    const kiosk = issuing().send({ kind: 'moreTime' });
    expect(kiosk.state.timeout).toBeNull();
    kiosk.issued().send({ kind: 'pace', times: 2 });
    expect(kiosk.state.timeout).toBeNull();
    expect(kiosk.printed().state.timeout?.remainingMs).toBe(4 * TAKE_TICKET_MS);
  });

  it('is not given to the next visitor by a touch on the idle screen', () => {
    const kiosk = new Machine().send({ kind: 'moreTime' });
    expect(kiosk.model.moreTime).toBe(false);
  });
});

describe('an event', () => {
  const VISIT: readonly ScreenName[] = ['idle', 'choose'];
  const CODES: readonly ScreenName[] = [...VISIT, 'check-in', 'look-up', 'appointments', 'take-ticket', 'problem'];

  it.each<readonly [string, KioskEvent | ((kiosk: Machine) => KioskEvent), readonly ScreenName[]]>([
    ['a touch on a service', { kind: 'touchService', serviceId: 'taxes', priority: false }, VISIT],
    ['a touch on an unknown service', { kind: 'touchService', serviceId: 'gone', priority: false }, []],
    ['a touch on a group', { kind: 'touchGroup', groupId: 'papers' }, VISIT],
    ['a touch on an unknown group', { kind: 'touchGroup', groupId: 'gone' }, []],
    ['a touch on an appointment', { kind: 'touchAppointment', appointmentId: 'visit-1' }, ['appointments']],
    ['a touch on an unknown appointment', { kind: 'touchAppointment', appointmentId: 'gone' }, []],
    ['an unknown language', { kind: 'chooseLanguage', lang: 'xx' }, []],
    ['a typed code', { kind: 'checkIn', code: 'QR-2' }, ['check-in']],
    ['the way to the look-up', { kind: 'startLookUp' }, ['check-in']],
    ['an answer of the look-up', { kind: 'lookUp', asks: 'visitor', answer: 'Rosa Vale' }, ['look-up']],
    ['back', { kind: 'back' }, ['choose', 'check-in', 'look-up', 'appointments']],
    ['the end of the visit', { kind: 'done' }, ['take-ticket', 'problem', 'problem with a number']],
    ['an unknown card', { kind: 'cardUnknown' }, CODES],
    ['a blocked card', { kind: 'cardBlocked' }, CODES],
    ['an expired card', { kind: 'cardExpired' }, CODES],
    ['a refused appointment', { kind: 'appointmentRefused', reason: 'appointment-early' }, CODES],
    ['a card', card(), [...CODES.slice(0, 5), 'form', ...CODES.slice(5)]],
    [
      'an appointment',
      { kind: 'appointmentRead', appointment: offer },
      [...CODES.slice(0, 5), 'form', ...CODES.slice(5)],
    ],
    [
      'several appointments',
      { kind: 'appointmentsRead', appointments: [offer] },
      [...CODES.slice(0, 5), 'form', ...CODES.slice(5)],
    ],
    [
      'an issued ticket',
      ({ model }) => ({ kind: 'ticketIssued', visit: model.visit, ticket: TICKET, lang: 'en' }),
      ['issuing'],
    ],
    ['an issued ticket of another visit', { kind: 'ticketIssued', visit: 9, ticket: TICKET, lang: 'en' }, []],
    [
      'a refused ticket',
      ({ model }) => ({ kind: 'ticketRefused', visit: model.visit, reason: 'refused' }),
      ['issuing'],
    ],
    ['a refused ticket of another visit', { kind: 'ticketRefused', visit: 9, reason: 'refused' }, []],
    [
      'the end of the print',
      ({ model }) => ({
        kind: 'printEnded',
        visit: model.visit,
        outcome: { ok: true, value: { confirmed: 'status' } },
      }),
      ['printing'],
    ],
    [
      'the end of the print of another visit',
      { kind: 'printEnded', visit: 9, outcome: { ok: true, value: { confirmed: 'status' } } },
      [],
    ],
    [
      'a phone that shows the ticket',
      ({ model }) => ({ kind: 'takenAlong', visit: model.visit }),
      ['problem with a number'],
    ],
    ['a phone with the ticket of another visit', { kind: 'takenAlong', visit: 9 }, []],
    [
      'the answer to a code',
      ({ model }) => ({ kind: 'codeAnswered', visit: model.visit, answer: { kind: 'codeRefused', fault: 'unknown' } }),
      ['check-in, looking', 'look-up, looking'],
    ],
    [
      'the answer to a code of another visit',
      { kind: 'codeAnswered', visit: 9, answer: { kind: 'codeRefused', fault: 'unknown' } },
      [],
    ],
    ['the answer to a question', { kind: 'answerQuestion', questionId: 'reason', answer: 'New' }, ['form']],
    ['the answer to another question', { kind: 'answerQuestion', questionId: 'gone', answer: 'New' }, []],
    ['a skipped question', { kind: 'skipQuestion', questionId: 'reason' }, ['form']],
    ['the way back from a question', { kind: 'backInForm', questionId: 'reason', answer: '' }, ['form']],
    ['the end of a closure', { kind: 'reopened' }, []],
  ])('counts only where it makes sense: %s', (_, event, screens) => {
    expect(takenOn(event)).toEqual(screens);
  });

  it('counts for check-in only where the server has appointments, and may type codes', () => {
    expect(takenOn({ kind: 'startCheckIn' })).toEqual([]);
    expect(codes().send({ kind: 'startCheckIn' }).screen.name).toBe('check-in');
    expect(taking().send({ kind: 'startCheckIn' }).screen.name).toBe('take-ticket');
  });

  it('changes no words while a ticket is on its way to paper', () => {
    const screens = Object.keys(SCREENS).filter((name) => name !== 'issuing' && name !== 'printing');
    expect(takenOn({ kind: 'chooseLanguage', lang: 'ar' })).toEqual(screens);
    expect(takenOn({ kind: 'chooseSimple', on: true })).toEqual(screens);
  });

  it('with other words keeps the screen, and gives the reader as much time again', () => {
    const kiosk = taking();
    kiosk.now += TAKE_TICKET_MS - 1;
    expect(kiosk.send({ kind: 'chooseLanguage', lang: 'ar' }).state).toMatchObject({
      lang: 'ar',
      screen: { name: 'take-ticket' },
      timeout: { remainingMs: TAKE_TICKET_MS },
    });
  });
});

describe('while no ticket can be had', () => {
  const down = { kind: 'linkDown', reason: 'server-away' } as const;

  it('a card on the last screen of a visit begins no other one', () => {
    for (const event of [card(), { kind: 'cardUnknown' }] as const) {
      expect(taking().send(down).send(event).screen.name).toBe('take-ticket');
      expect(refused().send(down).send(event).screen).toMatchObject({ name: 'problem', reason: 'refused' });
      expect(taking().send({ kind: 'shut', message: {} }).send(event).screen.name).toBe('take-ticket');
    }
  });

  it('no service, group or check-in opens, and offline all but the check-in', () => {
    const touched = (kiosk: Machine) =>
      kiosk.send({ kind: 'touchGroup', groupId: 'papers' }).send({ kind: 'startCheckIn' }).touch('passports');
    expect(touched(codes().send(down)).effects).toEqual([]);
    expect(codes().send(down).send({ kind: 'touchGroup', groupId: 'papers' }).model.openGroupId).toBeNull();
    expect(touched(codes().send({ kind: 'alone' })).effects).toMatchObject([{ kind: 'issue', answers: null }]);
  });

  it('the kiosk says once that it is offline', () => {
    const kiosk = new Machine().send({ kind: 'alone' });
    const { model } = kiosk;
    expect(kiosk.send({ kind: 'alone' }).model).toBe(model);
  });

  it('a service whose state is not known is not issued', () => {
    const kiosk = new Machine();
    kiosk.send({ kind: 'queues', now: { cards: { open: true, opensAt: null, waiting: 0, waitSeconds: null } } });
    expect(kiosk.touch('passports').effects).toEqual([]);
    expect(kiosk.touch('cards').effects).toHaveLength(1);
  });
});

describe('a print that ends', () => {
  it.each([
    ['fault', 'printer-fault'],
    ['timeout', 'printer-fault'],
    ['unconfirmed', 'print-unconfirmed'],
  ] as const)('without doubt, by %s, shows %s', (reason, shown) => {
    expect(printing().printFailed(reason).screen).toEqual({ name: 'problem', reason: shown, ticket: TICKET });
  });
});

describe('what a card grants', () => {
  it('is a priority that adds to the visitor’s own, where the service allows it', () => {
    const priority = (kiosk: Machine) => kiosk.effects.map((effect) => effect.kind === 'issue' && effect.priority);
    expect(priority(new Machine().send(card()).touch('passports'))).toEqual([false]);
    expect(priority(new Machine().send(card()).touch('passports', true))).toEqual([true]);
    expect(priority(new Machine().send(card({ priority: true })).touch('passports', true))).toEqual([true]);
  });

  it('holds for one visit', () => {
    const kiosk = new Machine().send(card({ lang: 'ar', priority: true })).wait(CHOOSE_MS);
    kiosk.send(card({ lang: 'pt_PT' }));
    expect(kiosk.state.lang).toBe('pt_PT');
    expect(kiosk.touch('passports').effects).toMatchObject([{ lang: 'pt_PT', priority: false }]);
  });

  it('is not taken for a choice of language where the site lacks it', () => {
    const kiosk = new Machine().send(card({ lang: 'th' })).send(card({ lang: 'ar' }));
    expect(kiosk.state.lang).toBe('ar');
    expect(kiosk.send(card({ lang: 'pt_PT' })).state.lang).toBe('ar');
  });

  it('opens its own services on the first level, whatever group was open', () => {
    const kiosk = new Machine().send({ kind: 'fits', choices: 2 }).send({ kind: 'touchGroup', groupId: 'papers' });
    expect(kiosk.send(card({ services: ['cards', 'taxes'] })).screen).toMatchObject({ name: 'choose', group: null });
  });

  it('begins a new visit on the last screen', () => {
    const kiosk = taking().send(card({ services: ['cards'] }));
    expect(kiosk.effects.at(-1)).toMatchObject({ kind: 'issue', serviceId: 'cards', visit: 1, priority: false });
    expect(taking().send({ kind: 'cardUnknown' }).model.visit).toBe(1);
    expect(taking().send({ kind: 'cardBlocked' }).model.visit).toBe(1);
    expect(taking().send({ kind: 'appointmentRefused', reason: 'refused' }).model.visit).toBe(1);
    expect(taking().send({ kind: 'appointmentsRead', appointments: [offer] }).model.visit).toBe(1);
    expect(taking().send({ kind: 'appointmentRead', appointment: offer }).effects.at(-1)).toMatchObject({ visit: 1 });
  });

  it('does not outlive a code that is read after it', () => {
    const kiosk = new Machine().send(card({ priority: true }));
    kiosk.send({ kind: 'appointmentsRead', appointments: [offer] }).send({ kind: 'back' });
    expect(kiosk.screen).toMatchObject({ name: 'choose', card: false });
    const read = new Machine().send(card({ priority: true })).send({ kind: 'appointmentRead', appointment: offer });
    expect(read.effects).toMatchObject([{ card: null, priority: false, answers: null }]);
    expect(read.send(REFUSED).model.card).toBeNull();
  });

  it('leaves the service of a missed appointment alone to that card', () => {
    const missed = { id: 'visit-1', serviceId: 'cards' };
    const late = new Machine().send({ kind: 'cardRead', card: { ...own, missed } });
    expect(late.screen).toMatchObject({ card: false, late: true });
    expect(new Machine().send({ kind: 'cardRead', card: own }).screen).toMatchObject({ card: true, late: false });
    expect(chosen().screen).toMatchObject({ card: false, late: false });
    expect(chosen().touch('cards').effects[0]).not.toHaveProperty('appointment');
  });
});

describe('a card while questions are asked', () => {
  const issue = (kiosk: Machine) => kiosk.effects.find(({ kind }) => kind === 'issue');

  it('adds its priority to the touched service', () => {
    const skipped = (kiosk: Machine) => issue(kiosk.send({ kind: 'skipQuestion', questionId: 'reason' }));
    const both = question('reason', 'text', { on: ['ticket_kiosks', 'card_reader'] });
    const services = asks('passports', [both]);
    const touched = (priority: boolean) => withCatalog({ services }).touch('passports', priority);
    expect(skipped(touched(false).send(card({ priority: true })))).toMatchObject({ priority: true });
    expect(skipped(touched(true).send(card()))).toMatchObject({ priority: true });
    expect(skipped(touched(false).send(card()))).toMatchObject({ priority: false });
  });

  it('gives no priority where the service has none', () => {
    const services = asks('taxes', [REASON]);
    const kiosk = withCatalog({ services })
      .touch('taxes')
      .send(card({ priority: true }, { deviceId: 'reader' }));
    expect(issue(kiosk)).toMatchObject({ serviceId: 'taxes', priority: false });
  });

  it('sets its language until the visitor has chosen one', () => {
    expect(asked().send(card({ lang: 'ar' })).state.lang).toBe('ar');
    const kiosk = form().send({ kind: 'chooseLanguage', lang: 'pt_PT' }).touch('passports');
    expect(kiosk.send(card({ lang: 'ar' })).state.lang).toBe('pt_PT');
  });

  it('that is for this service goes on with it, and one for others begins with those', () => {
    expect(asked().send(card({ services: ['passports', 'cards'] })).screen.name).toBe('form');
    expect(asked().send(card({ services: ['cards', 'taxes'] })).screen).toMatchObject({
      name: 'choose',
      choices: [{ id: 'cards' }, { id: 'taxes' }],
    });
  });

  it('of the kiosk itself has the kiosk’s own questions asked', () => {
    expect(asked().send(card()).screen).toMatchObject({ name: 'form', question: { id: 'reason' } });
    const reader = withCatalog({ services: asks('passports', [REASON, BADGE]) });
    reader.touch('passports').send(card({}, { deviceId: 'reader' }));
    expect(reader.screen).toMatchObject({ name: 'form', question: { id: 'badge' } });
  });

  it('of a kiosk without questions leads to the questions of the reader', () => {
    expect(form({ channel: null }).touch('passports').effects).toMatchObject([{ kind: 'issue', answers: null }]);
    const kiosk = withCatalog({ channel: null, services: asks('passports', [REASON, BADGE]) });
    kiosk.send(card({}, { deviceId: 'reader' })).touch('passports');
    expect(kiosk.screen).toMatchObject({ name: 'form', question: { id: 'badge' } });
    expect(kiosk.send(card()).effects).toMatchObject([{ kind: 'issue', answers: null }]);
  });
});

describe('a code in simple language', () => {
  it('has its ticket in simple language, in the language that was chosen', () => {
    const read = { kind: 'appointmentRead', appointment: offer } as const;
    const simple = new Machine().send({ kind: 'chooseSimple', on: true }).send(read);
    expect(simple.effects).toMatchObject([{ lang: '', simple: true }]);
    expect(new Machine().send(read).effects[0]).not.toHaveProperty('simple');
    expect(new Machine().touch('passports').effects[0]).not.toHaveProperty('simple');
  });
});

describe('a look-up', () => {
  it('is forgotten with its visitor, and can be left on every question', () => {
    const kiosk = person().send({ kind: 'lookUp', asks: 'visitor', answer: 'Rosa Vale' });
    expect(kiosk.send({ kind: 'back' }).screen).toMatchObject({ asks: 'visitor', answer: ['Rosa Vale'] });
    expect(kiosk.send({ kind: 'back' }).screen).toEqual({ name: 'check-in', looking: false, fault: '' });
    expect(kiosk.send({ kind: 'startLookUp' }).screen).toMatchObject({ asks: 'visitor', answer: [] });
  });

  it('shows by what the visitor is looked up', () => {
    expect(person().screen).toMatchObject({ name: 'look-up', by: 'name' });
    const { lookUp: _, ...without } = { ...CATALOG, checkIn: true, lookUp: 'number' as const };
    const kiosk = person().send({ kind: 'catalog', catalog: without });
    expect(kiosk.screen).toMatchObject({ name: 'look-up', by: 'name' });
  });

  it.each(['check-in', 'look-up'] as const)('or code that is read by a reader leaves %s', (name) => {
    expect(SCREENS[name]().send({ kind: 'cardUnknown' }).screen).toMatchObject({ reason: 'card-unknown' });
    expect(SCREENS[name]().send(card()).screen).toMatchObject({ name: 'choose', card: true });
  });
});
