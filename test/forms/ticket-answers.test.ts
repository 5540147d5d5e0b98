/** Form answers: in new tickets, for staff, and on kiosks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FormTown, openFormTown, PASSPORT_FORM } from './form-town.ts';
import { question } from './rules/form-site.ts';

let town: FormTown;
beforeEach(async () => {
  town = await openFormTown();
});
afterEach(() => town.close());

const LOST = { reason: 'Lost', 'police-number': '2026/AB' };
const create = (form_answers: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  town.post('createticket', { service_id: 'passports', device_id: 'kiosk-1', form_answers, ...more }, headers);
async function ticketWith(form_answers: object): Promise<string> {
  const { body } = await create(form_answers);
  expect(body).toMatchObject({ success: true });
  return body.ticket.id;
}
const kept = async (ticketId: string) =>
  Object.fromEntries(
    (await town.store.query('formAnswers', { ticketId })).map(({ questionId, answer }) => [questionId, answer]),
  );
const answersAt = (ticketId: string) => `/restapi/v2/tickets/${ticketId}/answers`;
async function seen(ticketId: string): Promise<Record<string, unknown>> {
  const { body } = await town.ask('GET', answersAt(ticketId));
  return Object.fromEntries(body.questions.map((one: { id: string; answers: string[] }) => [one.id, one.answers]));
}
const save = (ticketId: string, form_answers: unknown) => town.ask('PUT', answersAt(ticketId), { form_answers });

describe('createticket with answers', () => {
  it('stores them with the ticket', async () => {
    expect(await kept(await ticketWith({ ...LOST, income: 1200 }))).toEqual({
      reason: ['Lost'],
      'police-number': ['2026/AB'],
      income: ['1200'],
    });
  });

  it('accepts them as JSON text', async () => {
    const { body } = await create(JSON.stringify({ reason: 'New' }));
    expect(await kept(body.ticket.id)).toEqual({ reason: ['New'] });
  });

  it('drops answers to questions that the other answers do not lead to', async () => {
    expect(await kept(await ticketWith({ ...LOST, reason: 'New' }))).toEqual({ reason: ['New'] });
  });

  it('requires none from clients that do not support forms', async () => {
    expect((await town.createTicket('Passports', { device_id: 'kiosk-1' })).success).toBe(true);
  });

  it.each([
    ['a missing required answer', {}, 'form_answers[reason]'],
    ['a missing answer that another answer requires', { reason: 'Lost' }, 'form_answers[police-number]'],
    ['an answer that does not match the pattern', { ...LOST, 'police-number': 'none' }, 'form_answers[police-number]'],
    ['an unknown question', { ...LOST, nobody: 'x' }, 'form_answers'],
    ['a question of another stage', { ...LOST, papers: ['Photo'] }, 'form_answers'],
    ['a list', ['x'], 'form_answers'],
    ['broken JSON', '{"reason"', 'form_answers'],
    ['an object as an answer', { reason: { $ne: 1 } }, 'form_answers'],
  ])('fails for %s', async (_what, answers, parameter) => {
    expect(await create(answers)).toMatchObject({ status: 400, body: { errno: 5, parameter } });
    expect(await town.waiting('Passports')).toHaveLength(0);
  });

  it('fails for names that are special in JavaScript', async () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
      expect((await create(`{"reason":"New","${name}":"x"}`)).body).toMatchObject({
        errno: 5,
        parameter: 'form_answers',
      });
      expect((await create(`{"${name}":{"reason":"New"}}`)).body).toMatchObject({ errno: 5 });
    }
  });

  it('creates one ticket with its answers per idempotency key', async () => {
    const key = { 'idempotency-key': 'touch-1' };
    const first = await create(LOST, {}, key);
    expect((await create(LOST, {}, key)).body).toEqual(first.body);
    expect((await create({ reason: 'New' }, {}, key)).body).toMatchObject({ errno: 120 });
    expect(await kept(first.body.ticket.id)).toEqual({ reason: ['Lost'], 'police-number': ['2026/AB'] });
  });

  it('exposes no answer in logs, events and errors', async () => {
    const told: unknown[] = [];
    town.store.onEvents((events) => told.push(events));
    await ticketWith({ reason: 'Lost', 'police-number': '1234/ZZ', income: 987654 });
    told.push((await create({ reason: 'SECRET-1', 'police-number': 'SECRET-2', 'SECRET-3': 'x' })).body, town.logged);
    expect(JSON.stringify(told)).not.toMatch(/1234\/ZZ|987654|SECRET/);
  });

  it('requires at a card reader only the answers for card readers', async () => {
    const byCard = await create({}, { device_id: 'reader-1' });
    expect(byCard.body).toMatchObject({ errno: 5, parameter: 'form_answers[reason]' });
    // The card reader does not ask for the police number.
    expect((await create({ reason: 'Lost' }, { device_id: 'reader-1' })).body.success).toBe(true);
  });

  it('is not delayed by a slow pattern', async () => {
    const slow = { ...PASSPORT_FORM.questions.before[1], config: '{"mask":5,"regex":"^(([a-z])+.)+[A-Z]([a-z])+$"}' };
    const questions = { ...PASSPORT_FORM.questions, before: [PASSPORT_FORM.questions.before[0], slow] };
    expect((await town.ask('PUT', '/restapi/v2/forms/passport-form', { name: 'P', questions })).status).toBe(200);
    const { body } = await create({ reason: 'Lost', 'police-number': 'a'.repeat(499) });
    expect(body).toMatchObject({ errno: 5, parameter: 'form_answers[police-number]' });
  });
});

describe('the form answers of a ticket for staff', () => {
  it('contain visible answers, and questions without answers yet', async () => {
    const id = await ticketWith({ ...LOST, income: 1 });
    expect(await seen(id)).toEqual({
      reason: ['Lost'],
      'police-number': ['2026/AB'],
      papers: [],
      'which-photo': [],
      mark: [],
    });
    const { body } = await town.ask('GET', answersAt(id));
    expect(body.questions[1]).toMatchObject({
      stage: 'before',
      editable: false,
      answered: true,
      anonymised: false,
      type: 1,
    });
    expect((await town.ask('GET', answersAt('nobody'))).body).toMatchObject({ errno: 6, parameter: 'ticket_id' });
  });

  it('mark the questions that the answers so far lead to', async () => {
    const id = await ticketWith(LOST);
    const asked = ({ questions }: { questions: { id: string; asked: boolean }[] }): readonly string[] =>
      questions.filter((each) => each.asked).map((each) => each.id);
    expect(asked((await town.ask('GET', answersAt(id))).body)).not.toContain('which-photo');
    await town.callNext('Desk 1');
    const led = await save(id, { papers: ['Photo'] });
    expect(asked(led.body)).toContain('which-photo');
    expect(asked((await save(id, { papers: ['Birth certificate'] })).body)).not.toContain('which-photo');
  });

  it('appear in the details of the ticket', async () => {
    const { body } = await town.ask('GET', `/restapi/ticket/details/${await ticketWith({ ...LOST, income: 1 })}`);
    expect(body.ticket.extra_info).toEqual(['reason?: Lost', 'police-number?: 2026/AB']);
  });

  it('can be corrected, which removes dependent answers', async () => {
    const id = await ticketWith(LOST);
    const { body } = await save(id, { reason: 'New' });
    expect(body.success).toBe(true);
    expect(await kept(id)).toEqual({ reason: ['New'] });
  });

  it('keep answers that depend on an erased answer', async () => {
    const [reason, police] = PASSPORT_FORM.questions.before;
    const before = [
      { ...reason, anonymize: true, anonymize_in_days: 1 },
      { ...police, anonymize: false },
      question('remark', 'text'),
    ];
    await town.ask('PUT', '/restapi/v2/forms/passport-form', { name: 'P', questions: { before } });
    const id = await ticketWith(LOST);
    const later = { now: town.clock.now() + 48 * 3_600_000 };
    await town.store.run('anonymise', { limit: 10, tickets: [], appointments: [] }, later);
    expect((await save(id, { remark: 'Came back' })).body.success).toBe(true);
    expect(await kept(id)).toEqual({ reason: null, 'police-number': ['2026/AB'], remark: ['Came back'] });
    const { body } = await town.ask('GET', answersAt(id));
    expect(body.questions[0]).toMatchObject({ answered: true, anonymised: true, answers: [] });
  });

  it('accept answers to questions of the visit only during the call', async () => {
    const id = await ticketWith({ reason: 'New' });
    expect((await save(id, { papers: ['Photo'] })).body).toMatchObject({ errno: 115 });
    const call = await town.callNext('Desk 1');
    const { body } = await save(id, { papers: ['Photo'], 'which-photo': 'The old one' });
    expect(body.questions.find((one: { id: string }) => one.id === 'which-photo').answers).toEqual(['The old one']);
    await save(id, { papers: [] });
    expect(await kept(id)).toEqual({ reason: ['New'] });
    await town.conclude('endcall', call.id);
    expect((await save(id, { papers: ['Photo'] })).body).toMatchObject({ errno: 115 });
    expect((await save(id, { reason: 'Lost' })).body).toMatchObject({ errno: 115 });
  });

  it.each([
    ['a read-only answer', { 'police-number': '2026/CD' }, 7, 'form_answers[police-number]'],
    ['a hidden answer', { income: 3 }, 5, 'form_answers'],
    ['an unknown question', { nobody: 'x' }, 5, 'form_answers'],
    ['an answer that is not an option', { reason: 'Stolen' }, 5, 'form_answers[reason]'],
    ['an empty required answer', { reason: '' }, 5, 'form_answers[reason]'],
    ['no answers', undefined, 5, 'form_answers'],
  ])('refuse %s', async (_what, answers, errno, parameter) => {
    const id = await ticketWith(LOST);
    expect((await save(id, answers)).body).toMatchObject({ success: false, errno, parameter });
    expect(await kept(id)).toEqual({ reason: ['Lost'], 'police-number': ['2026/AB'] });
  });

  it('remain visible after the form is deleted', async () => {
    const id = await ticketWith({ ...LOST, income: 1 });
    await town.ask('DELETE', '/restapi/v2/forms/passport-form');
    expect(await seen(id)).toEqual({ reason: ['Lost'], 'police-number': ['2026/AB'] });
  });
});

describe('a kiosk', () => {
  it('receives the questions of its channel with its services', async () => {
    const { body } = await town.ask('GET', '/restapi/v2/kiosks/kiosk-1');
    const forms = Object.fromEntries(body.services.map((one: { id: string; forms: string[] }) => [one.id, one.forms]));
    expect(forms).toMatchObject({ passports: ['passport-form'], taxes: [] });
    expect(body.forms).toHaveLength(1);
    const [reason, police] = body.forms[0].questions;
    expect(body.forms[0].questions.map(({ id }: { id: string }) => id)).toEqual(['reason', 'police-number', 'income']);
    expect(reason).toEqual({
      id: 'reason',
      question: 'reason?',
      type: 3,
      config: { to: 0, mask: 0, length: 0, regex: '', example: '', options: ['New', 'Lost'] },
      required: true,
      depends_on: { has_dependency: false, question: '', answer: '' },
      translations: {},
      channels: ['ticket_kiosks', 'card_reader'],
    });
    expect(police).toMatchObject({
      depends_on: { has_dependency: true, question: 'reason', answer: 'Lost' },
      config: { mask: 5, regex: '[0-9]{4}/[A-Z]{2}', example: '2026/AB' },
      channels: ['ticket_kiosks'],
    });
  });
});
