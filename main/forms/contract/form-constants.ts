/**
 * Constants of forms that pages and server share.
 *
 * Apart from the schemas, so that a page takes these alone.
 */

/** Kinds of answers: `type` of an answer type. */
export const ANSWER_TYPE = {
  text: 1,
  rating: 2,
  oneOf: 3,
  severalOf: 4,
  date: 5,
  yesNo: 6,
  email: 7,
  phone: 8,
  number: 9,
} as const;

/** What a text answer may be made of: `mask`. 0 and 1: anything. */
export const MASK = { numeric: 2, alpha: 3, alphanumeric: 4, custom: 5 } as const;

/** The best mark of a rating. */
export const BEST_MARK = { minimum: 2, maximum: 10 } as const;
/** Most characters of an answer: what a question may say; 0: as many as any answer. */
export const ANSWER_LENGTH = { minimum: 0, maximum: 4000 } as const;
/** After how many days an answer is erased. */
export const ERASE_DAYS = { minimum: 0, maximum: 36_500 } as const;

export const STAGES = ['before', 'during', 'end'] as const;
export type FormStage = (typeof STAGES)[number];

/** Keys of `visible_on`; a device of type 1 asks what is visible on the first of them, and so on. */
export const CHANNELS = [
  'ticket_kiosks',
  'virtual_ticket',
  'appointments',
  'concierge',
  'extender',
  'qm_pad',
  'card_reader',
  'eticket',
] as const;
export type Channel = (typeof CHANNELS)[number];
