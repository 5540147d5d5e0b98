/** Log events of business days, retention, reports, mail and webhooks. */
import { error, info, warn } from '../event.ts';

export const QUEUE_EVENTS = {
  'business-day.started': info(
    ['location', 'day', 'ended'],
    'Business day {day} started at {location}; {ended} tickets of the day before ended.',
  ),
  'business-day.rejected': warn(
    ['location', 'day', 'errno'],
    'Business day {day} did not start at {location}: error {errno}.',
  ),
  'business-day.failed': warn(
    ['location?', 'day?', 'error'],
    'A business day could not start[ at {location}] and is retried: {error}.',
  ),
  'queue.numbers-skipped': error(
    ['device', 'count'],
    'The database does not have {count} tickets of today that kiosk {device} printed; their numbers are skipped.',
  ),
  'retention.scheduled': info(
    ['keep_tickets', 'keep_clerks', 'from'],
    'Retention deletes tickets after {keep_tickets} days, and figures per user after {keep_clerks} days, from {from} on.',
  ),
  'retention.purged': info(
    ['location', 'calls', 'tickets', 'days'],
    'Retention deleted {tickets} tickets, {calls} calls and {days} daily counts of {location}.',
  ),
  'retention.failed': warn(['error'], 'Retention failed and is retried: {error}.'),
  'privacy.data-erased': info(
    ['answers', 'tickets', 'appointments'],
    'Personal data was erased from {tickets} tickets, {answers} calls and {appointments} appointments.',
  ),
  'privacy.erasure-failed': warn(['error'], 'Personal data could not be erased; this is retried: {error}.'),
  'privacy.wal-erasure-postponed': warn(
    [],
    'Erased data remains in the write-ahead log, because a report still reads; the next run removes it.',
  ),
  'wait-times.history-read-failed': warn(
    ['location', 'error'],
    'The history for wait times of {location} could not be read: {error}.',
  ),
  'phone.refresh-failed': warn(['error'], 'Tickets on phones could not be refreshed: {error}.'),
  'queue-alerts.check-failed': warn(['error'], 'Queue alerts could not be checked; this is retried: {error}.'),
  'queue-alerts.mail-failed': warn(['errno'], 'The mail of a queue alert could not be queued: error {errno}.'),
  'report.sent': info(['recipients'], 'A scheduled report was queued for {recipients} recipients.'),
  'report.delivery-failed': warn(['errno'], 'A scheduled report could not be sent: error {errno}.'),
  'report.recipients-skipped': warn(
    ['count'],
    '{count} recipients of a scheduled report are no longer allowed and were skipped.',
  ),
  'report.failed': warn(['error'], 'The scheduler of reports failed and retries: {error}.'),
  'mail.attempt-failed': warn(['kind', 'reason'], 'A mail ({kind}) could not be sent and is retried: {reason}.'),
  'mail.abandoned': error(
    ['kind', 'reason', 'attempts'],
    'A mail ({kind}) was abandoned after {attempts} attempts: {reason}.',
  ),
  'mail.store-failed': warn(['error'], 'The mail queue could not be read; this is retried: {error}.'),
  'webhook.attempt-failed': warn(
    ['webhook', 'reason', 'status?'],
    'A delivery to webhook {webhook} failed and is retried: {reason}[ (status {status})].',
  ),
  'webhook.paused': warn(
    ['webhook', 'reason', 'status?'],
    'Webhook {webhook} is paused until an administrator resumes it: {reason}[ (status {status})].',
  ),
  'webhook.events-dropped': warn(
    ['webhook', 'count'],
    '{count} events for webhook {webhook} were dropped, because they are older than the queue keeps.',
  ),
  'webhook.store-failed': warn(['webhook?', 'error'], 'The webhook queue could not be read; this is retried: {error}.'),
} as const;
