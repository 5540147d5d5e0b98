/** Log events of the window of the kiosk and the displays. */
import { error, info, warn } from '../event.ts';

export const WINDOW_EVENTS = {
  'page.load-failed': error(['error_code', 'error'], 'The page could not be loaded: {error} ({error_code}).'),
  'page.crashed': error(
    ['reason', 'exit_code'],
    'The page crashed ({reason}, exit code {exit_code}) and is loaded again.',
  ),
  'page.unresponsive': warn([], 'The page does not respond.'),
  'page.hang-detected': error([], 'The page did not respond in time and is loaded again.'),
  'page.watchdog-timeout': error(['missed'], 'The page missed {missed} heartbeats and is loaded again.'),
  'page.bridge-missing': error(['error'], 'The page lacks the bridge to the program and is loaded again: {error}.'),
  'page.navigation-blocked': warn(['what', 'resource?'], 'The page was blocked from an action ({what}[, {resource}]).'),
  'process.exited': warn(['kind', 'reason'], 'A process of the window exited: {kind}, {reason}.'),
  'ipc.rejected': warn(['channel', 'origin'], 'A call to {channel} by a page from {origin} was rejected.'),
  'ipc.unexpected-error': error(
    ['call', 'error'],
    'An unexpected error occurred in the call {call} of the page: {error}.',
  ),
  'display.opened': info(['screen'], 'The window of the display opened on screen {screen}.'),
  'display.moved': info(['screen'], 'The window of the display moved to screen {screen}.'),
  'display.second-screen-missing': warn([], 'No second screen is connected for the display.'),
  'display.page-reloaded': warn(['reason'], 'The page of the display is loaded again: {reason}.'),
  'gpu.disabled': warn([], 'The window is drawn without the graphics card.'),
  'gpu.flag-write-failed': error(
    ['error'],
    'The switch to drawing without the graphics card could not be stored: {error}.',
  ),
} as const;
