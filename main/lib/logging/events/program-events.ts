/** Log events of the program, its machine and its service manager. */
import { error, info, warn } from '../event.ts';

export const PROGRAM_EVENTS = {
  'app.stopping': info(['reason'], 'The program is stopping: {reason}.'),
  'app.stopped': info(['clean'], 'The program stopped.'),
  'app.nightly-restart': info(['at'], 'The program restarts, as --restart-at {at} requests.'),
  'app.restart-requested': info(['by'], 'The program restarts: {by}.'),
  'app.restart-unsupported': warn(
    ['at'],
    '--restart-at {at} has no effect, because no service manager starts the program again.',
  ),
  'app.relaunch-scheduled': error(['switches', 'by'], 'The program restarts after a crash of its window.'),
  'app.sandbox-disabled': warn([], 'The window runs without a sandbox (--no-sandbox).'),
  'app.unexpected-error': error(['error?'], 'An unexpected error ended the program[: {error}].'),
  'log.lines-dropped': warn(['count'], '{count} lines of the log could not be written and were dropped.'),
  'machine.reboot-requested': warn(['command'], 'An administrator reboots this machine with {command}.'),
  'machine.reboot-failed': error(['error'], 'This machine could not be rebooted: {error}.'),
  'systemd.watchdog-enabled': info(
    ['seconds'],
    'The watchdog of systemd expects a heartbeat at least every {seconds} s.',
  ),
  'systemd.notify-failed': warn(['error?'], 'A message to systemd could not be sent[: {error}].'),
  'update.available': info(
    ['version', 'newer', 'notes?'],
    'Version {newer} is available; this is version {version}[: {notes}].',
  ),
  'update.feed-failed': warn(['feed', 'error'], 'The update feed at {feed} cannot be read: {error}.'),
  'demo.exposed': info(['address'], 'Other machines can reach the public demo at {address}; it requires no sign-in.'),
  'demo.start-failed': error(['error'], 'The public demo of a visitor could not start: {error}.'),
  'demo.lines-skipped': warn(['count'], '{count} log lines of public demos were skipped in a minute with too many.'),
  'demo.shutdown-failed': error(['error'], 'The public demo of a visitor could not be closed down: {error}.'),
  'files.unavailable': error(
    ['folder', 'error'],
    'The folder {folder} of --files is unavailable: {error}. Mount the share, with one of the folders media, voice and sign in it.',
  ),
  'files.recovered': info(['folder'], 'The folder {folder} of --files is available again.'),
  'clock.skew-detected': warn(
    ['seconds'],
    'The clock of this server differs from the database by {seconds} s. The server is not ready and runs no background jobs: synchronise both clocks (NTP).',
  ),
  'clock.skew-resolved': info([], 'The clock of this server agrees with the database again.'),
  'clock.jump-detected': error(
    ['seconds', 'queue_time'],
    'The clock jumped by {seconds} s; the queue continues at {queue_time}. Check date and time of this machine (timedatectl).',
  ),
  'clock.jump-ended': info(['seconds'], 'The clock jumped back by {seconds} s; the queue follows it again.'),
  'clock.times-corrected': error(
    ['seconds', 'known_wrong'],
    'Times of the queue were corrected by {seconds} s. Check date and time of this machine (timedatectl).',
  ),
  'clock.correction-failed': error(['error'], 'Times of a wrong clock could not be corrected: {error}.'),
  'clock.state-write-failed': warn(['error'], 'The state of the clock could not be written: {error}.'),
} as const;
