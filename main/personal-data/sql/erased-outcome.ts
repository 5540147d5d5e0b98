/** An answer that is kept to be given again, without what says something of the visitor: the same for both databases. */

import { isNumber, isRecordOf, isShaped, readKept } from '../../database/stored-json.ts';
import { FLAG, NO_VISITOR } from '../../queue/contract/records.ts';

export interface KeptOutcome {
  readonly key: string;
  /** JSON. */
  readonly outcome: string;
}

interface WithTicket {
  readonly value: { readonly ticket: Readonly<Record<string, unknown>> & { readonly flags: number } };
}

const hasTicket = isShaped<WithTicket>({
  value: isShaped<WithTicket['value']>({
    ticket: (value) => isRecordOf(() => true)(value) && isShaped<{ flags: number }>({ flags: isNumber })(value),
  }),
});

/** Empty for a damaged answer, which might name the visitor anywhere: its request is then answered 120 and done no second time. */
export function erasedOutcome({ key, outcome: text }: KeptOutcome): string {
  const read = readKept<WithTicket>(text, hasTicket, { table: 'idempotency', id: key });
  if (read === null) return '';
  const { ticket } = read.value;
  // A device that is no card is one of the site and names no person.
  const { deviceId: _, ...always } = NO_VISITOR;
  const erased = (ticket.flags & FLAG.card) === 0 ? always : NO_VISITOR;
  return JSON.stringify({ ...read, value: { ...read.value, ticket: { ...ticket, ...erased } } });
}
