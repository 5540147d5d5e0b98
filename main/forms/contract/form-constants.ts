/**
 * Constants of forms that pages and server share.
 *
 * Separate from the schemas, which pages must not load.
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

/** Allowed characters of a text answer: `mask`. 0 and 1: any. */
export const MASK = { numeric: 2, alpha: 3, alphanumeric: 4, custom: 5 } as const;

/** Range for the highest rating. */
export const BEST_MARK = { minimum: 2, maximum: 10 } as const;
/** Range for the maximum length of an answer; 0: only the general limit. */
export const ANSWER_LENGTH = { minimum: 0, maximum: 4000 } as const;
/** Range for the days after which an answer is erased. */
export const ERASE_DAYS = { minimum: 0, maximum: 36_500 } as const;

export const STAGES = ['before', 'during', 'end'] as const;
export type FormStage = (typeof STAGES)[number];

/** Keys of `visible_on`, in the order of device types: type 1 shows questions of the first, and so on. */
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
