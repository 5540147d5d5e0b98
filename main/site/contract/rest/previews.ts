/** REST schemas of previews of site changes (extension). */
import Type, { type Static } from 'typebox';
import { CHANNELS } from '../../../forms/contract/form-constants.ts';
import {
  described,
  formId,
  LANGUAGE,
  omittable,
  optionalDeviceId,
  optionalFlag,
  optionalLocationId,
  optionalText,
  priorityFlag,
  serviceId,
} from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

export const OpeningHoursParameters = Type.Object({
  /** Opening hours in OpenStreetMap syntax; empty: always open. */
  schedule: described(optionalText, 'Opening hours in the OpenStreetMap format; empty: always open.'),
  /** Provides time zone and country, unless these are given too. */
  location: optionalLocationId,
  timezone: described(
    omittable(Type.String({ maxLength: 100, default: '' })),
    'Time zone. Default: that of the location.',
  ),
  country: described(
    omittable(Type.String({ maxLength: 100, default: '' })),
    'Country of the public holidays, as two letters. Default: that of the location.',
  ),
  /** The schedule of a service, which is open only while its location is. */
  within_location: described(
    optionalFlag,
    'Whether the opening hours of the location apply as well, as for a service.',
  ),
});

export const OpeningHoursAnswer = Type.Object({
  success,
  /** Fault of the schedule; empty if it is valid. */
  fault: text,
  timezone: text,
  open_now: flag,
  /** ISO instant of the next opening or closing; empty if there is none. */
  next_change: text,
  /** Seven days from today; empty for an invalid schedule. */
  days: Type.Array(
    Type.Object({
      day: text,
      /** 1 (Monday) to 7. */
      weekday: integer,
      /** `hh:mm`, up to `24:00`. */
      intervals: Type.Array(Type.Object({ from: text, to: text })),
    }),
  ),
});

export const PublicHolidaysParameters = Type.Object({
  country: described(
    Type.String({ minLength: 2, maxLength: 2 }),
    'Country of the public holidays, as two letters. Default: that of the location.',
  ),
  year: described(Type.Integer({ minimum: 2000, maximum: 2100 }), 'Year of the calendar.'),
});

export type OpeningHoursAnswer = Static<typeof OpeningHoursAnswer>;

/** Empty for countries without known holidays. */
export const PublicHolidaysAnswer = Type.Object({
  success,
  /** National holidays, in the country's language. */
  days: Type.Array(Type.Object({ day: text, name: text })),
});
export type PublicHolidaysAnswer = Static<typeof PublicHolidaysAnswer>;

export const TicketPreviewParameters = Type.Object({
  service_id: serviceId,
  lang: described(omittable(Type.String({ maxLength: 50, default: '' })), LANGUAGE),
  priority: priorityFlag,
  people: described(omittable(Type.Integer({ minimum: 0, maximum: 10_000, default: 3 })), 'Number of visitors ahead.'),
  number: described(
    omittable(Type.Integer({ minimum: 0, maximum: 999_999_999, default: 0 })),
    'Number on the ticket; 0: the next one.',
  ),
  /** A kiosk whose printer determines width and code page. */
  device_id: optionalDeviceId,
  /** Such as 576 or 512 (80 mm paper), 384 (58 mm); 0: the printer's width. */
  dots: described(
    omittable(Type.Integer({ minimum: 0, maximum: 1300, default: 0 })),
    'Dots of a printed line, such as 576 or 512 (80 mm paper), 384 (58 mm).',
  ),
  columns: described(
    omittable(Type.Integer({ minimum: 0, maximum: 64, default: 0 })),
    'Characters of a printed line. Default: as many as fit.',
  ),
});

export const TicketPreviewAnswer = Type.Object({
  success,
  /** `data:image/png;base64,…` */
  image: text,
  /** Lines in the printer's font, for users who cannot see the image; drawn lines are in `texts`. */
  text,
  lang: text,
  dots: integer,
  columns: integer,
  length_mm: integer,
  /** Some content was omitted to limit the paper length. */
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
  form_id: formId,
  lang: described(omittable(Type.String({ maxLength: 50, default: '' })), LANGUAGE),
  stage: described(omittable(Type.Enum(['before', 'during', 'end'], { default: 'before' })), 'Phase of the visit.'),
  channel: described(
    omittable(Type.Enum([...CHANNELS], { default: 'ticket_kiosks' })),
    'Channel that asks the questions.',
  ),
  /** By question id: a text, or a list of texts. As a JSON object. */
  answers: described(
    omittable(Type.String({ format: 'json-text', maxLength: 4_000, default: '' })),
    'Answers so far by question id, as a JSON object.',
  ),
});

export const FormPreviewAnswer = Type.Object({
  success,
  /** All questions asked after these answers, in order. */
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
  /** Whether a visitor could continue. */
  complete: flag,
});

export type TicketPreviewAnswer = Static<typeof TicketPreviewAnswer>;
export type TicketPreviewParameters = Static<typeof TicketPreviewParameters>;
export type OpeningHoursParameters = Static<typeof OpeningHoursParameters>;
