/** The words of forms that pages share with the server: apart from the schemas, so that a page takes these alone. */

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

export const STAGES = ['before', 'during', 'end'] as const;
export type Stage = (typeof STAGES)[number];

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
