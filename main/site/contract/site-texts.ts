/**
 * What the parts and fields of a site file mean, in a sentence each: for editors that read its JSON Schema, and for the
 * description of the interface.
 */

/** Its parts. */
export const SITE_PART_TEXTS: Readonly<Record<string, string>> = {
  settings: 'What holds for the whole site.',
  locations: 'Places with their own day, queues and clock.',
  service_groups: 'Headings under which a kiosk gathers services.',
  server_services: 'Services that several locations offer, described once for all of them.',
  services: 'What a visitor takes a ticket for.',
  desks: 'Where visitors are served.',
  users: 'The people who call visitors.',
  devices: 'Kiosks, readers, displays and counters.',
  question_answer_types: 'Kinds of answers to choose from when a form is made.',
  forms: 'Form templates: what is asked before, during and at the end of a visit.',
  appointments: 'Booked visits, as many as there are.',
  webhooks: 'Addresses that are told over HTTP of what happens in the queue.',
  report_keys: 'Programs that read reports, and nothing else, with a key of their own.',
  role_sets: 'What some people of the house may do, under one name.',
};

/** Fields by part; `questions` are those of a form, and server services mean what services mean. */
export const SITE_FIELD_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settings: {
    default_lang: "The system's language: of the plain texts, and for visitors who have not chosen.",
    languages: 'All languages in use, in the order in which they are offered.',
    api_authentication: 'Whether callers of the interface need a key.',
    failure_status: 'With truth a failed request has a fitting HTTP status; with ok always 200, for old clients.',
    call_policy:
      'What happens when a desk calls while a visitor is still with it: end_current ends that call, refuse refuses the new one.',
    break_reasons: 'Why clerks take breaks, in the order in which they choose; none: a list that fits most.',
    card_rules:
      'What kiosks do with cards, by patterns of their values: accept or block, last day, priority, language, services.',
    transfer_place:
      'Where a visitor waits who is sent on, unless the clerk chooses: behind everybody, or by arrival, as if they had never been called.',
    trusted_networks: 'Addresses from which users without a password may log in.',
    cors_origins: 'Web origins whose pages may use the interface.',
    allowed_hosts: 'Names under which this server is called, besides those of this computer and of public_url.',
    trusted_proxies:
      'Networks of the proxies in front of this server: what they say in X-Forwarded-For is the address of the caller.',
    names_on_displays: "Whether displays and kiosks may show visitors' names.",
    keep_tickets:
      'For how many days tickets are kept, with their calls and answers; older ones go, and their figures stay in reports. 0 for ever, else 7 at least.',
    keep_clerks:
      'For how many days figures of tickets that are gone tell which user called; 0 as long as there are figures.',
    record_reads:
      'Whether the audit log records which user read personal data of visitors, by which operation, and of which ticket or list.',
    public_url:
      "Address at which visitors' phones reach this server, such as https://queue.example; then the QR code on paper leads to the ticket's own page.",
    webhook_networks:
      'Networks that are not public, such as 192.168.4.0/24, to which webhooks may be sent all the same.',
    printer_networks:
      'Networks in which printers of the site may be (tcp:). This machine itself has to be named by its own address.',
    mail_server: 'Name or address of the server that takes mail for delivery; empty: no mail is sent.',
    mail_port: 'Its port: mostly 587 with starttls, 465 with tls, 25 with none.',
    mail_security:
      'How the way there is protected: starttls turns a plain connection into TLS, tls is TLS from the start, none is never protected.',
    mail_user: 'User name at the mail server; empty: nobody logs in.',
    mail_password: 'Password at the mail server; can be written and is never shown. Empty takes it away.',
    mail_from: 'Who the mail is from: queue@example.org, or Town Hall <queue@example.org>.',
    mail_domains:
      'Domains to which users may have reports mailed, such as example.org; none: those of mail_from, of locations and of users. Alarms go where the location says.',
    pronunciations:
      'How voices of kiosks and displays are to say a word, one a line: Hbf = Hauptbahnhof, or for one language de: Hbf = Hauptbahnhof. To the right of = Hebrew and Arabic have their vowels, Japanese is in kana.',
    media_origins: 'Origins elsewhere, such as https://pictures.example.org, from which displays may show pictures.',
  },
  locations: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'As visitors read it.',
    translations:
      'Names in other languages, and in simple language: {"pt_PT": {"name": "…"}, "en_simple": {"name": "…"}}.',
    state: '1 in use, 0 switched off.',
    languages: 'Languages offered here, the first one first.',
    timezone: 'Time zone, such as Europe/Lisbon.',
    timeformat: 'How times are written, such as HH:mm.',
    schedule: 'Opening hours as OpenStreetMap writes them; empty: always open.',
    reset_time: 'When (hh:mm) a new day begins: numbers start again, and tickets still waiting or paused are ended.',
    call_order: 'Who is next: priority_first; fifo, by time alone; ratio, some priority tickets, then a normal one.',
    priority_ratio: 'For ratio: priority tickets before a normal one.',
    number_width: 'Digits of a number, filled with zeros: with 3, number 7 of tag A is A007.',
    ticket_tolerance:
      'How many tickets of its service may be called before a cancelled ticket can no longer be called back; 0 never, -1 without limit.',
    logo: 'A PNG for the kiosk and the ticket: the name of a file beside the site file or in assets/demo, or a data: address.',
    colour: 'Accent colour, #rrggbb.',
    t_checkin_before: 'Minutes before an appointment from which a visitor may check in.',
    t_checkin_after: 'Minutes after an appointment until which a visitor may check in.',
    t_attendance_before: 'Minutes before an appointment from which its ticket can be next; 0: from check-in on.',
    t_attendance_after:
      'Minutes after an appointment from which its ticket counts like any other, waiting since check-in; 0: never.',
    ticket_layout:
      'Parts of a long ticket, in the order of the paper; empty for the short ticket. Own texts have at most 2000 characters together in any one language.',
    auto_call_seconds:
      'Seconds after the end of a visit, after which the counter calls the next visitor by itself; 0 for never.',
    alarm_mails:
      'Addresses that get a mail when a limit of this location or its services is broken, and when that is over.',
    limit_wait: 'Minutes that somebody may wait before an alarm is raised; 0: no limit.',
    limit_waiting: 'How many may wait before an alarm is raised; 0: no limit.',
    limit_idle: 'Minutes that a desk may call nobody while people wait for it; 0: no limit.',
    limit_share: "Percent of today's calls that are to come within limit_share_minutes; 0: no limit.",
    limit_share_minutes: 'Minutes within which calls are to come, for limit_share.',
    limit_abandoned: "Percent of today's visitors who may go away without being served; 0: no limit.",
    appointment_lookup:
      'What visitors without a code type at a kiosk to find their appointment, beside their birthday: name, number (the reference), both for either of them; off: there is no look-up.',
    late_as_walk_in: 'Whether who comes too late for an appointment may have an ordinary ticket instead.',
    t_delete:
      'Days after which a ticket, and an appointment, loses its name and what else it says of the visitor; 0: never. Left out of a location that there is, it stays.',
    t_profile_edit: 'Time limit for changing a profile.',
    follows:
      'Id of the location that is the model of this one: what changes there changes here too, field by field, unless it is other here already; empty: none.',
    location_group: 'Free text, to sort locations.',
    address: 'Street and number.',
    city: 'City.',
    region: 'Region.',
    country: 'Two letters, such as PT.',
    coordinates: 'Latitude and longitude.',
    phone: 'Telephone number.',
    email: 'E-mail address.',
    website: 'Address of its website.',
    social_links: 'List of addresses.',
    cloud: 'Whether it is run elsewhere.',
    resource_id: 'Its id in another system.',
    obs: 'Your own remarks.',
  },
  ticket_layout: {
    part: 'logo, site, service, number, priority, people, wait, date, extra, qr (the code with its caption), barcode (the number as Code 128), footer, text (one of your own), rule (a line) or gap. number stands there exactly once; only text, rule and gap more than once.',
    size: '0 as usual for the part, 1 to 4 from small to large.',
    align: 'center, or start: the side on which one begins to read.',
    bold: 'Whether in bold letters; left out: as usual for the part.',
    text: 'Of the part text: what is printed there, of several lines if you like.',
    translations:
      'The same in other languages, and in simple language: {"pt_PT": {"text": "…"}, "en_simple": {"text": "…"}}.',
  },
  service_groups: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'The heading.',
    description: 'A line below it.',
    position: 'Its place among the groups, from 1 on; 0: behind all that have one.',
    pictogram: 'A picture on its button, as of a service.',
    location: 'Id of its location.',
    follows: 'Id of what it stands for at the location that its own follows; empty: nothing.',
    translations: 'By language, such as pt_PT, and in simple language, such as en_simple: name, description.',
  },
  services: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'On the button and on the ticket; about 32 letters fit well.',
    description: 'A line below the name.',
    extra_text: 'Printed on the ticket: what to have ready, for instance.',
    footer_text: 'Printed last.',
    translations:
      'By language, such as pt_PT, and in simple language, such as en_simple: name, description, extra_text, footer_text.',
    location: 'Id of its location.',
    follows: 'Id of what it stands for at the location that its own follows; empty: nothing.',
    service_group: 'Id of its group.',
    server_service: 'Id of the service that it stands for at this location.',
    state: '1 in use, 0 switched off.',
    tag: 'The letter before the number, up to 8 characters; give every service of a location its own, and leave out I and O.',
    pictogram:
      'A picture on its button, for people who read little: the name of one of ours (docs/reference/pictograms.md), a PNG as a data: address, or the name of a PNG beside the site file.',
    rgbColour: 'Colour of the button, #rrggbb (or without #); white letters should be readable on it.',
    schedule: 'Opening hours of this service; empty: as the location.',
    first_ticket_number: 'Where counting begins.',
    maxTicketNumber: 'After this number it begins again; 0: no end.',
    limit_wait: 'Minutes that somebody may wait before an alarm is raised; 0: no limit.',
    limit_waiting: 'How many may wait before an alarm is raised; 0: no limit.',
    limit_idle: 'Minutes that a desk may call nobody while people wait for it; 0: no limit.',
    limit_share: "Percent of today's calls that are to come within limit_share_minutes; 0: no limit.",
    limit_share_minutes: 'Minutes within which calls are to come, for limit_share.',
    limit_abandoned: "Percent of today's visitors who may go away without being served; 0: no limit.",
    max_waiting: 'No more tickets while this many people wait; 0: no cap.',
    position: 'Its place among the services of its location, from 1 on; 0: behind all that have one, by name.',
    offline_numbers:
      'How many numbers of it each kiosk at another server may give by itself while that server is away; 0: none.',
    expected_wait: 'Seconds to tell who would be next while no calls show a real wait; 0: say nothing.',
    outcomes:
      'What clerks note of visits: why somebody came, and how it ended; each with a code that never changes its meaning.',
    outcome_required: 'Whether the counter asks for an outcome before a visit ends.',
    priority_allowed: 'Whether a visitor may take a priority ticket.',
    desks: 'Ids of the desks that serve it.',
    forms: 'Ids of the form templates that go with it.',
    qm_enabled: 'Whether it has a queue.',
    virtual_ticket_enabled: 'Whether tickets may be taken on a phone.',
    app_schedule: 'Hours for appointments.',
    slot_time: 'Minutes of an appointment.',
    capacity: 'Appointments at the same time.',
    allow_multi_slot_appointments: 'Whether one may take several slots.',
    allow_automatic_confirmation: 'Whether a booking counts without being confirmed by hand.',
    question_group: 'Name of a group of questions.',
    service_code: 'Its code in another system.',
    metadata: 'Your own keys and texts; programs can search by them.',
  },
  desks: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'Such as Desk 4.',
    tag: 'What the display shows, such as 4, up to 40 characters.',
    location: 'Id of its location.',
    follows: 'Id of what it stands for at the location that its own follows; empty: nothing.',
    services: 'Ids of the services that it serves.',
    state: '1 in use, 0 switched off.',
    translations:
      'Names in other languages, as displays show and speak them, and in simple language for phones: {"pt_PT": {"name": "Balcão 4"}, "en_simple": {"name": "Window 4"}}.',
  },
  users: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the username.',
    username: 'What they log in with.',
    name: 'Shown to colleagues.',
    phone: 'For the staff list.',
    email: 'For the staff list.',
    schedule: 'For the staff list.',
    state: '1 or 0; a user who is switched off cannot log in.',
    roles: 'What they may do: roles by name.',
    role_set: 'Id of a set of rights of the house that they have beside these; empty: none.',
    locations: 'Ids of the locations that they see; none: all.',
    desks: 'Ids of the desks at which they work; none: all of their locations.',
    password: 'Can be written and never be read back.',
  },
  devices: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'Where it stands, for instance.',
    type: '1 ticket kiosk, 2 virtual ticket, 3 appointments, 4 concierge, 5 extender, 6 counter pad, 7 card reader or card, 8 eticket, 9 display.',
    location: 'Id of its location.',
    follows: 'Id of what it stands for at the location that its own follows; empty: nothing.',
    state: '1 in use, 0 switched off.',
    services: 'Ids of the services that a kiosk offers, or whose calls a display shows.',
    languages: 'Languages that it offers; a display shows the first two.',
    printer: "Address of a kiosk's printer, such as tcp://192.0.2.10:9100 or cups:tickets; --printer wins over it.",
    readers: 'Addresses of its card readers; --reader wins over them.',
    code: "The value that a card gives, for readers with rule=table: the ticket then carries this device's id. Empty to whoever may not change the device.",
    dark_when_closed:
      'Of a kiosk: its screen is black while nothing is open, and nobody has touched it for a minute. A touch, a key or a card wakes it.',
    ticket_slot:
      'Of a kiosk: where tickets come out, seen from its screen: below, left, right or above. The page shows an arrow there.',
    screen_inches:
      'Of a kiosk or a display: how large its screen is from corner to corner, in inches, so that letters and buttons have the size that people need; 0: not known, reckoned as 21.5, a display as 43.',
    roll_metres:
      'Of a kiosk: metres of paper on a new roll, so that it can say how many tickets are left; 0: not known, and learned when a roll comes to its end.',
    staff_call:
      'Of a kiosk: a button by which visitors call somebody of the staff. The call stands at every counter of the location until somebody comes, for five minutes.',
    speech:
      'Of a kiosk: where it speaks. off; headset, while one is plugged in; private, where its sound goes to nothing but an earpiece; loudspeaker, aloud if somebody wants it, but for names and what they type.',
    headset_output:
      'Of a kiosk: name, or a part of it, of the output of sound of its computer that is the headset, where its name does not say so; no other is taken for one then. Empty: an output that comes, and is not that of a screen.',
    keys: 'Of a kiosk: what its tactile keys do, such as F13=next, F14=previous, F15=choose. Keys have the names of KeyboardEvent.code; letters and digits of the main block are none.',
    scan_seconds:
      'Of a kiosk: for so many seconds each control has the focus while somebody scans with one switch; 0: nobody does.',
    less_motion:
      'Of a kiosk: nothing moves on its page, for whomever it is; without it, for visitors who have set letters, contrast or simple language.',
    display: 'Of a display: what it shows and says. Left out, everything there is at its default.',
    panel_pin:
      'Of a kiosk: 6 to 12 digits that open its operator panel. Can be written and never be read back; empty: no panel.',
  },
  display: {
    service_groups: 'Ids of groups whose calls it shows, beside those of services; with neither it shows all.',
    call_seconds: 'Seconds that each call has the large place for itself.',
    last_calls: 'How many earlier calls it lists.',
    read_metres: 'From how many metres numbers and desks are to be read; their letters are as large as that needs.',
    look: 'light, dark or contrast.',
    less_motion:
      'Whether nothing on it moves, and pictures and messages change with a call alone; without it, where its computer wishes that.',
    quiet: 'Whether it is text only: it never sounds or speaks in the room, whatever chime, voice and volume say.',
    loop_output:
      'Name, or a part of it, of an output of sound of its computer that leads to an induction loop: chime and recorded words are heard there too, at full volume, in quiet places as well. Empty: there is none.',
    chime: 'Whether a chime sounds with each call.',
    voice: 'Whether calls are spoken.',
    voice_languages: "Languages that are spoken after the visitor's own; none: the first of the display.",
    volume: 'Loudness in percent, outside of volume_hours.',
    volume_hours:
      'Loudness by time of day: [{"from": "20:00", "to": "08:00", "volume": 30}]; the first that fits counts.',
    ticker: 'Messages at the foot of the screen, one a line.',
    ticker_translations: 'The same in other languages: {"pt_PT": "…"}.',
    media:
      'Pictures beside the calls: names of files in the folder media of the data folder, data: addresses, or addresses at one of the media_origins.',
    media_texts:
      'What the pictures show, for people who do not see them, in the order of media: [{"text": "…", "translations": {"pt_PT": {"text": "…"}}}]. A picture without words is decoration.',
    media_seconds: 'Seconds that each picture is shown.',
  },
  question_answer_types: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'For people who make forms.',
    type: '1 text, 2 rating, 3 one of a list, 4 several of a list, 5 date, 6 yes or no, 7 e-mail, 8 phone, 9 number.',
    config: 'Mask (whole number) and length (text), for text answers whose question says nothing else.',
    permanent: 'Whether it belongs to the house and is not to be removed.',
    expanded: 'How the form editor shows it.',
    selected: 'How the form editor shows it.',
  },
  forms: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: "The template's name.",
    selected: 'How the form editor shows it.',
    questions: '{"before": […], "during": […], "end": […]}, each at most 100 questions.',
  },
  appointments: {
    id: 'Any id.',
    service: 'Id of the service.',
    location: 'Id of its location; may be left out.',
    scheduled_to: 'When: yyyy-mm-dd hh:mm:ss, in the time zone of the location.',
    client_name: 'The visitor; shown on displays only if the settings allow names there.',
    lang: "The visitor's language.",
    code: 'What the visitor scans to check in; the same code may stand with several visits of one person.',
    state: '1 booked, 0 called off.',
    user: 'Id of the user whom the visitor comes to see.',
    desk: 'Id of the desk to which the visitor comes.',
    app_displayname: 'What staff reads on the ticket; the booked hour when empty.',
    birthday: "The visitor's date of birth, yyyy-mm-dd; needed for a look-up at the kiosk.",
    reference: 'Patient, customer or case number by which the organisation knows the visitor.',
  },
  webhooks: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'Who listens there.',
    url: 'Where to send: an address that begins with http:// or https://, without user name and password.',
    events: 'Kinds of events to send; none: all.',
    locations: 'Ids of the locations whose events to send; none: all.',
    state: '1 in use, 0 switched off; while it is off nothing is kept for it.',
    include_personal_data: 'Whether names, notes and users of the staff are sent too.',
    secret: 'Signs what is sent. Can be written and never be read back.',
  },
  report_keys: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'Which program has the key.',
    locations: 'Ids of the locations whose reports it may read; none: all.',
    valid_until: 'The last day on which the key is good, yyyy-mm-dd in UTC; empty: until it is ended.',
    scope: 'What the key opens: `reports` and their tables, or `metrics` (`/metrics`) and nothing else.',
  },
  role_sets: {
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the name.',
    name: 'What the people are who have it, such as Head of reception.',
    description: 'For whoever gives it to somebody.',
    roles: 'What they may do.',
  },
  questions: {
    question: 'What is asked.',
    qat_id: 'Id of the answer type.',
    required: 'Whether it must be answered.',
    question_order: 'Place in its list, from 0.',
    config: 'Empty, or a JSON object as text: mask, length, regex, example, to, options, translations.',
    depends_on:
      'With has_dependency it is asked only if question (an id of the same form) was answered with answer; an empty answer stands for any.',
    visible_on: 'Where it is asked.',
    staff_permissions: 'Whether staff sees the answer (visible) and may change it (editable).',
    anonymize: 'Whether the answer is erased.',
    anonymize_in_days: 'After how many days; 0: when the business day ends.',
    expanded: 'How the form editor shows it.',
    id: 'Up to 200 characters without blanks, /, ? or #. Without one, it is made from the question.',
    selected: 'How the form editor shows it.',
  },
};
