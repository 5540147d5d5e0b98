/** Ours: what a change of the site would look like, before it is made. */
import Type, { type Static } from 'typebox';
import { CHANNELS } from '../form-words.ts';
import { omittable, optionalFlag, optionalId, optionalText, requiredId } from './parameters.ts';
import { flag, integer, success, text } from './shapes.ts';

export const OpeningHoursParameters = Type.Object({
  /** In OpenStreetMap's form; empty: always open. */
  schedule: optionalText,
  /** Gives zone and country, unless these are given too. */
  location: optionalId,
  timezone: omittable(Type.String({ maxLength: 100, default: '' })),
  country: omittable(Type.String({ maxLength: 100, default: '' })),
  /** The schedule is a service's: it is open only while its location is. */
  within_location: optionalFlag,
});

export const OpeningHoursAnswer = Type.Object({
  success,
  /** What is wrong with the schedule; empty when it can be read. */
  fault: text,
  timezone: text,
  open_now: flag,
  /** ISO instant at which it opens or closes next; empty when it stays as it is. */
  next_change: text,
  /** Seven days from today; none when there is a fault. */
  days: Type.Array(
    Type.Object({
      day: text,
      /** 1 (Monday) to 7. */
      weekday: integer,
      /** `hh:mm`, to at most `24:00`. */
      intervals: Type.Array(Type.Object({ from: text, to: text })),
    }),
  ),
});

export const PublicHolidaysParameters = Type.Object({
  country: Type.String({ minLength: 2, maxLength: 2 }),
  year: Type.Integer({ minimum: 2000, maximum: 2100 }),
});

/** None where nobody knows those of the country. */
export const PublicHolidaysAnswer = Type.Object({
  success,
  /** Those of the whole country, in its own words. */
  days: Type.Array(Type.Object({ day: text, name: text })),
});
export type PublicHolidaysAnswer = Static<typeof PublicHolidaysAnswer>;

export const TicketPreviewParameters = Type.Object({
  service_id: requiredId,
  lang: omittable(Type.String({ maxLength: 50, default: '' })),
  priority: optionalFlag,
  /** People before this visitor. */
  people: omittable(Type.Integer({ minimum: 0, maximum: 10_000, default: 3 })),
  /** 0: the next one. */
  number: omittable(Type.Integer({ minimum: 0, maximum: 999_999_999, default: 0 })),
  /** A kiosk, for the widths and the code page of its printer. */
  device_id: optionalId,
  /** Such as 576 or 512 (80 mm paper), 384 (58 mm); 0: as the printer has it. */
  dots: omittable(Type.Integer({ minimum: 0, maximum: 1300, default: 0 })),
  columns: omittable(Type.Integer({ minimum: 0, maximum: 64, default: 0 })),
});

export const TicketPreviewAnswer = Type.Object({
  success,
  /** `data:image/png;base64,…` */
  image: text,
  /** The lines in the printer's own letters, for whoever cannot see the picture; drawn ones are in `texts`. */
  text,
  lang: text,
  dots: integer,
  columns: integer,
  length_mm: integer,
  /** Something was left out, because the paper would have become too long. */
  shortened: flag,
  texts: Type.Object({
    site: text,
    service: text,
    number: text,
    people: text,
    date: text,
    priority: text,
    extra_text: text,
    footer_text: text,
  }),
});

export const FormPreviewParameters = Type.Object({
  form_id: requiredId,
  lang: omittable(Type.String({ maxLength: 50, default: '' })),
  stage: omittable(Type.Enum(['before', 'during', 'end'], { default: 'before' })),
  channel: omittable(Type.Enum([...CHANNELS], { default: 'ticket_kiosks' })),
  /** By question id: a text, or a list of texts. As a JSON object. */
  answers: omittable(Type.String({ format: 'json-text', maxLength: 4_000, default: '' })),
});

export const FormPreviewAnswer = Type.Object({
  success,
  /** All that is asked after these answers, in order. */
  questions: Type.Array(
    Type.Object({
      id: text,
      question: text,
      /** 1 text, 2 rating, 3 one of a list, 4 several of a list, 5 date, 6 yes or no, 7 e-mail, 8 phone, 9 number. */
      type: integer,
      required: flag,
      options: Type.Array(Type.Object({ value: text, label: text })),
      rating_to: integer,
      mask: integer,
      length: integer,
      example: text,
      answer: Type.Array(text),
      /** `required`, `format`, `length`, `choice`, or empty. */
      fault: text,
    }),
  ),
  /** Whether a visitor could go on. */
  complete: flag,
});

export type TicketPreviewParameters = Static<typeof TicketPreviewParameters>;
export type OpeningHoursParameters = Static<typeof OpeningHoursParameters>;
