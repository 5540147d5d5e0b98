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
        'State of its printer; empty when unknown. `silent`: it confirmed prints before, and does not respond now; `cannot-confirm`: no print confirmation, and staff confirmed the test page; `unproved`: the same without a confirmed test page, so visitors keep their numbers.',
    }),
    printer_model: Type.String({ maxLength: 200, description: 'Model reported by the printer; empty when unknown.' }),
    printer_dots: amount('Dots per print line; 0 when unknown.'),
    printer_confirms: Type.Enum(['', 'process-id', 'status', 'no-fault', 'none'], {
      description: 'Best confirmation method that the printer has used so far; empty when unknown.',
    }),
    last_print: Type.Enum(
      ['', 'printed', 'printed-copy', 'sent', 'doubtful', 'not-printed', 'presented', 'taken', 'retracted'],
      {
        description:
          'Result of its last ticket; `presented`, `taken`, `retracted`: it was printed, and a presenter holds it, gave it out or retracted it; `printed-copy`: the first print was interrupted, and possibly came out, so a copy was printed; `sent`: no print confirmation. Empty before the first.',
      },
    ),
    failed_prints: amount('Consecutive tickets without a certain print; 0 after a printed one.'),
    readers: Type.Enum(['', 'none', 'connecting', 'ok', 'absent'], {
      description: 'State of its worst card reader; empty when unknown.',
    }),
    screen: Type.String({
      maxLength: 40,
      description: 'Present screen, such as `idle` or `out-of-service`; empty when no page shows it.',
    }),
    shown_ticket: Type.String({
      maxLength: 60,
      description:
        'For a kiosk: id of the unprinted ticket whose number and QR code are on its screen; empty without one, and when a phone has it.',
    }),
    offline_since: Type.String({
      maxLength: 40,
      description: 'Start of the outage of its server; empty while the server responds.',
    }),
    offline_numbers: amount('Offline numbers left today, of all services together.'),
    offline_tickets: amount('Offline tickets to sync.'),
    offline_refused: amount(
      'Offline tickets that this server refused in the last sync. They are sent again for six days; their visitors are not in the queue.',
    ),
    can: Type.String({
      maxLength: 200,
      description: 'Supported remote actions, separated by spaces, such as `test-print shut`; empty: none.',
    }),
    open_intents: amount('Ticket requests with an unknown outcome.'),
    paper_used: amount('Millimetres of paper printed since the last roll change; 0 before the first known change.'),
    paper_tickets: amount('Tickets printed since then.'),
    paper_left: amount('Estimated tickets left on the roll; 0 when unknown.'),
    roll_since: Type.String({
      maxLength: 40,
      description: 'Time of the last roll change; empty before the first known one.',
    }),
    version: Type.String({ maxLength: 60, description: 'Version of its program; empty when unknown.' }),
    disk_free: amount('Free megabytes on the disk of its data folder; 0 when unknown.'),
    clock_off: Type.Integer({
      description: 'Seconds by which its clock is ahead of the server, negative when behind.',
    }),
    clock_jump: Type.Integer({
      description:
        'For a kiosk in the program of its server: clock jump of that machine within the last day in seconds, negative for a jump back.',
    }),
    run: Type.String({
      maxLength: 40,
      description:
        'Id of this run of its program; two runs that report in turns are two machines with one key. Empty: unknown.',
    }),
    damaged_records: Type.String({
      maxLength: 200,
      description: 'Names of its damaged files within the last day, separated by spaces; empty: none.',
    }),
    sound: Type.Enum(['', 'on', 'off', 'blocked', 'quiet', 'refused'], {
      description:
        'For a display: sound state; `blocked`: the browser needs a touch first; `off`: not at present; `quiet`: text only. For a kiosk: `refused` while the plugged-in headset plays no sound; otherwise empty.',
    }),
    loop: Type.Enum(['', 'on', 'blocked', 'absent'], {
      description:
        'For a display: state of its induction loop; `blocked`: the browser needs a touch first; `absent`: the audio output does not exist, or the page is not allowed to use it. Empty without a loop.',
    }),
    voices: Type.String({
      maxLength: 200,
      description: 'For a display: languages of its calls with a voice, separated by spaces.',
    }),
    voiceless: Type.String({ maxLength: 200, description: 'Configured languages without a voice.' }),
    last_call: Type.String({
      maxLength: 40,
      description: 'For a display: its newest call, such as `A043`.',
    }),
    readable_cm: amount(
      'For a display with known `screen_inches`: reading distance of its smallest number or desk in centimetres; 0 before the first call.',
    ),
    list_lines: amount('For a display: lines of earlier calls that fit, up to the configured number; 0: unknown.'),
    screen_size: Type.String({
      maxLength: 20,
      description: 'For a page: its size in screen pixels, such as `1920×1080`.',
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
