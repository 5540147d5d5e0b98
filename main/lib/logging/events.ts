/** Catalogue of the log: every event with its level, fields and sentence. */
import { error, info, type LogEvent, type LogLevel, warn } from './event.ts';
import type { FieldName, FieldValue } from './fields.ts';

/** The catalogue in groups, by title. */
export const EVENT_GROUPS = {
  'Requests and access': {
    'http.request-completed': info('Request {request} ({operation}) completed with status {status} in {ms} ms.', [
      'trace?',
      'caller',
    ]),
    'http.request-slow': warn('Request {request} ({operation}) took {ms} ms.', ['trace?', 'status', 'caller']),
    'http.unexpected-error': error('An unexpected error occurred in request {request}[ to {route}][: {error}].', [
      'trace?',
    ]),
    'http.errors-suppressed': error('The log leaves out {count} more unexpected error(s) of the last minute.'),
    'http.connections-rejected': warn(
      'The server rejected {count} connection(s) of an address with too many open ones.',
    ),
    'http.connections-dropped': warn(
      'The server dropped {count} connection(s) at shutdown that did not close in time.',
    ),
    'http.host-rejected': warn('The server rejected requests for host {host}, which is not allowed.'),
    'http.origin-rejected': warn(
      'The server rejected requests of pages from {origin}, which is not an allowed origin.',
    ),
    'http.exposed': info('Other machines can reach the server at {address}; it requires sign-in.'),
    'http.exposed-without-authentication': warn(
      'Other machines can reach the server at {address}, and it requires no sign-in.',
    ),
    'http.tls-disabled': warn(
      'The server at {address} uses no TLS, so passwords and keys can be read on the network. Set --tls-cert or use a proxy: see docs/admin/reverse-proxy-tls.md.',
    ),
    'auth.login-succeeded': info('User {user} signed in from {address}.'),
    'auth.login-failed': warn('A sign-in from {address} failed with error {errno}.', ['operation', 'caller']),
    'auth.denied': warn('Access to {operation} from {address} was denied with error {errno}.', ['caller']),
    'auth.denials-suppressed': warn('The log leaves out {count} more denial(s) of the last minute.'),
    'auth.password-reset-mailed': info('A link for a new password was mailed to user {user}.', ['by']),
    'auth.password-reset-ignored': info('A password reset from {address} sent no mail: {reason}.', ['user']),
    'auth.password-reset-failed': warn('A password reset failed: {error}.'),
    'auth.password-reset-completed': info('User {user} set a new password by a mailed link from {address}.'),
    'auth.report-key-use-write-failed': warn('The last use of a report key could not be stored.'),
    'config.secret-in-arguments': warn(
      'All users of this machine can read the value of {flag} in the process list. Set {variable} instead.',
    ),
    'data-dir.permissions-fixed': warn('Other users had access to files in {folder}; their permissions were fixed.', [
      'files',
    ]),
    'signing-key.replaced': warn('The key in {file} was corrupt and was replaced. No longer valid: {what}.'),
    'tls.renewed': info('A renewed TLS certificate is in use; it is valid until {until}.'),
    'tls.reload-failed': error(
      'The renewed TLS certificate cannot be used, so the previous one stays in use: {error}.',
    ),
    'tls.expiring': warn('The TLS certificate {file} expires at {until}.'),
    'tls.hostname-mismatch': warn(
      'The TLS certificate has no name of this machine, so browsers warn at {address}. Let one of its names lead here, and make it public_url.',
    ),
    'audit.anchor-recorded': info('The newest entry of part {part} of the audit log is {seq} with hash {hash}.'),
    'audit.anchor-failed': warn('The newest entries of the audit log could not be read: {error}.'),
    'read-log.write-failed': warn('{count} read(s) of personal data could not be recorded; this is retried: {error}.'),
    'read-log.recovered': info('All reads of personal data are recorded again after {ms} ms.'),
    'read-log.entries-dropped': error('The audit log lost {count} read(s) of personal data.'),
  },
  'Program and machine': {
    'app.stopping': info('The program is stopping: {reason}.'),
    'app.stopped': info('The program stopped.', ['clean']),
    'app.nightly-restart': info('The program restarts, as --restart-at {at} requests.'),
    'app.restart-requested': info('The program restarts: {by}.'),
    'app.restart-unsupported': warn(
      '--restart-at {at} has no effect, because no service manager starts the program again.',
    ),
    'app.relaunch-scheduled': error('The program restarts after a crash of its window.', ['switches', 'by']),
    'app.sandbox-disabled': warn('The window runs without a sandbox (--no-sandbox).'),
    'app.unexpected-error': error('An unexpected error ended the program[: {error}].'),
    'log.lines-dropped': warn('The log dropped {count} line(s) that could not be written.'),
    'machine.reboot-requested': warn('An administrator reboots this machine with {command}.'),
    'machine.reboot-failed': error('This machine could not be rebooted: {error}.'),
    'systemd.watchdog-enabled': info('The watchdog of systemd expects a heartbeat at least every {seconds} s.'),
    'systemd.notify-failed': warn('A message to systemd could not be sent[: {error}].'),
    'update.available': info('Version {newer} is available; this is version {version}[: {notes}].'),
    'update.feed-failed': warn('The update feed at {feed} cannot be read: {error}.'),
    'demo.exposed': info('Other machines can reach the public demo at {address}; it requires no sign-in.'),
    'demo.start-failed': error('The public demo of a visitor could not start: {error}.'),
    'demo.lines-skipped': warn('The log skipped {count} line(s) of public demos in a minute with too many.'),
    'demo.shutdown-failed': error('The public demo of a visitor could not be closed down: {error}.'),
    'files.unavailable': error(
      'The folder {folder} of --files is unavailable: {error}. Mount the share, with one of the folders media, voice and sign in it.',
    ),
    'files.recovered': info('The folder {folder} of --files is available again.'),
    'clock.skew-detected': warn(
      'The clock of this server differs from the database by {seconds} s. The server is not ready and runs no background jobs: synchronise both clocks (NTP).',
    ),
    'clock.skew-resolved': info('The clock of this server agrees with the database again.'),
    'clock.jump-detected': error(
      'The clock jumped by {seconds} s; the queue continues at {queue_time}. Check date and time of this machine (timedatectl).',
    ),
    'clock.jump-ended': info('The clock jumped back by {seconds} s; the queue follows it again.'),
    'clock.times-corrected': error(
      'Times of the queue were corrected by {seconds} s. Check date and time of this machine (timedatectl).',
      ['known_wrong'],
    ),
    'clock.correction-failed': error('Times of a wrong clock could not be corrected: {error}.'),
    'clock.state-write-failed': warn('The state of the clock could not be written: {error}.'),
  },
  'Database and backups': {
    'store.opened': info('The database is open ({engine}).'),
    'store.waiting': warn('The start waits for the database for up to {seconds} s: {error}.'),
    'store.unavailable': error('The database is unavailable: {error}.'),
    'store.recovered': info('The database is available again.'),
    'store.request-rejected': warn('Request {request} was rejected, because the database is unavailable.', ['trace?']),
    'store.overloaded': warn('The database has more work than it completes; requests are rejected[ ({operation})].', [
      'request?',
      'trace?',
    ]),
    'store.query-completed': info('The database query {operation} completed in {ms} ms.', ['request?']),
    'store.query-slow': warn('The database query {operation} took {ms} ms.', ['request?']),
    'store.unexpected-error': error('An unexpected error occurred in the database operation {operation}[: {error}].', [
      'request?',
    ]),
    'store.worker-crashed': error('The database thread crashed: {error}.'),
    'store.worker-restarted': warn('The database thread was restarted.'),
    'store.database-replaced': warn(
      'An empty database {file} replaces a lost one (--new-database); remaining files: {files}.',
    ),
    'store.migration-step-started': info('Migration {schema} ({name}): step {step} of {steps} starts.'),
    'store.release-outdated': error(
      'The database requires schema {needs}, and this release knows {knows}. Stop this server and start the newer release.',
    ),
    'store.public-connect-allowed': warn(
      'Every role of PostgreSQL can connect to database {database}. Run: {command}.',
    ),
    'store.row-corrupt': error('A corrupt row of table {table} was skipped[: {id}].', ['operation?', 'request?']),
    'site.item-corrupt': error(
      'The stored item {id} of {collection} is corrupt and was skipped. Save it again in the back office, or restore a backup.',
    ),
    'site.items-invalid': error(
      'Invalid stored items of the site were skipped: {error}. Save them again in the back office, or restore a backup.',
    ),
    'site.change-invalid': error('A change of the site by another server is invalid and was not applied: {error}.'),
    'site.duplicate-service-letter': warn(
      'The services {services} share one letter[ ({letter})], so their ticket numbers are equal. Give each its own letter in the back office.',
    ),
    'events.client-disconnected': info(
      'The server disconnected a client of the event stream of {location} that reads too slowly.',
    ),
    'events.gap-detected': warn('Events of {location} were missed; clients receive the whole state.'),
    'events.read-failed': warn('Events of {location} could not be read: {error}.'),
    'events.row-corrupt': error('The stored event {seq} of {location} is corrupt; clients receive the whole state.'),
    'events.unexpected-error': error('An unexpected error occurred in the event stream of {location}[: {error}].'),
    'peer-state.row-corrupt': error('The state {topic} of server {server} is corrupt and was skipped: {error}.'),
    'heartbeat.unexpected-error': error('An unexpected error occurred in the heartbeat between servers[: {error}].'),
    'pg-notify.lost': warn('The notification connection to PostgreSQL was lost: {error}.'),
    'pg-notify.recovered': info('Notifications from PostgreSQL arrive again.'),
    'pg-notify.publish-failed': warn('PostgreSQL rejected a notification: {error}.'),
    'pg-notify.publish-recovered': info('PostgreSQL accepts notifications again.'),
    'replica.in-use': info('Reports use the read replica.'),
    'replica.unavailable': warn('Reports use the primary database, because of the read replica: {reason}.'),
    'backup.completed': info('A backup with {rows} row(s) was written to {folder}.'),
    'backup.failed': error('The backup failed and is retried in an hour: {error}.'),
    'backup.inconsistent': error(
      'The backup contains inconsistent data: {error}. Run --check, and restore the last good backup if it reports errors.',
    ),
  },
  'Queues, reports, mail and webhooks': {
    'business-day.started': info(
      'Business day {day} started at {location}; {ended} ticket(s) of the day before ended.',
    ),
    'business-day.rejected': warn('Business day {day} did not start at {location}: error {errno}.'),
    'business-day.failed': warn('A business day could not start[ at {location}] and is retried: {error}.', ['day?']),
    'queue.numbers-skipped': error(
      'The database does not have {count} ticket(s) of today that kiosk {device} printed; their numbers are skipped.',
    ),
    'retention.scheduled': info(
      'Retention deletes tickets after {keep_tickets} day(s), and figures per user after {keep_clerks} day(s), from {from} on.',
    ),
    'retention.purged': info(
      'Retention deleted {tickets} ticket(s), {calls} call(s) and {days} daily count(s) of {location}.',
    ),
    'retention.failed': warn('Retention failed and is retried: {error}.'),
    'privacy.data-erased': info(
      'Personal data was erased from {tickets} ticket(s), {answers} call(s) and {appointments} appointment(s).',
    ),
    'privacy.erasure-failed': warn('Personal data could not be erased; this is retried: {error}.'),
    'privacy.wal-erasure-postponed': warn(
      'Erased data remains in the write-ahead log, because a report still reads; the next run removes it.',
    ),
    'wait-times.history-read-failed': warn('The history for wait times of {location} could not be read: {error}.'),
    'phone.refresh-failed': warn('Tickets on phones could not be refreshed: {error}.'),
    'queue-alerts.check-failed': warn('Queue alerts could not be checked; this is retried: {error}.'),
    'queue-alerts.mail-failed': warn('The mail of a queue alert could not be queued: error {errno}.'),
    'report.sent': info('A scheduled report was queued for {recipients} recipient(s).'),
    'report.delivery-failed': warn('A scheduled report could not be sent: error {errno}.'),
    'report.recipients-skipped': warn('A scheduled report skipped {count} recipient(s) that are no longer allowed.'),
    'report.failed': warn('The scheduler of reports failed and retries: {error}.'),
    'mail.attempt-failed': warn('A mail ({kind}) could not be sent and is retried: {reason}.'),
    'mail.abandoned': error('A mail ({kind}) was abandoned after {attempts} attempt(s): {reason}.'),
    'mail.store-failed': warn('The mail queue could not be read; this is retried: {error}.'),
    'webhook.attempt-failed': warn(
      'A delivery to webhook {webhook} failed and is retried: {reason}[ (status {status})].',
    ),
    'webhook.paused': warn(
      'Webhook {webhook} is paused until an administrator resumes it: {reason}[ (status {status})].',
    ),
    'webhook.events-dropped': warn(
      'The queue dropped {count} event(s) for webhook {webhook} that are older than it keeps.',
    ),
    'webhook.store-failed': warn('The webhook queue could not be read; this is retried: {error}.', ['webhook?']),
  },
  'Kiosks and readers': {
    'server.unreachable': warn('The kiosk cannot reach its server: {reason}.', ['device']),
    'server.recovered': info('The kiosk reaches its server again.', ['device']),
    'server.tickets-lost': error(
      'The server does not have {count} ticket(s) of today that this kiosk printed: its database was probably restored.',
      ['device'],
    ),
    'heartbeat.failed': warn('The server does not accept the heartbeat of the kiosk: {reason}.', ['device']),
    'heartbeat.recovered': info('The server accepts the heartbeat of the kiosk.', ['device']),
    'kiosk-connection.opened': info('The connection to the server is open.', ['device']),
    'kiosk-connection.lost': info('The connection to the server was lost.', ['device']),
    'kiosk-connection.closed': info('The server closed the connection of a kiosk that reads too slowly.', ['device']),
    'kiosk.paired': info('The kiosk was paired as {device}.'),
    'device.paired': info('Device {device} at {address} was paired by {by}.'),
    'pairing.write-failed': error(
      'The key of the kiosk could not be stored, so it must be paired again after the next start: {error}.',
    ),
    'pairing.file-corrupt': error(
      'The stored key in {file} is corrupt. Pair the kiosk again with the code on its screen.',
    ),
    'pairing.unsupported': warn(
      'The server {server} offers no pairing. Set --device and, if it requires keys, --device-key.',
    ),
    'kiosk.state-changed': info('The kiosk shows {phase}.', ['device']),
    'kiosk.closed': info('The kiosk was closed.', ['device', 'languages']),
    'kiosk.remains-closed': info('The kiosk is still closed after the start.', ['device']),
    'kiosk.opened': info('The kiosk was opened.', ['device']),
    'kiosk.state-write-failed': error('The state of the kiosk could not be written: {error}.', ['device']),
    'kiosk.staff-called': info('A visitor called staff ({outcome}).', ['device']),
    'kiosk.language-unavailable': warn('The site does not offer the language {lang} of --lang.', [
      'device',
      'languages',
    ]),
    'kiosk.url-file-write-failed': warn('The file {file} could not be written: {error}.'),
    'kiosk.shutdown-failed': error('A kiosk could not be closed down: {error}.'),
    'kiosk.records-corrupt': error('The file {file} of the kiosk has lines that cannot be read.'),
    'kiosk.unexpected-error': error('An unexpected error occurred in the kiosk ({effect}): {error}.', ['device']),
    'offline.unsynced-tickets-found': warn('The program ended with {count} unfinished offline ticket(s).', ['device']),
    'offline.tickets-synced': info('The kiosk synced {count} offline ticket(s) with the server.', ['device']),
    'offline.sync-failed': warn('Offline tickets could not be synced: error {errno}.', ['device']),
    'offline.lease-failed': warn('The server leases no numbers to the kiosk: error {errno}.', ['device']),
    'offline.numbers-abandoned': warn(
      'The kiosk abandons its leased numbers, because a copy of its file may have used them ({origin}).',
      ['device'],
    ),
    'offline.numbers-lost': error('The file of offline numbers lacks tickets that were printed: {numbers}.', [
      'device',
    ]),
    'offline.rollback-detected': warn('The file of offline numbers is an older copy.', ['device']),
    'offline.records-corrupt': error('The file of offline numbers has {count} corrupt record(s).'),
    'offline.duplicate-number': error('Offline ticket {ticket} has the number of another ticket.', ['device']),
    'offline.clock-changed': warn(
      'The clock of the kiosk or its server changed by {seconds} s; the kiosk leases numbers again.',
      ['device'],
    ),
    'offline.data-dir-locked': warn(
      'Another program uses the offline numbers in this data folder, so this kiosk has no offline mode.',
      ['device'],
    ),
    'offline.lock-failed': error('The offline numbers could not be locked: {error}.'),
    'offline.file-open-failed': error('The file of offline numbers could not be opened: {error}.'),
    'offline.file-write-failed': error('The file of offline numbers could not be written: {error}.'),
    'offline.snapshot-write-failed': error('The copy of the server settings could not be written: {error}.'),
    'offline.ticket-rejected': error('The server rejected offline ticket {ticket}: error {errno}.', ['device']),
    'offline.ticket-abandoned': error('Offline ticket {ticket} was abandoned after six days: error {errno}.', [
      'device',
    ]),
    'device.action-claimed': info('The remote action {action} started.', ['device', 'id']),
    'device.action-completed': info('The remote action {action} ended: {state}[, {outcome}].', [
      'device',
      'id',
      'outcome',
    ]),
    'device.action-claim-failed': warn('The remote action {action} is no longer open: {reason}.', ['device', 'id']),
    'device.action-write-failed': error('The remote action {action} could not be stored: {error}.', ['device', 'id']),
    'device.action-report-failed': warn('A remote action could not be sent to device {device}: {error}.'),
    'device.results-purge-failed': warn('Old results of remote actions could not be deleted: {error}.'),
    'device.state-write-failed': warn('Device states and alarms could not be written; this is retried: {error}.'),
    'device.unexpected-error': error('An unexpected error occurred in the remote action {action}: {error}.', [
      'device',
      'id',
    ]),
    'panel.opened': info('Staff opened the operator panel.', ['device']),
    'panel.closed': info('The operator panel was closed.', ['device']),
    'panel.kiosk-opened': info('Staff opened the kiosk at the operator panel.', ['device']),
    'panel.kiosk-closed': info('Staff closed the kiosk at the operator panel.', ['device']),
    'panel.volume-changed': info('Staff set the volume of speech to step {step}.', ['device']),
    'panel.restart-requested': info('Staff requested a restart at the operator panel ({what}).', ['device']),
    'panel.test-print-requested': info('Staff printed a test page ({print}).', ['device']),
    'panel.reprint-requested': info('Staff printed ticket {number} again ({print}).', ['device']),
    'panel.printer-confirmed': info('Staff confirmed that the test page is on paper.', ['device']),
    'panel.pin-rejected': warn(
      'A wrong PIN was entered at the operator panel; the next attempt is possible in {seconds} s.',
      ['device'],
    ),
    'panel.pin-attempts-write-failed': error('The wrong PINs could not be counted on disk: {error}.'),
    'panel.action-rejected': warn(
      'The server rejected the local action {action}: {reason}[, error {errno}][, {error}].',
      ['device'],
    ),
    'panel.action-log-write-failed': warn('Local actions could not be written: {error}.', ['device']),
    'panel.volume-write-failed': warn('The volume could not be written: {error}.', ['device']),
    'panel.unexpected-error': error('An unexpected error occurred in the operator panel: {error}.', ['device']),
    'screen.power-changed': info('The screen was switched {to}.', ['device']),
    'screen.power-failed': error('The screen could not be switched {to}; this is retried each minute: {error}.', [
      'device',
    ]),
    'reader.ready': info('Card reader {reader} is ready.'),
    'reader.disconnected': warn('Card reader {reader} is disconnected: {error}.'),
    'reader.rejected': error('The address of a card reader cannot be used: {error}.', ['device']),
    'reader.frame-dropped': warn('Card reader {reader} sent too much at once; {length} bytes were dropped.'),
    'reader.card-rejected': warn('A card at reader {reader} was rejected: {reason}.'),
    'card.read': info('A card was read.', ['device', 'rule?']),
    'card.unknown': info('A card is unknown.', ['device', 'rule?']),
    'card.blocked': info('A card is blocked.', ['device', 'rule?']),
    'card.expired': info('A card has expired.', ['device', 'rule?']),
    'appointment.read': info('A visitor identified an appointment.', ['device', 'rule?']),
    'check-in.code-unknown': info('A check-in code is unknown.', ['device', 'rule?']),
    'check-in.code-throttled': info('Check-in at the kiosk is throttled after several unknown codes.', [
      'device',
      'rule?',
    ]),
  },
  'Tickets and printers': {
    'ticket.issued': info('Ticket {number} was issued.', ['device', 'ticket']),
    'ticket.issued-offline': info('Ticket {number} was issued offline.', ['device', 'ticket']),
    'ticket.issue-failed': warn('No ticket was issued: {reason}.', ['device']),
    'ticket.print-failed': warn('Ticket {ticket} was not printed: {reason}[ ({error})].', [
      'device',
      'doubtful',
      'error',
    ]),
    'ticket.moved-to-phone': info('The visitor opened ticket {ticket} on a phone.', ['device']),
    'ticket.withdrawn': info('Ticket {ticket} has no holder and was withdrawn.', ['device']),
    'ticket.withdraw-failed': warn('The server did not withdraw a ticket without a holder: error {errno}.', [
      'device',
      'retried',
    ]),
    'intent-log.open-intents-found': warn(
      'The program ended with {count} open ticket request(s), and withdraws {lost} ticket(s) without a holder.',
      ['device'],
    ),
    'intent-log.write-failed': error('The intent log could not be written: {error}.'),
    'print.completed': info('Ticket {number} was printed (confirmation: {confirmed}).', ['printer', 'ticket']),
    'print.failed': warn('Printing of ticket {number} failed: {reason}[ ({error})].', [
      'printer',
      'ticket',
      'doubtful',
      'error',
    ]),
    'print.retried': info('A ticket is printed a second time: {reason}.', ['printer', 'copy']),
    'print.unconfirmed': info('The printer did not confirm a ticket.', ['printer']),
    'print.unexpected-error': error('An unexpected error occurred while printing: {error}.'),
    'print.render-failed': error('Tickets cannot be drawn: {error}.', ['lang?']),
    'print.logo-invalid': warn('The logo of the ticket cannot be read: {error}.'),
    'print.glyphs-missing': error(
      'Characters of script {script} ({kind}) are missing in the fonts of the program ({shown}).',
      ['lang'],
    ),
    'print.text-truncated': warn('Texts of ticket {number} were truncated at 600 mm.', ['ticket']),
    'print.tray-changed': info('Ticket {number} in the presenter: {tray}.', ['printer', 'ticket']),
    'print-journal.write-failed': error('The print journal could not be written: {error}.'),
    'print-journal.incomplete-entries-found': warn(
      'The print journal has unfinished tickets from before the start: {recent} recent, {dropped} old.',
    ),
    'printer.config-rejected': error('The address of the printer cannot be used: {error}.', ['device']),
    'printer.status-changed': info('Printer {printer}: {kind}[, {error}].', ['paper_low?', 'confirms?', 'unproven?']),
    'printer.identified': info('Printer {printer} reports its [maker {maker}][model {model}].'),
    'printer.confirmation-detected': info('Printer {printer} confirms tickets ({by}).'),
    'printer.confirmation-accepted': info('A technician confirmed what printer {printer} can report.', ['from']),
    'printer.query-timeout': info('Printer {printer} does not answer the query {question}.'),
    'printer.unresponsive': info('Printer {printer} no longer responds.'),
    'printer.status-unknown': info('Printer {printer} sent an unknown status to {question}.'),
    'printer.state-write-failed': error('The state of the printer could not be written: {error}.'),
    'paper-usage.write-failed': warn('The paper usage could not be written: {error}.'),
    'spool.job-waiting': warn('A job has waited in the queue of {printer} for {seconds} s.'),
    'spool.job-cancelled': warn('Job {id} was removed from the queue of {printer}: {reason}.', ['not_started']),
  },
  'Window and displays': {
    'page.load-failed': error('The page could not be loaded: {error} ({error_code}).'),
    'page.crashed': error('The page crashed ({reason}, exit code {exit_code}) and is loaded again.'),
    'page.unresponsive': warn('The page does not respond.'),
    'page.hang-detected': error('The page did not respond in time and is loaded again.'),
    'page.watchdog-timeout': error('The page missed {missed} heartbeat(s) and is loaded again.'),
    'page.bridge-missing': error('The page lacks the bridge to the program and is loaded again: {error}.'),
    'page.navigation-blocked': warn('The page was blocked from an action ({what}[, {resource}]).'),
    'process.exited': warn('A process of the window exited: {kind}, {reason}.'),
    'ipc.rejected': warn('A call to {channel} by a page from {origin} was rejected.'),
    'ipc.unexpected-error': error('An unexpected error occurred in the call {call} of the page: {error}.'),
    'display.opened': info('The window of the display opened on screen {screen}.'),
    'display.moved': info('The window of the display moved to screen {screen}.'),
    'display.second-screen-missing': warn('No second screen is connected for the display.'),
    'display.page-reloaded': warn('The page of the display is loaded again: {reason}.'),
    'gpu.disabled': warn('The window is drawn without the graphics card.'),
    'gpu.flag-write-failed': error('The switch to drawing without the graphics card could not be stored: {error}.'),
  },
};

const CATALOGUE = {
  ...EVENT_GROUPS['Requests and access'],
  ...EVENT_GROUPS['Program and machine'],
  ...EVENT_GROUPS['Database and backups'],
  ...EVENT_GROUPS['Queues, reports, mail and webhooks'],
  ...EVENT_GROUPS['Kiosks and readers'],
  ...EVENT_GROUPS['Tickets and printers'],
  ...EVENT_GROUPS['Window and displays'],
};

type Catalogue = typeof CATALOGUE;

export type EventName = keyof Catalogue;

export const EVENTS: Readonly<Record<EventName, LogEvent>> = CATALOGUE;

/** Names of the events of one level. */
export type EventOf<Level extends LogLevel> = {
  [Name in EventName]: Catalogue[Name]['level'] extends Level ? Name : never;
}[EventName];

type KeyOf<Name extends EventName> = Catalogue[Name]['fields'][number];
type RequiredName<Key> = Extract<Key, FieldName>;
type OptionalName<Key> = Key extends `${infer Name extends FieldName}?` ? Name : never;

/** Fields of an event. */
export type FieldsOf<Name extends EventName> = {
  readonly [Field in RequiredName<KeyOf<Name>>]: FieldValue<Field>;
} & { readonly [Field in OptionalName<KeyOf<Name>>]?: FieldValue<Field> | null | undefined };

/** Names of the events of one level that take exactly these required fields. */
export type EventWith<Level extends LogLevel, Fields extends FieldName> = {
  [Name in EventOf<Level>]: [RequiredName<KeyOf<Name>>, Fields] extends [Fields, RequiredName<KeyOf<Name>>]
    ? Name
    : never;
}[EventOf<Level>];

type EachFields<Name extends EventName> = Name extends EventName ? FieldsOf<Name> : never;

/** Rejects fields that an event does not have; for several possible events, fields that any of them lacks. */
type NoOtherThan<Name extends EventName, Data> = {
  readonly [Field in Exclude<keyof Data, keyof EachFields<Name>>]: never;
};

/** Logs an event of its level: a wrong name, level or field does not compile. */
export interface LogMethod<Level extends LogLevel> {
  (event: EventWith<Level, never>): void;
  <Name extends EventOf<Level>, Data extends FieldsOf<Name>>(event: Name, data: Data & NoOtherThan<Name, Data>): void;
}
