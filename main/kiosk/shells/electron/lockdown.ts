/** Browser features that a kiosk window blocks. */
import type { Session, WebContents } from 'electron';
import type { Log } from '../../../lib/context.ts';
import { isKioskKey } from './keys.ts';
import { isOurs } from './page-address.ts';

interface SessionLock {
  readonly production: boolean;
  readonly log: Log;
  /** Whether a page may ask for this address; without it, only what is in the package. */
  readonly allows?: (url: string, resource: string) => boolean;
}

/** Nothing is asked of the visitor, no device is opened, nothing is saved, and no request goes where it should not. */
export function lockDownSession(session: Session, options: SessionLock): void {
  const allows = options.allows ?? isOurs;
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  // Names of outputs of sound, for a headset or an induction loop, and to send sound there: nothing is opened by that.
  session.setPermissionCheckHandler(
    (_contents, permission: string, _origin, { mediaType }) =>
      permission === 'speaker-selection' || (permission === 'media' && mediaType === 'audio'),
  );
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => {
    options.log.warn('page.navigation-blocked', { what: 'download' });
    event.preventDefault();
  });
  session.webRequest.onBeforeRequest((details, answer) => {
    const local = /^(data|blob):/.test(details.url) || (!options.production && details.url.startsWith('devtools:'));
    const cancel = !local && !allows(details.url, details.resourceType);
    if (cancel) options.log.warn('page.navigation-blocked', { what: 'request', resource: details.resourceType });
    answer({ cancel });
  });
}

/** For every page and whatever a page may make: it stays where it is, alone, at its size. */
export function lockDownContents(
  contents: WebContents,
  options: { readonly production: boolean; readonly log: Log },
): void {
  const refuse = (what: string) => (event: { preventDefault(): void }) => {
    options.log.warn('page.navigation-blocked', { what });
    event.preventDefault();
  };
  contents.setWindowOpenHandler(() => {
    options.log.warn('page.navigation-blocked', { what: 'window' });
    return { action: 'deny' };
  });
  contents.on('will-navigate', refuse('navigation'));
  contents.on('will-frame-navigate', refuse('frame navigation'));
  contents.on('will-redirect', refuse('redirect'));
  contents.on('will-attach-webview', refuse('webview'));
  contents.on('dom-ready', () => void contents.setVisualZoomLevelLimits(1, 1));
  contents.on('zoom-changed', () => contents.setZoomLevel(0));
  if (!options.production) return;
  contents.setIgnoreMenuShortcuts(true);
  contents.on('before-input-event', (event, input) => {
    if (!isKioskKey(input)) event.preventDefault();
  });
}
