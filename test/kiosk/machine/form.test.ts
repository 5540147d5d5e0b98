/** Form questions before a ticket. */
import { describe, expect, it } from 'vitest';
import type { KioskScreen } from '../../../main/kiosk/contract/kiosk.ts';
import { CardValue } from '../../../main/kiosk/contract/reader.ts';
import type { Catalog } from '../../../main/kiosk/machine/catalog.ts';
import { groupNameOf } from '../../../main/kiosk/machine/form.ts';
import { CHOOSE_MS, type KioskEffect } from '../../../main/kiosk/machine/model.ts';
import { view } from '../../../main/kiosk/machine/view.ts';
import { question, questionsOf } from '../../forms/rules/form-site.ts';
import { KioskMachine } from './kiosk-machine.ts';

const REASON = question('reason', 'one of', {
  required: true,
  config: {
    options: ['New', 'Lost'],
    translations: { pt_PT: { question: 'Motivo?', options: ['Novo', 'Perdido'] } },
  },
});
const POLICE = question('police-number', 'text', {
  after: ['reason', 'Lost'],
  required: true,
  config: { mask: 5, regex: '[0-9]{4}/[A-Z]{2}', example: '2026/AB', length: 7 },
});
const WHERE = question('where', 'text', { after: ['reason', 'Lost'] });
const NOTE = question('note', 'text');
const MAIL = question('mail', 'e-mail');
const BADGE = question('badge', 'text', { on: ['card_reader'] });
const NAME = question('name', 'text', { on: ['ticket_kiosks', 'card_reader'] });

type FormScreen = Extract<KioskScreen, { readonly name: 'form' }>;
type Issue = Extract<KioskEffect, { readonly kind: 'issue' }>;

/** A kiosk whose one service has these questions, with a manual clock. */
class Kiosk extends KioskMachine {
  constructor(questions: readonly object[]) {
    super();
    const text = { en: { name: 'Passports', description: '' } };
    const service = { id: 'passports', tag: 'A', colour: '', groupId: '', priorityAllowed: true, maxWaiting: 0 };
    const catalog: Catalog = {
      deviceId: 'kiosk',
      locationId: 'hall',
      siteNames: { en: 'Town hall' },
      timeZone: 'Europe/Lisbon',
      numberWidth: 3,
      logo: '',
      colour: '',
      languages: ['en', 'pt_PT'],
      defaultLang: 'en',
      channel: 'ticket_kiosks',
      services: [{ ...service, texts: text, questions: questionsOf(questions) }],
      groups: [],
    };
    this.send({ kind: 'catalog', catalog });
    this.send({ kind: 'queues', now: { passports: { open: true, opensAt: null, waiting: 0, waitSeconds: null } } });
  }

  touch(): this {
    return this.send({ kind: 'touchService', serviceId: 'passports', priority: true });
  }

  swipe(fields: Record<string, string>, name: string | null = null): this {
    const card = {
      deviceId: 'card-1',
      clientName: name === null ? null : new CardValue(name),
      fields: new Map(Object.entries(fields).map(([group, value]) => [group, new CardValue(value)])),
    };
    return this.send({ kind: 'cardRead', card });
  }

  answer(questionId: string, answer: string | readonly string[]): this {
    return this.send({ kind: 'answerQuestion', questionId, answer });
  }

  skip(questionId: string): this {
    return this.send({ kind: 'skipQuestion', questionId });
  }

  back(questionId: string, answer: string | readonly string[] = ''): this {
    return this.send({ kind: 'backInForm', questionId, answer });
  }

  get screen(): KioskScreen {
    return view(this.model, this.now, null).screen;
  }

  get form(): FormScreen {
    const { screen } = this;
    if (screen.name !== 'form') throw new Error(`The kiosk shows ${screen.name}, no form.`);
    return screen;
  }

  /** Id of the question on the screen, or the name of the screen. */
  get at(): string {
    return this.screen.name === 'form' ? this.form.question.id : this.screen.name;
  }

  /** The answers in the ticket request. */
  get issued(): unknown {
    const issues = this.effects.filter((effect): effect is Issue => effect.kind === 'issue');
    expect(issues).toHaveLength(1);
    const answers = issues[0]?.answers;
    return answers && Object.fromEntries(answers);
  }
}

it('asks no questions offline, because a kiosk stores no answers on disk', () => {
  const kiosk = new Kiosk([REASON, MAIL]);
  kiosk.send({ kind: 'alone' }).touch();
  expect(kiosk.effects).toMatchObject([{ kind: 'issue', serviceId: 'passports', answers: null }]);
});

it('uses texts in simple language if the site has them, and normal ones otherwise', () => {
  const translations = {
    pt_PT: { question: 'Motivo?', options: ['Novo', 'Perdido'] },
    pt_PT_simple: { question: 'Porquê?' },
    en_simple: { options: ['I have none', 'I have lost mine'] },
  };
  const kiosk = new Kiosk([question('reason', 'one of', { config: { options: ['New', 'Lost'], translations } })]);
  kiosk.touch().send({ kind: 'chooseSimple', on: true });
  const asked = () => [kiosk.form.question.text, ...kiosk.form.question.options.map(({ label }) => label)];
  expect(asked()).toEqual(['reason?', 'I have none', 'I have lost mine']);
  kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' });
  expect(asked()).toEqual(['Porquê?', 'Novo', 'Perdido']);
  // The ticket request contains the site's own text.
  kiosk.answer('reason', 'Lost');
  expect(kiosk.issued).toEqual({ reason: ['Lost'] });
});

describe('a service with questions', () => {
  it('asks them before its ticket, and sends the answers with it', () => {
    const kiosk = new Kiosk([REASON, POLICE, MAIL]).touch();
    expect(kiosk.form).toEqual({
      name: 'form',
      serviceName: 'Passports',
      step: { index: 1, count: 3 },
      question: {
        id: 'reason',
        text: 'reason?',
        type: 3,
        required: true,
        options: [
          { value: 'New', label: 'New' },
          { value: 'Lost', label: 'Lost' },
        ],
        ratingTo: 0,
        mask: 0,
        length: 0,
        example: '',
      },
      answer: [],
      fault: '',
    });
    kiosk.answer('reason', 'Lost');
    expect(kiosk.form).toMatchObject({ step: { index: 2, count: 3 }, question: { id: 'police-number' } });
    kiosk.answer('police-number', '2026/AB').answer('mail', 'ana@example.org');
    expect(kiosk.screen.name).toBe('issuing');
    expect(kiosk.issued).toEqual({ reason: ['Lost'], 'police-number': ['2026/AB'], mail: ['ana@example.org'] });
    expect(kiosk.effects).toMatchObject([{ priority: true, serviceId: 'passports' }]);
  });

  it('issues its ticket at once if none applies', () => {
    expect(new Kiosk([BADGE]).touch().issued).toBeNull();
    expect(new Kiosk([]).touch().issued).toBeNull();
  });

  it('asks in the visitor’s language, and sends the answer in the site’s wording', () => {
    const kiosk = new Kiosk([REASON, MAIL]).send({ kind: 'chooseLanguage', lang: 'pt_PT' }).touch();
    expect(kiosk.form.question).toMatchObject({ text: 'Motivo?', options: [{ value: 'New', label: 'Novo' }, {}] });
    kiosk.answer('reason', 'New').skip('mail');
    expect(kiosk.issued).toEqual({ reason: ['New'] });
  });

  it('does not count questions that an answer has excluded', () => {
    const kiosk = new Kiosk([REASON, POLICE, WHERE, MAIL]).touch();
    expect(kiosk.form.step).toEqual({ index: 1, count: 4 });
    expect(kiosk.answer('reason', 'New').form).toMatchObject({
      step: { index: 2, count: 2 },
      question: { id: 'mail' },
    });
  });

  it('counts all questions that can still follow, in any order', () => {
    const kiosk = new Kiosk([MAIL, REASON, POLICE]).touch();
    expect(kiosk.form.step).toEqual({ index: 1, count: 3 });
    expect(kiosk.skip('mail').form.step).toEqual({ index: 2, count: 3 });
    const inside = question('inside', 'text', { after: ['badge', 'B-77'] });
    expect(new Kiosk([BADGE, inside, MAIL]).touch().form.step).toEqual({ index: 1, count: 1 });
  });
});

describe('an answer', () => {
  it('is reported as invalid, and the question stays', () => {
    const kiosk = new Kiosk([REASON, POLICE, MAIL]).touch();
    expect(kiosk.answer('reason', 'Stolen').form.fault).toBe('choice');
    expect(kiosk.answer('reason', 'Lost').form.fault).toBe('');
    expect(kiosk.answer('police-number', 'none').form.fault).toBe('format');
    expect(kiosk.answer('police-number', '2026/ABC').form.fault).toBe('length');
    expect(kiosk.at).toBe('police-number');
    expect(kiosk.effects).toEqual([]);
  });

  it('that was invalid is cleared on the way back, and by a card', () => {
    const kiosk = new Kiosk([WHERE, MAIL].map((each) => ({ ...each, depends_on: undefined }))).touch();
    expect(kiosk.answer('where', 'Here').answer('mail', 'ana@').form.fault).toBe('format');
    expect(kiosk.back('mail').form).toMatchObject({ question: { id: 'where' }, fault: '' });
    const named = new Kiosk([NAME]).touch();
    named.answer('name', 'x'.repeat(5_000));
    expect(named.form.fault).not.toBe('');
    expect(named.swipe({}).form.fault).toBe('');
  });

  it('removes its question from the skipped ones', () => {
    const kiosk = new Kiosk([REASON, WHERE, MAIL]).touch().answer('reason', 'Lost').skip('where').back('mail');
    kiosk.answer('where', 'In the tram').skip('mail');
    expect(kiosk.issued).toEqual({ reason: ['Lost'], where: ['In the tram'] });
  });

  it('is not sent if it is skipped afterwards', () => {
    const kiosk = new Kiosk([REASON, WHERE, MAIL]).touch().answer('reason', 'Lost').answer('where', 'In the tram');
    kiosk.back('mail').skip('where');
    expect(kiosk.at).toBe('mail');
    expect(kiosk.skip('mail').issued).toEqual({ reason: ['Lost'] });
  });

  it('triggers an earlier question, unless that was skipped', () => {
    const kiosk = new Kiosk([WHERE, REASON]).touch();
    expect(kiosk.at).toBe('reason');
    expect(kiosk.answer('reason', 'Lost').at).toBe('where');
    kiosk.skip('where');
    expect(kiosk.issued).toEqual({ reason: ['Lost'] });
  });

  it('that is required cannot be left out', () => {
    const kiosk = new Kiosk([REASON, MAIL]).touch();
    expect(kiosk.skip('reason').form).toMatchObject({ fault: 'required', question: { id: 'reason' } });
    expect(kiosk.answer('reason', []).form.fault).toBe('required');
    expect(kiosk.answer('reason', ' ').form.fault).toBe('required');
  });

  it('to another question than the one on the screen is ignored', () => {
    const kiosk = new Kiosk([REASON, MAIL]).touch().answer('reason', 'New');
    kiosk.answer('reason', 'Lost').skip('reason').back('reason');
    expect(kiosk.at).toBe('mail');
    expect(kiosk.skip('mail').issued).toEqual({ reason: ['New'] });
    expect(kiosk.skip('mail').effects).toHaveLength(1);
  });
});

describe('going back', () => {
  it('keeps all answers, also the last text', () => {
    const kiosk = new Kiosk([REASON, WHERE, MAIL]).touch();
    kiosk.answer('reason', 'Lost').answer('where', 'In the tram').back('mail', 'ana@example.org');
    expect(kiosk.form).toMatchObject({ question: { id: 'where' }, answer: ['In the tram'] });
    expect(kiosk.back('where', 'In the bus').form).toMatchObject({ question: { id: 'reason' }, answer: ['Lost'] });
    kiosk.answer('reason', 'Lost');
    expect(kiosk.form).toMatchObject({ question: { id: 'mail' }, answer: ['ana@example.org'] });
    kiosk.answer('mail', 'ana@example.org');
    expect(kiosk.issued).toEqual({ reason: ['Lost'], where: ['In the bus'], mail: ['ana@example.org'] });
  });

  it('returns to the question of departure, with no answered or skipped question asked again', () => {
    const kiosk = new Kiosk([REASON, WHERE, NOTE, MAIL]).touch();
    kiosk.answer('reason', 'Lost').skip('where').answer('note', 'Urgent');
    kiosk.back('mail').back('note', 'Urgent').back('where').answer('reason', 'Lost');
    expect(kiosk.form).toMatchObject({ question: { id: 'mail' }, step: { index: 4, count: 4 } });
  });

  it('asks the questions that a changed answer triggers, and then returns', () => {
    const kiosk = new Kiosk([REASON, POLICE, NOTE, MAIL]).touch();
    kiosk.answer('reason', 'New').answer('note', 'Urgent').back('mail').back('note', 'Urgent');
    kiosk.answer('reason', 'Lost');
    expect(kiosk.form).toMatchObject({ question: { id: 'police-number' }, step: { index: 2, count: 4 } });
    kiosk.answer('police-number', '2026/AB');
    expect(kiosk.at).toBe('mail');
    kiosk.skip('mail');
    expect(kiosk.issued).toEqual({ reason: ['Lost'], 'police-number': ['2026/AB'], note: ['Urgent'] });
  });

  it('asks to confirm an answer from a card when a changed answer triggers its question', () => {
    const where = question('where', 'text', { on: ['card_reader'], after: ['reason', 'Lost'] });
    const reason = question('reason', 'one of', { on: ['card_reader'], config: { options: ['New', 'Lost'] } });
    const kiosk = new Kiosk([reason, where, NAME]).swipe({ where: 'In the bus' }, 'Ana Silva').touch();
    kiosk.answer('reason', 'New').back('name', 'Ana Silva').answer('reason', 'Lost');
    expect(kiosk.form).toMatchObject({ question: { id: 'where' }, answer: ['In the bus'] });
  });

  it('asks again for an answer that was removed on the way', () => {
    const kiosk = new Kiosk([REASON, NOTE, MAIL]).touch();
    kiosk.answer('reason', 'New').answer('note', 'Urgent').back('mail').back('note', '').answer('reason', 'New');
    expect(kiosk.form).toMatchObject({ question: { id: 'note' }, answer: [] });
  });

  it('clears invalid and deleted answers', () => {
    const kiosk = new Kiosk([WHERE, MAIL].map((each) => ({ ...each, depends_on: undefined }))).touch();
    kiosk.answer('where', 'Here').back('mail', 'ana@').back('where', '').send({ kind: 'stillHere' }).touch();
    expect(kiosk.form).toMatchObject({ question: { id: 'where' }, answer: [] });
  });

  it('drops answers whose questions no longer apply', () => {
    const kiosk = new Kiosk([REASON, POLICE, MAIL]).touch();
    kiosk.answer('reason', 'Lost').answer('police-number', '2026/AB').back('mail').back('police-number', '2026/AB');
    kiosk.answer('reason', 'New');
    expect(kiosk.at).toBe('mail');
    expect(kiosk.skip('mail').issued).toEqual({ reason: ['New'] });
  });

  it('from the first question leads to the services, with all choices reset', () => {
    const kiosk = new Kiosk([REASON, MAIL]).touch().back('reason', 'New');
    expect(kiosk.at).toBe('choose');
    expect(kiosk.touch().form.answer).toEqual([]);
  });
});

describe('a card', () => {
  it('triggers the questions of a card reader, with the values of the card', () => {
    const kiosk = new Kiosk([MAIL, BADGE, NAME]).swipe({ badge: 'B-77', other: 'x' }, 'Ana Silva').touch();
    expect(kiosk.form).toMatchObject({ question: { id: 'badge' }, answer: ['B-77'], step: { index: 1, count: 2 } });
    expect(kiosk.answer('badge', 'B-78').form.answer).toEqual(['Ana Silva']);
    expect(kiosk.answer('name', 'Ana Silva').issued).toEqual({ badge: ['B-78'], name: ['Ana Silva'] });
  });

  it('does not answer with invalid values', () => {
    const digits = question('badge', 'text', { on: ['card_reader'], config: { mask: 2 } });
    expect(new Kiosk([digits]).swipe({ badge: 'B-77' }).touch().form.answer).toEqual([]);
  });

  it('names pattern groups after questions, where the id is a valid group name', () => {
    expect(groupNameOf('badge')).toBe('badge');
    expect(groupNameOf('0190-7f')).toBe('_0190_7f');
    expect(new Kiosk([{ ...BADGE, id: 'badge-no' }]).swipe({ badge_no: 'B-77' }).touch().form.answer).toEqual(['B-77']);
  });

  it('that is unknown does not clear the answers', () => {
    const kiosk = new Kiosk([REASON, BADGE]).touch().send({ kind: 'cardUnknown' });
    expect(kiosk.at).toBe('reason');
    expect(kiosk.answer('reason', 'New').issued).toEqual({ reason: ['New'] });
  });
});

describe('a card that comes only in the form', () => {
  const ROOM = question('room', 'text', { on: ['ticket_kiosks', 'card_reader'] });

  it('is sent with the ticket, and adds its values to the typed answers', () => {
    const kiosk = new Kiosk([ROOM, NAME, BADGE]).touch().answer('room', '12');
    expect(kiosk.at).toBe('name');
    kiosk.swipe({ badge: 'B-77', room: '99' }, 'Ana Silva');
    expect(kiosk.at).toBe('name');
    expect(kiosk.form.answer).toEqual(['Ana Silva']);
    kiosk.answer('name', 'Ana Silva').answer('badge', 'B-77');
    expect(kiosk.issued).toMatchObject({ room: ['12'], name: ['Ana Silva'], badge: ['B-77'] });
    expect(kiosk.effects.find(({ kind }) => kind === 'issue')).toMatchObject({ card: { deviceId: 'card-1' } });
  });

  it('skips questions for visitors without a card', () => {
    const kiosk = new Kiosk([MAIL, ROOM]).touch().answer('mail', 'ana@example.org').swipe({});
    expect(kiosk.at).toBe('room');
    expect(kiosk.answer('room', '12').issued).toEqual({ room: ['12'] });
  });

  it('suffices where all questions are for visitors without a card', () => {
    const kiosk = new Kiosk([MAIL]).touch().swipe({});
    expect(kiosk.at).toBe('issuing');
    expect(kiosk.issued).toBeNull();
  });

  it('may be the code of an appointment, which needs no answers', () => {
    const appointment = { id: 'visit-1', serviceId: 'passports' };
    const kiosk = new Kiosk([MAIL]).touch().send({ kind: 'appointmentRead', appointment });
    expect(kiosk.at).toBe('issuing');
    expect(kiosk.effects.at(-1)).toMatchObject({ kind: 'issue', appointment: { id: 'visit-1', late: false } });
  });
});

describe('a visit that ends', () => {
  it('clears the answers', () => {
    const kiosk = new Kiosk([REASON, WHERE]).touch().answer('reason', 'Lost').answer('where', 'In the tram');
    expect(kiosk.screen.name).toBe('issuing');
    expect(kiosk.model.phase).toEqual({ name: 'issuing', serviceId: 'passports' });
  });

  it('ends after inactivity, and is prolonged by every touch', () => {
    const kiosk = new Kiosk([REASON, MAIL]).touch().answer('reason', 'New');
    kiosk.now += CHOOSE_MS - 1;
    kiosk.send({ kind: 'timeUp' }).send({ kind: 'stillHere' });
    kiosk.now += CHOOSE_MS - 1;
    expect(kiosk.send({ kind: 'timeUp' }).at).toBe('mail');
    kiosk.now += 1;
    expect(kiosk.send({ kind: 'timeUp' }).at).toBe('idle');
    expect(kiosk.touch().form).toMatchObject({ question: { id: 'reason' }, answer: [] });
  });

  it('continues with a new catalog and when the server becomes unavailable', () => {
    const kiosk = new Kiosk([REASON, MAIL]).touch().answer('reason', 'New');
    const { catalog } = kiosk.model;
    if (catalog !== null) kiosk.send({ kind: 'catalog', catalog: { ...catalog, services: [] } });
    kiosk.send({ kind: 'linkDown', reason: 'server-away' });
    expect(kiosk.at).toBe('mail');
    kiosk.skip('mail').send({ kind: 'ticketRefused', visit: kiosk.model.visit, reason: 'refused' });
    expect(kiosk.screen).toEqual({ name: 'problem', reason: 'refused', ticket: null });
  });
});
