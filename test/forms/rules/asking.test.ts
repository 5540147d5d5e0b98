import { describe, expect, it } from 'vitest';
import { askedQuestions, channelOf } from '../../../main/forms/rules/asked-questions.ts';
import { checkAnswers } from '../../../main/forms/rules/check-answers.ts';
import { extraInfo } from '../../../main/forms/rules/extra-info.ts';
import type { FormQuestion } from '../../../main/forms/rules/form-book.ts';
import { question, questionsOf } from './form-site.ts';

const ids = (questions: readonly FormQuestion[]): string[] => questions.map(({ id }) => id);
const answered = (answers: Record<string, string[]> = {}) => new Map(Object.entries(answers));

const pets = questionsOf([
  question('pet', 'yes or no', { required: true }),
  question('kind', 'several of', { after: ['pet', 'true'], required: true, config: { options: ['Cat', 'Dog'] } }),
  question('breed', 'text', { after: ['kind', 'Dog'], required: true }),
  question('card', 'text', { on: ['card_reader'], required: true }),
]);

function check(given: Record<string, unknown>, more: object = {}) {
  const result = checkAnswers({
    questions: pets,
    given: new Map(Object.entries(given)),
    channel: 'ticket_kiosks',
    complete: true,
    ...more,
  });
  return result.ok
    ? Object.fromEntries(result.value)
    : result.error.map(({ questionId, kind }) => `${questionId} ${kind}`).sort();
}

describe('the selection of questions', () => {
  it('depends on the type of device', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(channelOf)).toEqual([
      'ticket_kiosks',
      'virtual_ticket',
      'appointments',
      'concierge',
      'extender',
      'qm_pad',
      'card_reader',
      'eticket',
    ]);
    expect(channelOf(9)).toBeNull();
    expect(ids(askedQuestions(pets, 'card_reader', answered()))).toEqual(['card']);
  });

  it('depends on the answers', () => {
    expect(ids(askedQuestions(pets, 'ticket_kiosks', answered()))).toEqual(['pet']);
    expect(ids(askedQuestions(pets, 'ticket_kiosks', answered({ pet: ['no'] })))).toEqual(['pet']);
    expect(ids(askedQuestions(pets, 'ticket_kiosks', answered({ pet: ['yes'] })))).toEqual(['pet', 'kind']);
    const both = answered({ pet: ['yes'], kind: ['Cat', 'Dog'] });
    expect(ids(askedQuestions(pets, 'ticket_kiosks', both))).toEqual(['pet', 'kind', 'breed']);
    // An old answer to a question that is no longer asked has no effect.
    const stale = answered({ pet: ['no'], kind: ['Dog'] });
    expect(ids(askedQuestions(pets, 'ticket_kiosks', stale))).toEqual(['pet']);
  });

  it('accepts any answer if the dependency names none', () => {
    const questions = questionsOf([question('a', 'text'), question('b', 'text', { after: ['a', ''] })]);
    expect(ids(askedQuestions(questions, null, answered()))).toEqual(['a']);
    expect(ids(askedQuestions(questions, null, answered({ a: ['x'] })))).toEqual(['a', 'b']);
  });

  it('has the order that the questions define', () => {
    expect(
      ids(
        questionsOf(
          [question('b', 'text', { order: 2 }), question('a', 'text', { order: 1 })],
          [question('c', 'text')],
        ),
      ),
    ).toEqual(['a', 'b', 'c']);
  });
});

describe('the validation of answers', () => {
  it('returns valid answers', () => {
    expect(check({ pet: 'yes', kind: ['Dog'], breed: 'Poodle' })).toEqual({
      pet: ['yes'],
      kind: ['Dog'],
      breed: ['Poodle'],
    });
  });

  it('drops answers to questions that are not asked', () => {
    expect(check({ pet: 'no', kind: ['Dog'], breed: 'Poodle' })).toEqual({ pet: ['no'] });
  });

  it('reports all faults at once', () => {
    expect(check({ pet: 'yes', kind: ['Fish'], nobody: 'x', card: '\u0000' })).toEqual([
      'card format',
      'kind choice',
      'nobody unknown',
    ]);
    expect(check({ pet: 'yes' })).toEqual(['kind required']);
    expect(check({})).toEqual(['pet required']);
  });

  it('requires only answers to questions of the channel, and accepts others', () => {
    expect(check({ card: 'x' }, { channel: 'card_reader' })).toEqual({ card: ['x'] });
    expect(check({}, { channel: 'card_reader' })).toEqual(['card required']);
    expect(check({}, { channel: 'qm_pad' })).toEqual({});
  });

  it('takes earlier answers into account', () => {
    const known = answered({ pet: ['yes'], kind: ['Dog'], breed: ['Poodle'] });
    expect(check({ kind: ['Cat'] }, { known, complete: false })).toEqual({ pet: ['yes'], kind: ['Cat'] });
    expect(check({ breed: '' }, { known, complete: false })).toEqual(['breed required']);
  });

  it('treats names special in JavaScript as unknown questions', () => {
    const given = Object.fromEntries(['__proto__', 'constructor', 'toString'].map((name) => [`${name}`, 'x']));
    Object.defineProperty(given, '__proto__', { value: 'x', enumerable: true });
    expect(check(given, { complete: false })).toEqual(['__proto__ unknown', 'constructor unknown', 'toString unknown']);
  });
});

describe('the extra info of a ticket', () => {
  it('has one line per answer that staff may see', () => {
    const [open, secret] = questionsOf([question('open', 'text'), question('secret', 'text', { staff: '' })]);
    const kept = (questionId: string, answer: string[] | null, visible = true) => ({
      questionId,
      question: `${questionId}?`,
      visible,
      answer,
    });
    expect(
      extraInfo(
        [open!, secret!],
        [
          kept('open', ['Cat', 'Dog']),
          kept('secret', ['s']),
          kept('erased', null),
          kept('gone', ['still here']),
          kept('gone-secret', ['s'], false),
        ],
      ),
    ).toEqual(['open?: Cat, Dog', 'gone?: still here']);
  });
});
