/** Test forms with short names for types and permissions. */
import type { Channel } from '../../../main/forms/contract/form-constants.ts';
import { type FormBook, formBook } from '../../../main/forms/rules/form-book.ts';
import { parseSite } from '../../../main/site/rules/site.ts';

const TYPES = ['text', 'rating', 'one of', 'several of', 'date', 'yes or no', 'e-mail', 'phone', 'number'] as const;
export type Kind = (typeof TYPES)[number];

/** Id of the built-in answer type. */
export function typeId(kind: Kind): string {
  return `01900000-0000-7000-8000-00000000010${TYPES.indexOf(kind) + 1}`;
}

export interface QuestionOptions {
  readonly on?: readonly Channel[];
  readonly config?: object | string;
  readonly required?: boolean;
  /** Id of a question, and its answer on which this question depends. */
  readonly after?: readonly [string, string];
  readonly staff?: '' | 'sees' | 'edits';
  readonly eraseAfterDays?: number;
  readonly order?: number;
}

export function question(id: string, kind: Kind, options: QuestionOptions = {}): Record<string, unknown> {
  const { on = ['ticket_kiosks'], config = '', required = false, after, staff = 'edits', eraseAfterDays } = options;
  return {
    id,
    question: `${id}?`,
    qat_id: typeId(kind),
    required,
    config: typeof config === 'string' ? config : JSON.stringify(config),
    visible_on: Object.fromEntries(on.map((channel) => [channel, true])),
    staff_permissions: { visible: staff !== '', editable: staff === 'edits' },
    ...(after === undefined ? {} : { depends_on: { has_dependency: true, question: after[0], answer: after[1] } }),
    ...(eraseAfterDays === undefined ? {} : { anonymize: true, anonymize_in_days: eraseAfterDays }),
    ...(options.order === undefined ? {} : { question_order: options.order }),
  };
}

/** Form with these questions before and during the visit, or its faults. */
export function readForm(before: readonly object[], during: readonly object[] = []): FormBook | readonly string[] {
  const site = parseSite({ forms: [{ id: 'form', name: 'Form', questions: { before, during } }] });
  return site.ok ? formBook({ file: site.value }) : site.error;
}

export function questionsOf(before: readonly object[], during: readonly object[] = []) {
  const book = readForm(before, during);
  if (!('questions' in book)) throw new Error(book.join('\n'));
  return book.questions(['form']);
}
