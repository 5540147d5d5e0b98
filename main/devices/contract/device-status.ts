/**
 * Status report of a device.
 *
 * A device can omit fields. To add a field, change this schema only.
 */
import Type, { type Static } from 'typebox';

export const PRINTER_STATES = [
  '',
  'none',
  'connecting',
  'ok',
  'low',
  'no-paper',
  'cover-open',
  'cutter',
  'fault',
  'absent',
  'silent',
  'cannot-confirm',
  'unproved',
] as const;

const amount = (description: string) => Type.Integer({ minimum: 0, description });

export const DeviceStatusSchema = Type.Object(
  {
    printer: Type.Enum([...PRINTER_STATES], {
      description:
        'How its printer is; empty when it does not say. `silent`: it could confirm what it prints, and does not answer now; `cannot-confirm`: it has never answered, or is not asked, and staff saw its test slip; `unproved`: the same, and staff have not seen it, so visitors keep their numbers.',
    }),
    printer_model: Type.String({ maxLength: 200, description: 'What the printer says it is; empty when it does not.' }),
    printer_dots: amount('Dots of its print line; 0 when it does not say.'),
    printer_confirms: Type.Enum(['', 'process-id', 'status', 'no-fault', 'none'], {
      description: 'The best way in which it has ever confirmed a print; empty when it does not say.',
    }),
    last_print: Type.Enum(
      ['', 'printed', 'printed-copy', 'sent', 'doubtful', 'not-printed', 'presented', 'taken', 'retracted'],
      {
        description:
          'What became of its last ticket; `presented`, `taken`, `retracted`: it was printed, and a presenter held it, gave it out or took it back; `printed-copy`: something got in the way of the first print, which may be out as well, and a second one with the mark of a copy was printed; `sent`: nothing tells whether it came out. Empty before the first.',
      },
    ),
    failed_prints: amount('Tickets in a row that were not printed, or may not have been; 0 after one that was.'),
    readers: Type.Enum(['', 'none', 'connecting', 'ok', 'absent'], {
      description: 'How its card readers are, the worst of them; empty when it does not say.',
    }),
    screen: Type.String({
      maxLength: 40,
      description: 'What it shows now, such as `idle` or `out-of-service`; empty when no page shows it.',
    }),
    shown_ticket: Type.String({
      maxLength: 60,
      description:
        'Of a kiosk: id of the ticket whose number stands on its screen in place of paper, with a code for the phone; empty when there is none, and when a phone has it.',
    }),
    offline_since: Type.String({
      maxLength: 40,
      description: 'Since when its server does not answer it; empty while it does.',
    }),
    offline_numbers: amount('Numbers that it may still give by itself today, of all services together.'),
    offline_tickets: amount('Tickets that it gave by itself and has still to hand over.'),
    offline_refused: amount(
      'Those of them that this server refused when they were handed over last. They are handed over again for six days; their visitors do not stand in the queue.',
    ),
    can: Type.String({
      maxLength: 200,
      description:
        'What staff may have it do from afar, separated by blanks, such as `test-print shut`; empty: nothing.',
    }),
    open_intents: amount('Tickets of which it does not know yet what became of them.'),
    paper_used: amount('Millimetres of paper printed since the last change of the roll; 0 while no change was seen.'),
    paper_tickets: amount('Tickets printed since then.'),
    paper_left: amount('Tickets that the roll may still last for, as far as can be known; 0 when it cannot.'),
    roll_since: Type.String({
      maxLength: 40,
      description: 'When the roll was changed last; empty while no change was seen.',
    }),
    version: Type.String({ maxLength: 60, description: 'Version of its program; empty when it does not say.' }),
    disk_free: amount('Megabytes that are free where it keeps its data; 0 when it does not say.'),
    clock_off: Type.Integer({
      description: 'Seconds by which its clock is ahead of that of the server, or behind (less than 0).',
    }),
    clock_jump: Type.Integer({
      description:
        'Of a kiosk in the program of its server: seconds by which the clock of that machine jumped within the last day, ahead or behind (less than 0).',
    }),
    run: Type.String({
      maxLength: 40,
      description:
        'Names this run of its program; two runs that speak by turns are two machines with one key. Empty: it does not say.',
    }),
    damaged_records: Type.String({
      maxLength: 200,
      description:
        'Files of its own that it found damaged, separated by blanks, until somebody has seen to it; empty: none.',
    }),
    sound: Type.Enum(['', 'on', 'off', 'blocked', 'quiet', 'refused'], {
      description:
        'Of a display: whether it can be heard; `blocked`: the browser wants a touch first; `off`: not now; `quiet`: never, it is text only. Of a kiosk: `refused`, while the headset that is plugged in takes no sound; else empty.',
    }),
    loop: Type.Enum(['', 'on', 'blocked', 'absent'], {
      description:
        'Of a display: whether its induction loop is fed; `blocked`: the browser wants a touch first; `absent`: the computer has no such output of sound, or does not let the page have it. Empty where it is to have none.',
    }),
    voices: Type.String({
      maxLength: 200,
      description: 'Of a display: the languages of its calls in which it has a voice, separated by blanks.',
    }),
    voiceless: Type.String({ maxLength: 200, description: 'Those in which it is to speak, and has none.' }),
    last_call: Type.String({
      maxLength: 40,
      description: 'Of a display: the newest call that it shows, such as `A043`.',
    }),
    readable_cm: amount(
      'Of a display whose `screen_inches` are known: from how many centimetres the smallest of its numbers and desks can be read; 0 before the first call.',
    ),
    list_lines: amount('Of a display: lines of calls for which it has room, no more than it is to have; 0: not known.'),
    screen_size: Type.String({
      maxLength: 20,
      description: 'Of a page: how large it is, in pixels of the screen, such as `1920×1080`.',
    }),
  },
  { title: 'DeviceStatus' },
);

export type DeviceStatus = Static<typeof DeviceStatusSchema>;

/** Interval of a remote kiosk's heartbeat. Changes are sent at once. */
export const HEARTBEAT_SECONDS = 30;

/** Unknown status. Derived from the schema, so that it includes every field. */
export const UNKNOWN_STATUS = Object.fromEntries(
  Object.entries(DeviceStatusSchema.properties).map(([name, schema]) => [name, nothingOf(schema)]),
) as DeviceStatus;

/** Value of an unknown field. */
export function nothingOf(schema: object): '' | 0 | false | readonly never[] {
  const type = 'type' in schema ? schema.type : 'string';
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'integer' ? 0 : '';
}
