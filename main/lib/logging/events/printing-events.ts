/** Log events of tickets and printers. */
import { error, info, warn } from '../event.ts';

export const PRINTING_EVENTS = {
  'ticket.issued': info(['device', 'ticket', 'number'], 'Ticket {number} was issued.'),
  'ticket.issued-offline': info(['device', 'ticket', 'number'], 'Ticket {number} was issued offline.'),
  'ticket.issue-failed': warn(['device', 'reason'], 'No ticket was issued: {reason}.'),
  'ticket.print-failed': warn(
    ['device', 'ticket', 'reason', 'doubtful', 'error'],
    'Ticket {ticket} was not printed: {reason}[ ({error})].',
  ),
  'ticket.moved-to-phone': info(['device', 'ticket'], 'The visitor opened ticket {ticket} on a phone.'),
  'ticket.withdrawn': info(['device', 'ticket'], 'Ticket {ticket} has no holder and was withdrawn.'),
  'ticket.withdraw-failed': warn(
    ['device', 'errno', 'retried'],
    'The server did not withdraw a ticket without a holder: error {errno}.',
  ),
  'intent-log.open-intents-found': warn(
    ['device', 'count', 'lost'],
    '{count} ticket requests were open when the program ended; {lost} of them are withdrawn.',
  ),
  'intent-log.write-failed': error(['error'], 'The intent log could not be written: {error}.'),
  'print.completed': info(
    ['printer', 'ticket', 'number', 'confirmed'],
    'Ticket {number} was printed (confirmation: {confirmed}).',
  ),
  'print.failed': warn(
    ['printer', 'ticket', 'number', 'reason', 'doubtful', 'error'],
    'Printing of ticket {number} failed: {reason}[ ({error})].',
  ),
  'print.retried': info(['printer', 'reason', 'copy'], 'A ticket is printed a second time: {reason}.'),
  'print.unconfirmed': info(['printer'], 'The printer did not confirm a ticket.'),
  'print.unexpected-error': error(['error'], 'An unexpected error occurred while printing: {error}.'),
  'print.render-failed': error(['lang?', 'error'], 'Tickets cannot be drawn: {error}.'),
  'print.logo-invalid': warn(['error'], 'The logo of the ticket cannot be read: {error}.'),
  'print.glyphs-missing': error(
    ['script', 'kind', 'lang', 'shown'],
    'Characters of script {script} ({kind}) are missing in the fonts of the program ({shown}).',
  ),
  'print.text-truncated': warn(['ticket', 'number'], 'Texts of ticket {number} were truncated at 600 mm.'),
  'print.tray-changed': info(['printer', 'ticket', 'number', 'tray'], 'Ticket {number} in the presenter: {tray}.'),
  'print-journal.write-failed': error(['error'], 'The print journal could not be written: {error}.'),
  'print-journal.incomplete-entries-found': warn(
    ['dropped', 'recent'],
    'The print journal has unfinished tickets from before the start: {recent} recent, {dropped} old.',
  ),
  'printer.config-rejected': error(['device', 'error'], 'The address of the printer cannot be used: {error}.'),
  'printer.status-changed': info(
    ['printer', 'kind', 'paper_low?', 'confirms?', 'unproven?', 'error?'],
    'Printer {printer}: {kind}[, {error}].',
  ),
  'printer.identified': info(
    ['printer', 'maker?', 'model?'],
    'Printer {printer} reports its [maker {maker}][model {model}].',
  ),
  'printer.confirmation-detected': info(['printer', 'by'], 'Printer {printer} confirms tickets ({by}).'),
  'printer.confirmation-accepted': info(
    ['printer', 'from'],
    'A technician confirmed what printer {printer} can report.',
  ),
  'printer.query-timeout': info(['printer', 'question'], 'Printer {printer} does not answer the query {question}.'),
  'printer.unresponsive': info(['printer'], 'Printer {printer} no longer responds.'),
  'printer.status-unknown': info(['printer', 'question'], 'Printer {printer} sent an unknown status to {question}.'),
  'printer.state-write-failed': error(['error'], 'The state of the printer could not be written: {error}.'),
  'paper-usage.write-failed': warn(['error'], 'The paper usage could not be written: {error}.'),
  'spool.job-waiting': warn(['printer', 'seconds'], 'A job has waited in the queue of {printer} for {seconds} s.'),
  'spool.job-cancelled': warn(
    ['printer', 'id', 'not_started', 'reason'],
    'Job {id} was removed from the queue of {printer}: {reason}.',
  ),
} as const;
