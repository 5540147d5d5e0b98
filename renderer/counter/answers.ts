/**
 * Form answers of the current ticket, with unsaved input.
 *
 * Input is saved automatically after a moment; until then it is kept in the tab, even over a reload.
 */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { READ_TICKET_ANSWERS, SAVE_TICKET_ANSWERS } from '../../main/forms/contract/endpoints.ts';
import type { TicketQuestion } from '../../main/forms/contract/rest/form-questions.ts';
import type { Rest } from '../shared/api-client.ts';
import { tabMemory } from '../shared/storage.ts';

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'faulty';

export interface FormAnswers {
  /** Null while unknown. */
  readonly questions: ReadonlySignal<readonly TicketQuestion[] | null>;
  /** Whether they could not be read. */
  readonly away: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<SaveState>;
  /** Id of the question whose answer the server rejects; empty: none. */
  readonly faultyId: ReadonlySignal<string>;
  /** Current value: unsaved input, else the saved answer. */
  valueAt(question: TicketQuestion): readonly string[];
  write(questionId: string, value: readonly string[]): void;
  /** Writes a choice, and saves it at once: other questions may depend on it. */
  choose(questionId: string, value: readonly string[]): void;
  /** False if something could not be saved. */
  save(): Promise<boolean>;
  /** Questions that require an answer at the end of the visit and have none. */
  missing(): readonly string[];
  faulty(): readonly string[];
  reload(): void;
  /** Discards unsaved input after the call. */
  forget(ticketId: string): void;
  close(): void;
}

type Drafts = Readonly<Record<string, readonly string[]>>;

const SAVE_AFTER_MS = 900;

/** Visible questions: those that follow from the answers so far, and all answered ones. */
export function asked(questions: readonly TicketQuestion[]): readonly TicketQuestion[] {
  return questions.filter((question) => question.answered || question.asked);
}

interface AnswersDeps {
  readonly rest: Rest;
  readonly call: ReadonlySignal<EventTicket | null>;
}

export function createAnswers({ rest, call }: AnswersDeps): FormAnswers {
  const questions = signal<readonly TicketQuestion[] | null>(null);
  const away = signal(false);
  const saving = signal(false);
  const faultyId = signal('');
  const drafts = signal<Drafts>({});
  const ticketId = computed(() => call.value?.ticket_id ?? '');
  const isDirty = computed(() => Object.keys(drafts.value).length > 0);
  let timer: number | undefined;

  const keep = (id: string, next: Drafts): void => {
    drafts.value = next;
    tabMemory.write(`counter.answers.${id}`, Object.keys(next).length === 0 ? null : JSON.stringify(next));
  };

  const load = async (id: string): Promise<void> => {
    const answer = await rest.call(READ_TICKET_ANSWERS, { ticket_id: id });
    if (ticketId.peek() !== id) return;
    away.value = !answer.ok;
    questions.value = answer.ok ? answer.value.questions : null;
  };

  const stop = effect(() => {
    const id = ticketId.value;
    window.clearTimeout(timer);
    questions.value = null;
    away.value = false;
    faultyId.value = '';
    drafts.value = id === '' ? {} : readDrafts(id);
    if (id !== '') void load(id);
  });

  const valueAt = (question: TicketQuestion): readonly string[] => drafts.value[question.id] ?? question.answers;

  /** Saves run one after another, so that an older answer never overwrites a newer one. */
  let underWay: Promise<boolean> | null = null;

  async function send(id: string, sent: Drafts): Promise<boolean> {
    const answer = await rest.call(SAVE_TICKET_ANSWERS, {
      ticket_id: id,
      form_answers: Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, written(value)])),
    });
    if (!answer.ok) {
      const named = answer.error.kind === 'refused' ? /\[(.+)\]/.exec(answer.error.parameter)?.[1] : undefined;
      faultyId.value = named ?? '';
      return false;
    }
    faultyId.value = '';
    if (ticketId.peek() === id) {
      questions.value = answer.value.questions;
      // Keeps input that was written meanwhile.
      keep(id, Object.fromEntries(Object.entries(drafts.peek()).filter(([key, value]) => sent[key] !== value)));
    }
    return true;
  }

  const save = async (): Promise<boolean> => {
    window.clearTimeout(timer);
    while (underWay !== null) await underWay;
    const id = ticketId.peek();
    const sent = drafts.peek();
    if (id === '' || Object.keys(sent).length === 0) return true;
    underWay = send(id, sent);
    saving.value = true;
    try {
      return await underWay;
    } finally {
      underWay = null;
      saving.value = false;
    }
  };

  function write(questionId: string, value: readonly string[]): void {
    const id = ticketId.peek();
    if (id === '') return;
    keep(id, { ...drafts.value, [questionId]: value });
    if (faultyId.value === questionId) faultyId.value = '';
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(), SAVE_AFTER_MS);
  }

  return {
    questions,
    away,
    faultyId,
    state: computed(() => {
      if (faultyId.value !== '') return 'faulty';
      if (saving.value) return 'saving';
      return isDirty.value ? 'unsaved' : 'saved';
    }),
    valueAt,
    write,
    choose(questionId, value) {
      write(questionId, value);
      void save();
    },
    save,
    missing: () =>
      asked(questions.value ?? [])
        .filter(({ required, editable, stage }) => required && editable && stage !== 'before')
        .filter((question) => valueAt(question).every((text) => text.trim() === ''))
        .map(({ question }) => question),
    faulty: () => {
      const ids = faultyId.value === '' ? Object.keys(drafts.value) : [faultyId.value];
      return (questions.value ?? []).filter(({ id }) => ids.includes(id)).map(({ question }) => question);
    },
    reload: () => void load(ticketId.peek()),
    forget(id) {
      tabMemory.write(`counter.answers.${id}`, null);
      if (ticketId.peek() === id) {
        window.clearTimeout(timer);
        drafts.value = {};
      }
    },
    close() {
      window.clearTimeout(timer);
      stop();
    },
  };
}

/** Value in the API's form: one text, or a list of several. */
function written(value: readonly string[]): string | readonly string[] {
  return value.length === 1 ? (value[0] ?? '') : value;
}

function readDrafts(ticketId: string): Drafts {
  try {
    const kept: unknown = JSON.parse(tabMemory.read(`counter.answers.${ticketId}`) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Drafts) : {};
  } catch {
    return {};
  }
}
