import type { Session, WebPreferences } from 'electron';

/** What every window of this program may do: show a page, in a sandbox of its own, and nothing else. */
export function lockedPreferences(session: Session, production: boolean): WebPreferences {
  return {
    session,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    webviewTag: false,
    devTools: !production,
    spellcheck: false,
    navigateOnDragDrop: false,
    disableDialogs: true,
    // The page must go on counting down while something else has the screen for a moment.
    backgroundThrottling: false,
  };
}
