/**
 * One-sentence descriptions of the parts and fields of a site file.
 *
 * For editors that use its JSON Schema, and for the API description.
 */

/** By part. */
export const SITE_PART_TEXTS: Readonly<Record<string, string>> = {
  settings: 'Settings of the whole site.',
  locations: 'Places with their own queues, business day and time zone.',
  service_groups: 'Headings under which a kiosk lists services.',
  server_services: 'Services that several locations offer, described once for all of them.',
  services: 'What a visitor takes a ticket for.',
  desks: 'Where visitors are served.',
  users: 'Staff who call visitors and administrators.',
  devices: 'Kiosks, readers, displays and counters.',
  question_answer_types: 'Kinds of answers to choose from when a form is made.',
  forms: 'Form templates: what is asked before, during and at the end of a visit.',
  appointments: 'Booked visits, without a limit.',
  webhooks: 'HTTP receivers of queue events.',
  report_keys: 'API keys of programs that read reports or metrics.',
  role_sets: 'Named permission sets.',
};

/** By part and field; `questions` are those of a form, and server services use the texts of services. */
export const SITE_FIELD_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settings: {
    default_lang: 'Language of the texts without a translation, and of visitors who have not chosen one.',
    languages: 'Languages in use, in the order in which they are offered.',
    api_authentication: 'Whether the REST API requires a key. The option --api-authentication overrides it.',
    failure_status:
      'HTTP status of a failed request: truth returns the fitting status, ok always 200, for old clients.',
    call_policy:
      'What a desk with an open call does when it calls: end_current ends the open call, refuse rejects the new one.',
    break_reasons:
      'Reasons for breaks, in their order: id, name, translations. Empty: short break, lunch, meeting and other work.',
    card_rules:
      'Rules for cards; the first match applies. Each has a pattern (RE2, of the whole value) or cards (hashes), and use, valid_until, priority, lang, services.',
    transfer_place:
      'Queue position of a transferred visitor, unless the clerk chooses: behind (at the end), or arrival (by original arrival time).',
    trusted_networks:
      'Networks, such as 192.168.4.0/24, from which users without a password can log in and /metrics needs no key. Behind a proxy, list it in trusted_proxies.',
    cors_origins: 'Web origins whose pages may use the REST API; * allows all.',
    allowed_hosts: 'Host names of this server, besides those of the machine, --host and public_url.',
    trusted_proxies: 'Networks of the proxies in front of this server, whose X-Forwarded-For is trusted.',
    names_on_displays: "Whether displays and kiosks may show visitors' names.",
    keep_tickets:
      'Days after which tickets with their calls and answers are purged; reports keep the aggregates. 0: never; otherwise at least 7.',
    keep_clerks: 'Days for which aggregates of purged tickets name the user who called; 0: indefinitely.',
    record_reads:
      'Whether the audit log records which user read personal data of visitors, by which operation, and of which ticket or list.',
    public_url:
      "Address of this server for phones, such as https://queue.example. With it, the QR code on paper opens the ticket's page. Loopback addresses are rejected.",
    webhook_networks: 'Private networks, such as 192.168.4.0/24, to which webhooks may be delivered.',
    printer_networks:
      'Networks in which tcp: printers of the site may be. This machine must be listed as 127.0.0.1 or 127.0.0.0/8; 0.0.0.0/0 does not include it.',
    mail_server: 'SMTP server; empty: no mail is sent.',
    mail_port: 'SMTP port: usually 587 with starttls, 465 with tls, 25 with none.',
    mail_security:
      'SMTP encryption: starttls upgrades the connection, tls encrypts from the start, none never encrypts and allows no user name.',
    mail_user: 'User name at the mail server; empty: no authentication.',
    mail_password: 'Password at the mail server; write-only. Empty removes it.',
    mail_from: 'Sender: queue@example.org, or Town Hall <queue@example.org>. Required with a mail server.',
    mail_domains:
      'Domains to which reports may be mailed, such as example.org. Empty: those of mail_from, locations and users. Another domain is error 5; queue alerts use alarm_mails.',
    pronunciations:
      'Pronunciations for speech: Hbf = Hauptbahnhof, or for one language de: Hbf = Hauptbahnhof. Right of the equals sign, write Hebrew and Arabic with vowels and Japanese in kana.',
    media_origins: 'External origins, such as https://pictures.example.org, from which displays may load pictures.',
  },
  locations: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'Name that visitors read.',
    translations: 'Names in other languages, and for easy read: {"pt_PT": {"name": "…"}, "en_simple": {"name": "…"}}.',
    state: '1: in use; 0: switched off.',
    languages: 'Languages offered here, the first one first.',
    timezone: 'Time zone, such as Europe/Lisbon.',
    timeformat: 'Time on printed tickets: HH:mm for 24 hours, hh:mm a for 12 hours.',
    schedule: 'Opening hours as OpenStreetMap writes them; empty: always open.',
    reset_time: 'Time (hh:mm) at which a business day begins: numbers restart, and waiting and paused tickets end.',
    call_order:
      'Calling order: priority_first; fifo (by time alone); ratio (priority_ratio priority tickets, then an ordinary one).',
    priority_ratio: 'For ratio: priority tickets before an ordinary one.',
    number_width: 'Digits of a number, filled with zeros: with 3, number 7 of tag A is A007.',
    ticket_tolerance:
      'Calls of its service after which a cancelled ticket of the current business day can no longer be called back; 0: never, -1: no limit.',
    logo: 'PNG for kiosk and ticket: a file name beside the site file or in assets/demo, or a data: URL. At most 4096 pixels in each direction; over the REST API a data: URL.',
    colour: 'Accent colour, #rrggbb.',
    t_checkin_before: 'Minutes before an appointment from which a visitor may check in.',
    t_checkin_after: 'Minutes after an appointment until which a visitor may check in.',
    t_attendance_before: 'Minutes before an appointment from which its ticket can be next; 0: from check-in on.',
    t_attendance_after:
      'Minutes after an appointment from which its ticket counts like any other, waiting since check-in; 0: never.',
    ticket_layout:
      'Parts of a long ticket, in the order of the paper; empty for the short ticket. Custom texts have at most 2000 characters in total per language.',
    auto_call_seconds:
      'Seconds after the end of a visit after which the counter calls the next visitor automatically, at most 600; 0: never.',
    alarm_mails: 'Recipients of queue alerts of this location and its services, at their beginning and end.',
    limit_wait: 'Queue alert: wait in minutes; 0: off.',
    limit_waiting: 'Queue alert: waiting visitors; 0: off.',
    limit_idle: 'Queue alert: minutes without a call at a desk while visitors wait for it; 0: off.',
    limit_share: "Queue alert: percentage of today's calls within limit_share_minutes; 0: off.",
    limit_share_minutes: 'Minutes for limit_share.',
    limit_abandoned: "Queue alert: percentage of today's visitors who left unserved; 0: off.",
    appointment_lookup:
      'Look-up at a kiosk without a code, by birthday and: name, number (the reference), or both for either of them; off: no look-up.',
    late_as_walk_in: 'Whether a visitor who is late for an appointment can take a walk-in ticket.',
    t_delete:
      'Days after which personal data of tickets and appointments is erased; 0: never. If it is left out, an existing location keeps its value.',
    t_profile_edit: 'Stored without effect.',
    follows:
      'Id of the parent location, whose settings this location inherits field by field, except for fields with their own value. A parent has no parent itself.',
    location_group: 'Stored without effect.',
    address: 'Street and number.',
    city: 'City.',
    region: 'Region.',
    country: 'Two letters, such as PT.',
    coordinates: 'Latitude and longitude.',
    phone: 'Telephone number.',
    email: 'E-mail address.',
    website: 'Address of its website.',
    social_links: 'List of addresses.',
    cloud: 'Stored without effect; not in the back office.',
    resource_id: 'Id in another system.',
    obs: 'Your own remarks.',
  },
  ticket_layout: {
    part: 'logo, site (name of the location), service, number, priority, people, wait, date, extra and footer (texts of the service), qr (code with caption), barcode (the number as Code 128), text (your own), rule (a line) or gap. number occurs exactly once; only text, rule and gap may repeat.',
    size: '0: usual size of the part; 1 to 4: small to large.',
    align: 'center, or start: the side where reading begins, which is the right in Arabic.',
    bold: 'Bold text.',
    text: 'Text of the part text, of one or more lines.',
    translations:
      'The same in other languages, and for easy read: {"pt_PT": {"text": "…"}, "en_simple": {"text": "…"}}.',
  },
  service_groups: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'The heading.',
    description: 'A line below it.',
    position: 'Position among the groups, from 1; 0: after all numbered groups.',
    pictogram: 'Pictogram on its button, as for a service.',
    location: 'Id of its location.',
    follows: 'Id of the corresponding item of the parent location; empty: an own item.',
    translations: 'By language, such as pt_PT, and for easy read, such as en_simple: name, description.',
  },
  services: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'On the button and on the ticket; about 32 characters fit well.',
    description: 'A line below the name.',
    extra_text: 'Printed on the ticket, such as documents to prepare.',
    footer_text: 'Printed at the end.',
    translations:
      'By language, such as pt_PT, and for easy read, such as en_simple: name, description, extra_text, footer_text.',
    location: 'Id of its location.',
    follows: 'Id of the corresponding item of the parent location; empty: an own item.',
    service_group: 'Id of its group.',
    server_service: 'Id of the server service that it represents at this location.',
    state: '1: in use; 0: switched off.',
    tag: 'Letter before the number, up to 8 characters. Use a different one for each service of a location, and avoid I and O.',
    pictogram:
      'Pictogram on its button: a name of docs/reference/pictograms.md, a PNG as a data: URL, or the name of a PNG beside the site file.',
    rgbColour:
      'Colour of the button, #rrggbb (or without #); white text must be readable on it. Empty: the accent colour.',
    schedule: 'Opening hours of this service; empty: as the location.',
    first_ticket_number: 'First number.',
    maxTicketNumber: 'Last number, after which numbering restarts; 0: no end.',
    limit_wait: 'Queue alert: wait in minutes; 0: off.',
    limit_waiting: 'Queue alert: waiting visitors; 0: off.',
    limit_idle: 'Queue alert: minutes without a call at a desk while visitors wait for it; 0: off.',
    limit_share: "Queue alert: percentage of today's calls within limit_share_minutes; 0: off.",
    limit_share_minutes: 'Minutes for limit_share.',
    limit_abandoned: "Queue alert: percentage of today's visitors who left unserved; 0: off.",
    max_waiting: 'Number of waiting visitors at which the service stops issuing tickets; 0: no limit.',
    position:
      'Position among the services of its location, from 1; 0: after all numbered services, by letter at a kiosk and by name on other pages.',
    offline_numbers: 'Offline numbers of each kiosk client, for when its server is offline; 0: none.',
    expected_wait: 'Estimated wait in seconds while no calls exist to measure it; 0: no estimate.',
    outcomes:
      'Outcomes that clerks record: code (with a permanent meaning), name, kind (reason or result) and translations.',
    outcome_required: 'Whether the counter asks for an outcome before a visit ends.',
    priority_allowed: 'Whether a visitor may take a priority ticket.',
    desks: 'Ids of the desks that serve it; empty: all of the location.',
    forms: 'Ids of its form templates.',
    qm_enabled: 'Whether it has a queue.',
    virtual_ticket_enabled: 'Whether virtual tickets can be taken (from_virtualticket); otherwise error 111.',
    app_schedule: 'Hours for appointments.',
    slot_time: 'Minutes of an appointment.',
    capacity: 'Simultaneous appointments in a slot; manual bookings respect it, a site file can exceed it.',
    allow_multi_slot_appointments: 'Stored without effect; not in the back office.',
    allow_automatic_confirmation: 'Stored without effect; not in the back office.',
    question_group: 'Stored without effect.',
    service_code: 'Code in another system.',
    metadata: 'Your own keys and texts; programs can search by them.',
  },
  desks: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'Such as Desk 4.',
    tag: 'Short name on displays, such as 4.',
    location: 'Id of its location.',
    follows: 'Id of the corresponding item of the parent location; empty: an own item.',
    services: 'Ids of the services that it serves; empty: all of the location.',
    state: '1: in use; 0: switched off.',
    translations:
      'Names in other languages, as displays show and speak them, and for easy read for phones: {"pt_PT": {"name": "Balcão 4"}, "en_simple": {"name": "Window 4"}}.',
  },
  users: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the username.',
    username: 'User name for logging in.',
    name: 'Shown to other users.',
    phone: 'For the staff list.',
    email: 'For the staff list and the password reset by mail.',
    schedule: 'Stored without effect; not in the back office.',
    state: '1 or 0; a user who is switched off cannot log in.',
    roles: 'Roles by name; see permissions.',
    role_set: 'Id of a permission set, whose roles are added to these.',
    locations: 'Ids of the locations in their scope; empty: all.',
    desks: 'Ids of their desks; empty: all of their locations.',
    password: '8 or more characters, not only spaces; write-only. Keep a file with passwords like a key.',
  },
  devices: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'Name, such as its position.',
    type: '1 ticket kiosk, 2 virtual ticket, 3 appointments, 4 concierge, 5 extender, 6 counter pad, 7 card reader or card, 8 eticket, 9 display.',
    location: 'Id of its location.',
    follows: 'Id of the corresponding item of the parent location; empty: an own item.',
    state: '1: in use; 0: switched off.',
    services: 'Ids of the services that a kiosk offers or a display shows; empty: all of the location.',
    languages: 'Languages that it offers; a display shows the first two. Empty: those of the location.',
    printer:
      "Address of a kiosk's printer, such as tcp://192.0.2.10:9100 or cups:tickets. The option --printer overrides it.",
    readers: 'Addresses of its card readers, without evdev:. The option --reader overrides them.',
    code: "Card value, for readers with rule=table: the ticket then has this device's id. Hidden from callers who cannot change the device.",
    dark_when_closed:
      'Kiosk: black screen outside opening hours after a minute without a touch. A touch, a key or a card wakes it.',
    ticket_slot: 'Kiosk: position of the ticket slot relative to the screen. The page shows an arrow there.',
    screen_inches:
      'Kiosk, display: screen diagonal in inches, for the size of text and buttons; 0: unknown, taken as 21.5, or 43 for a display.',
    roll_metres:
      'Kiosk: length of a new paper roll in metres, to estimate the tickets left; 0: learned at the end of a roll.',
    staff_call:
      'Kiosk: a button that calls staff. All counters of the location show the call until a clerk accepts it, for at most five minutes.',
    speech:
      'Kiosk: speech output. off; headset (while one is plugged in); private (an earpiece is the only output); loudspeaker (on request, without names and typed text).',
    headset_output:
      'Kiosk: name, or part of it, of the audio output that is the headset. Empty: a newly connected output that is not a monitor.',
    keys: 'Kiosk: functions of tactile keys, such as F13=next, F14=previous, F15=choose. Names are those of KeyboardEvent.code, without letters and digits of the main block.',
    scan_seconds: 'Kiosk: seconds per control in switch scanning; 0: off.',
    less_motion:
      'Kiosk: no motion for all visitors. Otherwise for visitors who chose larger text, contrast or easy read.',
    display: 'Display: contents and sound.',
    panel_pin:
      'Kiosk: PIN of the operator panel, 6 to 12 digits without runs and repetitions; write-only. Empty: no panel.',
  },
  display: {
    service_groups: 'Ids of service groups whose calls it shows, in addition to services; with neither, all calls.',
    call_seconds: 'Seconds for which a call has the large area.',
    last_calls: 'Earlier calls in the list, as far as they fit at a readable size.',
    read_metres: 'Reading distance in metres, which sets the size of numbers and desks.',
    look: 'light, dark or contrast.',
    less_motion: 'No motion; pictures and messages change only with a call. Otherwise as the computer requests.',
    quiet: 'Text only: no sound or speech in the room, whatever chime, voice and volume say.',
    loop_output:
      'Name, or part of it, of the audio output of an induction loop. It plays chime and speech at full volume, also with quiet.',
    chime: 'Whether a chime sounds with each call.',
    voice: 'Whether calls are spoken.',
    voice_languages: "Languages spoken after the visitor's own; empty: the first of the display.",
    volume: 'Volume in percent, outside volume_hours.',
    volume_hours: 'Volume by time of day: [{"from": "20:00", "to": "08:00", "volume": 30}]; the first match applies.',
    ticker: 'Messages at the bottom of the screen, one per line.',
    ticker_translations: 'The same in other languages: {"pt_PT": "…"}.',
    media:
      'Pictures beside the calls: names of files in the folder media of the data folder, data: addresses, or addresses at one of the media_origins.',
    media_texts:
      'Image descriptions, in the order of media: [{"text": "…", "translations": {"pt_PT": {"text": "…"}}}]. A picture without text is decorative.',
    media_seconds: 'Seconds for each picture.',
  },
  question_answer_types: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'Internal name for editors of forms.',
    type: '1 text, 2 rating, 3 one of a list, 4 several of a list, 5 date, 6 yes or no, 7 e-mail, 8 phone, 9 number.',
    config: 'Mask (whole number) and length (text), for text answers whose question says nothing else.',
    permanent: 'Stored without effect; not in the back office.',
    expanded: 'How the form editor shows it.',
    selected: 'How the form editor shows it.',
  },
  forms: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: "The template's name.",
    selected: 'How the form editor shows it.',
    questions: '{"before": […], "during": […], "end": […]}, each at most 100 questions.',
  },
  appointments: {
    id: 'Any id.',
    service: 'Id of the service.',
    location: 'Id of its location; may be left out.',
    scheduled_to: 'Time, yyyy-mm-dd hh:mm:ss in the time zone of the location.',
    client_name: 'The visitor; shown on displays only if the settings allow names there.',
    lang: "The visitor's language.",
    code: 'Check-in code of a QR code, letter or card. Several appointments of one person can share it.',
    state: '1: booked; 0: cancelled.',
    user: 'Id of the user to visit.',
    desk: 'Id of the desk to visit.',
    app_displayname: 'Text for staff; empty: the booked time.',
    birthday: "The visitor's date of birth, yyyy-mm-dd; needed for a look-up at the kiosk.",
    reference: 'Patient, customer or case number by which the organisation knows the visitor.',
  },
  webhooks: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'Receiver name.',
    url: 'Receiver URL: http:// or https://, without user name, password and fragment.',
    events: 'Event types to send; empty: all.',
    locations: 'Ids of the locations whose events to send; empty: all.',
    state: '1: in use; 0: switched off, and no events are stored for it.',
    include_personal_data: 'Whether names, notes and staff users are included.',
    secret: 'Signing secret, 24 to 200 characters; write-only. A changed url removes it; without one nothing is sent.',
  },
  report_keys: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'Client name.',
    locations: 'Ids of the locations whose reports it may read; none: all.',
    valid_until: 'Last valid day, yyyy-mm-dd in UTC; empty: until it is revoked.',
    scope: 'Scope: reports with their tables, or metrics.',
  },
  role_sets: {
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the name.',
    name: 'Name, such as Head of reception.',
    description: 'Description for administrators.',
    roles: 'Roles of the set.',
  },
  questions: {
    question: 'Question text.',
    qat_id: 'Id of the answer type.',
    required: 'Whether it must be answered.',
    question_order: 'Place in its list, from 0.',
    config: 'Empty, or a JSON object as text: mask, length, regex, example, to, options, translations.',
    depends_on:
      'With has_dependency, it is asked only if question (an id of the same form) has this answer; an empty answer matches any.',
    visible_on: 'Channels that ask it.',
    staff_permissions: 'Whether staff can see the answer (visible) and change it (editable).',
    anonymize: 'Whether the answer is erased.',
    anonymize_in_days: 'After how many days; 0: when the business day ends.',
    expanded: 'How the form editor shows it.',
    id: 'Up to 200 characters without spaces, /, ? or #. If empty, it is derived from the question.',
    selected: 'How the form editor shows it.',
  },
};
