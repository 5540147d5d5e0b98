/** What people want to know of each operation: a sentence, the area it belongs to, and why it may fail. */
import { ERRNO, type Errno } from '../../contract/errno.ts';

export const AREAS = {
  queue: 'Tickets and calls',
  phones: 'Tickets on phones',
  lists: 'Waiting lists',
  lookups: 'Lookups',
  forms: 'Forms',
  devices: 'Kiosks and devices',
  access: 'Keys and passwords',
  reports: 'Reports',
  admin: 'Administration',
  machine: 'Watching the server',
} as const;

/** What each area is for. */
export const AREA_NOTES: Readonly<Record<Area, string>> = {
  queue: 'From the ticket to the end of the visit.',
  phones: 'For whoever has the secret of a ticket: its visitor.',
  lists: 'Who waits, was paused or cancelled, and how many.',
  lookups: 'What the site has, and what was called last.',
  forms: 'Templates of questions, and the answers of visitors.',
  devices: 'What kiosks, readers, displays and counter pads need to know.',
  access: 'How users, devices and readers of reports get their keys, and how these end.',
  reports: 'How it goes, and how it went.',
  admin: 'The back office: everything that an administrator sets up.',
  machine: 'For programs that watch over this one, and for pages that hear of everything at once.',
};

export type Area = keyof typeof AREAS;

export interface OperationNote {
  readonly area: Area;
  readonly summary: string;
  /** Beyond those that any operation may give. */
  readonly errnos?: readonly Errno[];
  /** Answers in the languages of `Accept-Language`. */
  readonly speaks?: boolean;
}

const { notFound, cannotConclude, noTickets, ticketState, answerEnded } = ERRNO;
const calling = [notFound, cannotConclude, ERRNO.deskUnavailable, ERRNO.userServesElsewhere, ticketState] as const;
const concluding = [notFound, answerEnded] as const;

export const OPERATION_NOTES: Readonly<Record<string, OperationNote>> = {
  createticket: {
    area: 'queue',
    summary:
      'Draws a ticket. With a device, the texts of the printed ticket come along. The header `Ticket-Label` holds its label as on paper. Where the site has a `public_url`, the header `Ticket-Page` holds the address of the page for the phone of the visitor.',
    errnos: [
      notFound,
      cannotConclude,
      ERRNO.serviceClosed,
      ERRNO.waitingCapReached,
      ERRNO.deskUnavailable,
      ERRNO.outsideCheckIn,
      ticketState,
      ERRNO.deviceUnavailable,
      ERRNO.tooMany,
    ],
  },
  withdraw_ticket: {
    area: 'queue',
    summary:
      'Takes back the ticket of an `Idempotency-Key` whose answer never came: it is ended, and should the request for it arrive only now, it gets none. 115 when it has been called.',
    errnos: [notFound, ticketState],
  },
  callticket: { area: 'queue', summary: 'Calls a waiting ticket to a desk.', errnos: calling },
  callnextticket: {
    area: 'queue',
    summary: 'Calls whoever is next for this desk and user.',
    errnos: [...calling, noTickets],
  },
  callpausedticket: { area: 'queue', summary: 'Calls a paused ticket back to a desk.', errnos: calling },
  callcancelledticket: {
    area: 'queue',
    summary: 'Calls a cancelled ticket back, as long as the tolerance of its location lasts.',
    errnos: [...calling, ERRNO.beyondTolerance],
  },
  recall: { area: 'queue', summary: 'Calls the visitor of an open call once more.', errnos: concluding },
  endcall: { area: 'queue', summary: 'Ends a call: the visitor has been served.', errnos: concluding },
  pausecall: { area: 'queue', summary: 'Pauses the ticket of a call.', errnos: concluding },
  cancelcall: { area: 'queue', summary: 'Cancels the ticket of a call: nobody came.', errnos: concluding },
  transfercall: {
    area: 'queue',
    summary: 'Sends the visitor of a call on to a service, a desk or a user.',
    errnos: [...concluding, cannotConclude, ERRNO.deskUnavailable],
  },
  setoutcomes: {
    area: 'queue',
    summary:
      'Notes what a call that goes on, or has ended, was about and came to, in codes of its service; in the place of what was noted before.',
    errnos: concluding,
  },
  setdesk: {
    area: 'queue',
    summary:
      'Begins a break of the user, closes a desk for now, or opens it again. The next call there ends both by itself; 115 while somebody is served there. The time is kept for reports.',
    errnos: [...calling],
  },
  ticket_outcomes: {
    area: 'queue',
    summary: 'What clerks noted of the last call of a ticket: what the visit was about, or how it ended.',
    errnos: [notFound],
  },
  takeover: {
    area: 'queue',
    summary:
      'The user sits down at a desk and serves on: an open call there is theirs from now on, without an end and without a call. A break of somebody else there ends.',
    errnos: calling,
  },
  answerstaffcall: {
    area: 'queue',
    summary:
      'The user says that they are coming to a kiosk at which a visitor asks for help; the call goes from every counter, and the visitor reads it. 7 when nobody asks there any more; where a colleague was first, `own` is false.',
    errnos: calling,
  },
  undo: {
    area: 'queue',
    summary:
      'Takes back what a desk did last, named by the `step_id` that its counter tells: everything is as if it had not been done, and no display calls anybody. Five minutes long, of which counters offer ten seconds or what their clerk wishes; 115 after that, and when anything else has happened to the ticket or the desk since.',
    errnos: [notFound, ticketState, ERRNO.userServesElsewhere],
  },
  continuevisit: {
    area: 'queue',
    summary: 'Serves a visit of today on that had ended, at this desk and without a call. Its end counts as a pause.',
    errnos: calling,
  },
  requeueticket: {
    area: 'queue',
    summary: 'Puts a ticket of today that was paused, cancelled or ended back into the queue, where it stood.',
    errnos: calling,
  },
  removeticket: {
    area: 'queue',
    summary: 'Ends a ticket that waits or is paused, without calling it. The reason goes behind the note of the staff.',
    errnos: calling,
  },
  changeticket: {
    area: 'queue',
    summary:
      'Gives a ticket that waits another service, priority or none; it has waited since it came. The reason goes behind the note of the staff.',
    errnos: [...calling, ERRNO.serviceClosed],
  },
  counters: {
    area: 'lists',
    summary: 'Desks at which the caller may work, and who has an open call there.',
    speaks: true,
  },
  counter: {
    area: 'lists',
    summary:
      'All that a page at a desk needs at once: its services, its open call, who waits in the order of the next calls, paused and cancelled tickets, and where a ticket can be sent on.',
    errnos: [notFound],
    speaks: true,
  },
  find_tickets: {
    area: 'lists',
    summary:
      'Tickets of the day at the location of a desk, in whatever state, by number, name, note or answer: the best first, 30 at most, with the place of those that wait. Every word has to stand somewhere; capitals and accents make no difference.',
    errnos: [notFound],
  },
  served_tickets: {
    area: 'lists',
    summary: 'Tickets whose visit ended today, newest first, 100 at most; those of this desk before all others.',
    errnos: [notFound],
  },
  waitingticketslist: {
    area: 'lists',
    summary: 'Tickets that wait for a service, in the order in which they would be called.',
    errnos: [notFound],
  },
  pausedticketslist: {
    area: 'lists',
    summary: 'Paused tickets that a desk may call back, newest first.',
    errnos: [notFound],
  },
  cancellededticketslist: {
    area: 'lists',
    summary: 'Cancelled tickets that a desk may still call back, newest first.',
    errnos: [notFound],
  },
  waitingticketscount: { area: 'lists', summary: 'How many wait for each service, and how long it takes.' },
  waitingticketscount_location: {
    area: 'lists',
    summary: 'How many wait for each service of one location, and how long it takes.',
    errnos: [notFound],
  },
  initialstate: {
    area: 'lists',
    summary: 'The picture that a display starts from: services, desks and, if asked for, the last calls.',
    errnos: [notFound],
  },
  lasttickets: { area: 'lists', summary: 'The calls of a location, newest first.', errnos: [notFound] },
  ticket_details: { area: 'queue', summary: 'A ticket in every detail.', errnos: [notFound] },
  ticket_details_parameter: {
    area: 'queue',
    summary: 'A ticket in every detail, its id among the parameters.',
    errnos: [notFound],
  },
  phone_ticket: {
    area: 'phones',
    summary:
      "A ticket for its visitor's phone, by the secret that stands last in the address of its page. Needs no key.",
    errnos: [notFound, ERRNO.tooMany],
  },
  leave_queue: {
    area: 'phones',
    summary: 'The visitor goes: a ticket that waits is ended. One that is being called just then is not (115).',
    errnos: [notFound, ticketState, ERRNO.tooMany],
  },
  locations: { area: 'lookups', summary: 'The locations that pass the filters.', speaks: true },
  services: { area: 'lookups', summary: 'The services that pass the filters.', speaks: true },
  serverservices: { area: 'lookups', summary: 'Services that several locations offer, by the same filters.' },
  services_metadata: { area: 'lookups', summary: 'The services that have this metadata.', speaks: true },
  users: { area: 'lookups', summary: 'The users who work and pass the filters.' },
  forms: { area: 'forms', summary: 'All form templates, and the types of answers to make more of them.' },
  form: { area: 'forms', summary: 'One form template with its questions.', errnos: [notFound] },
  create_form: { area: 'forms', summary: 'Makes a form template.' },
  update_form: {
    area: 'forms',
    summary: 'Puts a new version in the place of a form template. The HTTP method UPDATE does the same.',
    errnos: [notFound],
  },
  delete_form: { area: 'forms', summary: 'Deletes a form template; services ask it no more.', errnos: [notFound] },
  delete_question: {
    area: 'forms',
    summary: 'Deletes a question of a form template.',
    errnos: [notFound, cannotConclude],
  },
  qats: { area: 'forms', summary: 'The types that the answer to a question can have.' },
  ticket_answers: {
    area: 'forms',
    summary: 'What a ticket was asked and what was answered, as far as staff may see it.',
    errnos: [notFound],
  },
  save_ticket_answers: {
    area: 'forms',
    summary: 'Answers of a ticket that staff takes down or puts right.',
    errnos: [notFound, cannotConclude, ticketState],
  },
  kiosk: { area: 'devices', summary: 'All that a kiosk needs to know to draw its screens.', errnos: [notFound] },
  call_staff: {
    area: 'devices',
    summary:
      'A visitor asks, by one touch at a kiosk, for somebody of the staff to come. A call that stands is given again, and nobody is told twice; nobody has to take it back: it ends after `left_seconds`. 7 where the device has this not switched on (`staff_call`).',
    errnos: [notFound, cannotConclude, ERRNO.deviceUnavailable],
  },
  kiosk_status: {
    area: 'devices',
    summary:
      'A kiosk says how it is: at once when something changes, and else after `next_in` seconds. One that is silent for 45 seconds counts as away.',
    errnos: [notFound, ERRNO.deviceUnavailable],
  },
  lease_numbers: {
    area: 'devices',
    summary:
      'Lends a kiosk elsewhere numbers that it may give by itself while this server is away: the same all day. 115 when its file is older than what it has had.',
    errnos: [notFound, cannotConclude, ticketState, ERRNO.deviceUnavailable],
  },
  hand_over_tickets: {
    area: 'devices',
    summary:
      'Takes in tickets that a kiosk has given by itself, each once, in their place by the time of their issue (flag 16). Each is answered by itself; one that was not `taken` never will be.',
    errnos: [notFound, cannotConclude, ERRNO.deviceUnavailable],
  },
  displays: { area: 'devices', summary: 'Displays in use; one that asks with its own key sees itself alone.' },
  take_device_action: {
    area: 'devices',
    summary:
      'A kiosk is about to do what staff asked of it. To be called before it is done, and not done where this is refused: 7 when it is too late, or was taken before.',
    errnos: [notFound, cannotConclude],
  },
  end_device_action: {
    area: 'devices',
    summary: 'What became of what staff asked of a kiosk. May be sent again; the first word counts.',
    errnos: [notFound, cannotConclude],
  },
  note_device_deed: {
    area: 'devices',
    summary:
      'What somebody did at a kiosk, on its operator panel: for the audit log. May be sent again, also days later; each id counts once.',
    errnos: [notFound],
  },
  ask_device: {
    area: 'admin',
    summary:
      'Has a device do something from afar: once, within two minutes or not at all. Only what its status says it can (7); at most ten in a minute (107). It stands in the audit log.',
    errnos: [notFound, cannotConclude, ERRNO.deviceUnavailable, ERRNO.tooMany],
  },
  device_actions: {
    area: 'admin',
    summary: 'What a device can be asked for now, and the last twenty times that it was, with what became of it.',
    errnos: [notFound],
  },
  device_action: {
    area: 'admin',
    summary: 'One of them; for an hour with the picture or the log that came of it.',
    errnos: [notFound],
  },
  display: {
    area: 'devices',
    summary: 'All that a display needs to know of the site; the calls themselves come over the events channel.',
    errnos: [notFound, cannotConclude, ERRNO.deviceUnavailable],
  },
  appointment_lookup: {
    area: 'devices',
    summary:
      'The appointment that a code stands for, and whether the visitor may check in now. Guesses are limited (107).',
    errnos: [notFound, ERRNO.tooMany],
    speaks: true,
  },
  appointment_find: {
    area: 'devices',
    summary:
      'The appointment of a visitor without a code, by birthday and name or number, where the location offers it. One answer (6) for whatever does not fit. Guesses are limited (107).',
    errnos: [notFound, cannotConclude, ERRNO.tooMany],
    speaks: true,
  },
  card_lookup: {
    area: 'devices',
    summary:
      "What the site's rules say of a card: whether it is blocked or has expired, its priority, language and services.",
    errnos: [notFound],
  },
  admin_hash_cards: {
    area: 'admin',
    summary: 'Hashes of single cards, for `cards` of a rule for cards: the site keeps no number of a card.',
  },
  device_lookup: {
    area: 'devices',
    summary:
      "The device that a card stands for. A key that has asked for ten in a minute that are nobody's (6) waits until it is over (107), with right ones too.",
    errnos: [notFound, ERRNO.deviceUnavailable, ERRNO.tooMany],
  },
  login: {
    area: 'access',
    summary: 'Gives a user a key that is good for seven days.',
    errnos: [ERRNO.loginRefused, ERRNO.tooMany],
  },
  change_password: {
    area: 'access',
    summary: "Changes the caller's own password. All keys of the user end; a new one comes back.",
    errnos: [ERRNO.loginRefused, ERRNO.tooMany],
  },
  session: {
    area: 'access',
    summary:
      'Whose key this is, whether keys are needed, and who may sit there where nobody is known. Pages begin here.',
  },
  end_session: {
    area: 'access',
    summary: "Signs out: the user's key that this request bears ends at once, and no other.",
    errnos: [ERRNO.keyMissing],
  },
  revoke_user: { area: 'access', summary: 'Ends all keys of a user at once.', errnos: [notFound] },
  create_device_key: {
    area: 'access',
    summary: 'Makes the key of a device and shows it this once. An earlier key ends.',
    errnos: [notFound],
  },
  begin_pairing: {
    area: 'access',
    summary:
      'A new screen asks for a code to show. It sends a secret of 43 signs (256 random bits in base64url) that it has made itself; the same secret gets the same code for ten minutes. A program that can only be a kiosk, or one device, says so by `page` or `device_id`.',
    errnos: [ERRNO.tooMany],
  },
  collect_pairing: {
    area: 'access',
    summary:
      'Whether somebody has said which device the screen is; then its key, this once. A code that is over is errno 6: begin again.',
    errnos: [notFound, ERRNO.deviceUnavailable, ERRNO.tooMany],
  },
  pair_device: {
    area: 'access',
    summary:
      'Makes the screen that shows this code that device. It fetches its key by itself; an earlier key of the device ends then.',
    errnos: [notFound, cannotConclude, ERRNO.deviceUnavailable, ERRNO.tooMany],
  },
  revoke_device_key: { area: 'access', summary: 'Ends the key of a device.', errnos: [notFound] },
  report_key_state: {
    area: 'access',
    summary: 'Whether there is a key for reports, and on which day it was used last.',
    errnos: [notFound],
  },
  create_report_key: {
    area: 'access',
    summary: 'Makes a key that reads reports, and nothing else, and shows it this once. An earlier key ends.',
    errnos: [notFound],
  },
  end_report_key: { area: 'access', summary: 'Ends a key for reports.', errnos: [notFound] },
  webhook_states: { area: 'admin', summary: 'How each webhook is, and how far.', errnos: [cannotConclude] },
  webhook_deliveries: {
    area: 'admin',
    summary: 'What a webhook sent and how it went, newest first; without personal data.',
    errnos: [notFound, cannotConclude],
  },
  test_webhook: {
    area: 'admin',
    summary: 'Sends a ping to a webhook at once, and tells how it went.',
    errnos: [notFound, cannotConclude],
  },
  retry_webhook_delivery: {
    area: 'admin',
    summary: 'Tries a delivery of the log once more, at once. The receiver sees the same id.',
    errnos: [notFound, cannotConclude],
  },
  resume_webhook: {
    area: 'admin',
    summary: 'Goes on with a webhook that was paused, and tries at once what waits.',
    errnos: [notFound, cannotConclude],
  },
  create_webhook_secret: {
    area: 'admin',
    summary: 'Makes the secret that signs for a webhook and shows it this once. An earlier one ends.',
    errnos: [notFound],
  },
  report_today: {
    area: 'reports',
    summary: 'How it goes at a location now and today: who waits and how long, what was done, desk by desk.',
    errnos: [notFound],
  },
  report_period: {
    area: 'reports',
    summary:
      'A location over some business days: tickets, calls, waiting and service time by service, desk, user, hour, weekday and day.',
    errnos: [notFound],
  },
  report_tables: {
    area: 'reports',
    summary: 'Several tables of several locations in one answer: what a program fetches every night.',
    errnos: [notFound],
  },
  report_file: {
    area: 'reports',
    summary:
      'A report of some locations over some days as a file, PDF or spreadsheet, in the language of `Accept-Language`. At most 50 locations.',
    errnos: [notFound, cannotConclude],
    speaks: true,
  },
  report_forecast: {
    area: 'reports',
    summary:
      'How many tickets are expected at a location on a day, hour by hour: the average of the same weekdays of the last eight weeks on which anybody came.',
    errnos: [notFound],
  },
  report_branches: {
    area: 'reports',
    summary:
      'How all locations that the caller sees go just now, the worst first. Cheap: the store is asked once in five seconds, however many look.',
    speaks: true,
  },
  report_comparison: {
    area: 'reports',
    summary: 'Some locations over some days, each beside as many days right before. At most 25 in one request.',
    errnos: [notFound],
    speaks: true,
  },
  limit_alarms: {
    area: 'reports',
    summary:
      'Limits that are broken at the locations of the caller; with a location also those of a day that have ended, with who saw them and when.',
    errnos: [notFound],
  },
  see_limit_alarm: {
    area: 'reports',
    summary: 'Says that the caller has seen an alarm; the first who says so is remembered.',
    errnos: [notFound],
  },
  report_views: { area: 'reports', summary: 'The reports that the caller has saved.' },
  put_report_view: {
    area: 'reports',
    summary:
      'Saves a report, in the place of the one with its id. With `every` it is sent by mail to the `recipients`, at that hour on the clock of its first location, beginning with the next time.',
    errnos: [notFound, ERRNO.tooMany],
    speaks: true,
  },
  drop_report_view: {
    area: 'reports',
    summary: 'Takes away a saved report; it is not sent any more.',
    errnos: [notFound],
  },
  admin_export_site: {
    area: 'admin',
    summary: 'The whole site as one document, without passwords; appointments come along unless that is declined.',
  },
  admin_import_site: {
    area: 'admin',
    summary:
      'Takes in a site document. `merge` adds and changes and never deletes; `replace` makes the site exactly this one. A document with a fault changes nothing.',
    errnos: [cannotConclude],
  },
  admin_copy_branch: {
    area: 'admin',
    summary:
      'Another location like one that there is, with its groups, services, desks and devices under ids of their own. People, keys, PINs and the addresses of printers are not copied.',
    errnos: [notFound, cannotConclude],
  },
  admin_like_model: {
    area: 'admin',
    summary:
      'Makes what is other at a location that follows another one as it is at its model: all of it, one thing or one field. Without `apply` it only says what is other.',
    errnos: [notFound, cannotConclude],
  },
  admin_change_thing: {
    area: 'admin',
    summary:
      'Adds or changes one thing, or takes it away, and says what becomes of it at locations that follow its own. Without `apply` it only says so; the `token` of that makes sure that just this is done.',
    errnos: [notFound, cannotConclude],
  },
  admin_look_at_site: {
    area: 'admin',
    summary:
      'What a site document would change by `merge` at locations that follow others, beside what it says itself. Its `token`, with `merge`, makes sure that just this is done.',
    errnos: [cannotConclude],
  },
  admin_bulk_edit: {
    area: 'admin',
    summary:
      'Gives some fields of several things one value. Without `apply` it only says what would change; the `token` of that makes sure that just this is done.',
    errnos: [notFound, cannotConclude],
  },
  admin_import_table: {
    area: 'admin',
    summary:
      'Adds and changes users, services or desks by a table (CSV). Without `apply` it only says what would change; a row with a fault keeps all of it from being done.',
    errnos: [notFound, cannotConclude],
  },
  admin_order: {
    area: 'admin',
    summary:
      'Puts the services or groups of a location in the order of `ids`; those that are not named come behind them. Without ids the order is the usual one again.',
    errnos: [notFound, cannotConclude],
  },
  admin_settings: { area: 'admin', summary: 'The settings of the whole site.' },
  admin_audit: {
    area: 'admin',
    summary:
      'Who changed what of the site and when, newest first; pages by the cursor `next`. The last 200,000 are kept, of appointments those among the last 50,000. As a file (`jsonl`, `csv`) it is whole, with its hashes, and an entry tells of the export.',
  },
  check_audit: {
    area: 'admin',
    summary:
      'Verifies the hash chains of the audit log and names each entry that was changed, removed, inserted or moved. With `anchor` it also says whether an earlier newest entry is still there.',
    errnos: [ERRNO.outsideLocations],
  },
  device_history: {
    area: 'admin',
    summary:
      'When a device came and went, which alarms were raised and ended there, and when its roll was changed; newest first, by the cursor `next`. The last 200 are kept, none longer than `keep_tickets`.',
    errnos: [notFound],
  },
  admin_older_tickets: {
    area: 'admin',
    summary: 'How many tickets and calls are older than so many days: what would go if `keep_tickets` were that.',
  },
  preview_opening_hours: {
    area: 'admin',
    summary: 'The coming week by a schedule that need not be saved, or what is wrong with it.',
    errnos: [notFound],
  },
  public_holidays: {
    area: 'admin',
    summary: 'Public holidays of a whole country in a year, as a proposal; none where they are not known.',
  },
  preview_ticket: {
    area: 'admin',
    summary:
      'A ticket as it would be printed, as a picture. The body holds what is not saved yet, like an import; nothing is changed.',
    errnos: [notFound, cannotConclude, ERRNO.tooMany],
  },
  preview_form: {
    area: 'admin',
    summary: 'What a form asks after some answers. The body holds what is not saved yet; nothing is changed.',
    errnos: [notFound],
  },
  admin_list_appointments: {
    area: 'admin',
    summary:
      'Appointments by location and time. With a `limit` one page, and in `next` where the following one begins; else all.',
    errnos: [notFound],
  },
  admin_search_appointments: {
    area: 'admin',
    summary: 'Appointments in which a text is found, by location and time, page by page.',
    errnos: [notFound],
  },
  admin_appointments_of: {
    area: 'admin',
    summary: 'Some of the appointments that name a service, a user or a desk, which cannot be deleted before they are.',
  },
  admin_appointment_times: {
    area: 'admin',
    summary:
      'At which times of a day a service can be booked by its slots and opening hours, and how many are booked then.',
    errnos: [notFound, ERRNO.outsideLocations],
  },
  admin_setting_overrides: {
    area: 'admin',
    summary:
      'Which settings of the site the answering server overrides by its flags or variables, with the values in force there.',
  },
  admin_mail: {
    area: 'admin',
    summary:
      'How mail goes: whether a mail server is set up, how many mails wait, and what became of the last ones. Never to whom, nor what was in them.',
  },
  try_mail: {
    area: 'admin',
    summary: 'Sends a test mail at once by the mail server of the settings, and tells what that said.',
    errnos: [cannotConclude],
  },
  find_personal_data: {
    area: 'admin',
    summary: 'Finds the personal data of one person by a name, mail address, telephone number, card, code or ticket.',
    errnos: [ERRNO.outsideLocations],
  },
  export_personal_data: {
    area: 'admin',
    summary: 'The same, to be handed to the person; the audit log says that it was, and never of whom.',
    errnos: [ERRNO.outsideLocations],
  },
  erase_personal_data: {
    area: 'admin',
    summary:
      'Erases personal data by its ids, at once and for good. Tickets, calls and times stay, so that reports say the same.',
    errnos: [ERRNO.outsideLocations],
  },
  admin_put_settings: { area: 'admin', summary: 'Replaces the settings; what is left out gets its default.' },
};

const COLLECTION_NOTES: Readonly<Record<string, (collection: string) => OperationNote>> = {
  list: (collection) => ({ area: 'admin', summary: `All ${collection} of the site.` }),
  create: (collection) => ({ area: 'admin', summary: `Adds to the ${collection}; makes an id if none is given.` }),
  read: (collection) => ({ area: 'admin', summary: `One of the ${collection}.`, errnos: [notFound] }),
  replace: (collection) => ({
    area: 'admin',
    summary: `Replaces one of the ${collection}; what is left out gets its default.`,
    errnos: [notFound, cannotConclude],
  }),
  delete: (collection) => ({
    area: 'admin',
    summary: `Deletes one of the ${collection}, unless something refers to it or work goes on there.`,
    errnos: [notFound, cannotConclude],
  }),
};

/** Undefined for an operation that nobody has described. */
export function operationNote(name: string): OperationNote | undefined {
  const [, verb = '', collection = ''] = /^admin_(list|create|read|replace|delete)_(\w+)$/.exec(name) ?? [];
  return OPERATION_NOTES[name] ?? COLLECTION_NOTES[verb]?.(collection.replaceAll('_', ' '));
}
