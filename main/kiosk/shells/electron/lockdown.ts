/** Browser features that a kiosk window blocks. */
import type { Session, WebContents } from 'electron';
import type { Log } from '../../../lib/context.ts';
import { isKioskKey } from './keys.ts';
import { isOurs } from './page-address.ts';

interface SessionLock {
  readonly production: boolean;
  readonly log: Log;
  /** Whether a page can request this URL; without it only files of the package. */
  readonly allows?: (url: string, resource: string) => boolean;
}

/** Blocks permissions, devices, downloads and requests to other addresses. */
export function lockDownSession(session: Session, options: SessionLock): void {
  const allows = options.allows ?? isOurs;
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  // Allows the names of audio outputs, and playing sound there, for a headset or induction loop; this opens no input.
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

/** For every page and its windows: no navigation, no new windows, no zoom. */
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
