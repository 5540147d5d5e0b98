/** Log events of the database, its servers and backups. */
import { error, info, warn } from '../event.ts';

export const DATABASE_EVENTS = {
  'store.opened': info(['engine'], 'The database is open ({engine}).'),
  'store.waiting': warn(['error', 'seconds'], 'The start waits for the database for up to {seconds} s: {error}.'),
  'store.unavailable': error(['error'], 'The database is unavailable: {error}.'),
  'store.recovered': info([], 'The database is available again.'),
  'store.request-rejected': warn(
    ['request', 'trace?'],
    'Request {request} was rejected, because the database is unavailable.',
  ),
  'store.overloaded': warn(
    ['request?', 'trace?', 'operation?'],
    'The database has more work than it completes; requests are rejected[ ({operation})].',
  ),
  'store.query-completed': info(
    ['request?', 'operation', 'ms'],
    'The database query {operation} completed in {ms} ms.',
  ),
  'store.query-slow': warn(['request?', 'operation', 'ms'], 'The database query {operation} took {ms} ms.'),
  'store.unexpected-error': error(
    ['request?', 'operation', 'error?'],
    'An unexpected error occurred in the database operation {operation}[: {error}].',
  ),
  'store.worker-crashed': error(['error'], 'The database thread crashed: {error}.'),
  'store.worker-restarted': warn([], 'The database thread was restarted.'),
  'store.database-replaced': warn(
    ['file', 'files'],
    'An empty database {file} replaces a lost one (--new-database); remaining files: {files}.',
  ),
  'store.migration-step-started': info(
    ['schema', 'name', 'step', 'steps'],
    'Migration {schema} ({name}): step {step} of {steps} starts.',
  ),
  'store.release-outdated': error(
    ['needs', 'knows'],
    'The database requires schema {needs}, and this release knows {knows}. Stop this server and start the newer release.',
  ),
  'store.public-connect-allowed': warn(
    ['database', 'command'],
    'Every role of PostgreSQL can connect to database {database}. Run: {command}.',
  ),
  'store.row-corrupt': error(
    ['table', 'id?', 'operation?', 'request?'],
    'A corrupt row of table {table} was skipped[: {id}].',
  ),
  'site.item-corrupt': error(
    ['collection', 'id'],
    'The stored item {id} of {collection} is corrupt and was skipped. Save it again in the back office, or restore a backup.',
  ),
  'site.items-invalid': error(
    ['error'],
    'Invalid stored items of the site were skipped: {error}. Save them again in the back office, or restore a backup.',
  ),
  'site.change-invalid': error(
    ['error'],
    'A change of the site by another server is invalid and was not applied: {error}.',
  ),
  'site.duplicate-service-letter': warn(
    ['services', 'letter?'],
    'The services {services} share one letter[ ({letter})], so their ticket numbers are equal. Give each its own letter in the back office.',
  ),
  'events.client-disconnected': info(
    ['location'],
    'The server disconnected a client of the event stream of {location} that reads too slowly.',
  ),
  'events.gap-detected': warn(['location'], 'Events of {location} were missed; clients receive the whole state.'),
  'events.read-failed': warn(['location', 'error'], 'Events of {location} could not be read: {error}.'),
  'events.row-corrupt': error(
    ['location', 'seq'],
    'The stored event {seq} of {location} is corrupt; clients receive the whole state.',
  ),
  'events.unexpected-error': error(
    ['location', 'error?'],
    'An unexpected error occurred in the event stream of {location}[: {error}].',
  ),
  'peer-state.row-corrupt': error(
    ['topic', 'server', 'error'],
    'The state {topic} of server {server} is corrupt and was skipped: {error}.',
  ),
  'heartbeat.unexpected-error': error(
    ['error?'],
    'An unexpected error occurred in the heartbeat between servers[: {error}].',
  ),
  'pg-notify.lost': warn(['error'], 'The notification connection to PostgreSQL was lost: {error}.'),
  'pg-notify.recovered': info([], 'Notifications from PostgreSQL arrive again.'),
  'pg-notify.publish-failed': warn(['error'], 'PostgreSQL rejected a notification: {error}.'),
  'pg-notify.publish-recovered': info([], 'PostgreSQL accepts notifications again.'),
  'replica.in-use': info([], 'Reports use the read replica.'),
  'replica.unavailable': warn(['reason'], 'Reports use the primary database, because of the read replica: {reason}.'),
  'backup.completed': info(['folder', 'rows'], 'A backup with {rows} rows was written to {folder}.'),
  'backup.failed': error(['error'], 'The backup failed and is retried in an hour: {error}.'),
  'backup.inconsistent': error(
    ['error'],
    'The backup contains inconsistent data: {error}. Run --check, and restore the last good backup if it reports errors.',
  ),
} as const;
