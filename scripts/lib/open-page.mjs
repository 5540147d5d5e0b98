// Opens the kiosk's page in front of the person: as a window without bars where there is a browser that can do that, else
// in whatever browser this system opens addresses with.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './basics.mjs';

/** Browsers on Linux that know `--app`, by the names of their commands. */
const APP_BROWSERS = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'vivaldi-stable',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of the commands that is on the path; null if none is. */
export function findCommand(names, path) {
  for (const name of names) {
    for (const folder of path.split(delimiter).filter(Boolean)) {
      if (isProgram(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

/** Resolves once a browser has been started; throws when none could be. */
async function openWith({ default: open, openApp, apps }, url) {
  if (process.platform === 'linux') {
    const browser = findCommand(APP_BROWSERS, process.env.PATH ?? '');
    return browser === null ? open(url) : openApp(browser, { arguments: [`--app=${url}`] });
  }
  try {
    return await openApp([apps.chrome, apps.edge, apps.brave].flat(), {
      arguments: [`--app=${url}`],
      // Without it a Mac's running browser comes to the front, and the rest of the command line is lost.
      newInstance: process.platform === 'darwin',
    });
  } catch {
    return open(url);
  }
}

/**
 * The browser is the person's own: it is not ended with the kiosk. Never throws: a person can still open the address.
 *
 * @param url with the token that lets this machine's kiosk in; that is said to nobody
 * @param library what the package `open` exports
 */
export async function openPage(url, library) {
  const [page] = url.split('#');
  const failed = (reason) => say(`No browser could be opened (${reason.replaceAll(url, page)}); open ${page} in one.`);
  try {
    const browser = await openWith(library ?? (await import('open')), url);
    browser.on('exit', (code) => code !== 0 && code !== null && failed(`it ended with exit code ${code}`));
  } catch (error) {
    failed(error.message.split('\n')[0]);
  }
}
