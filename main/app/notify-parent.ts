/**
 * Messages to the parent process over its IPC channel.
 *
 * `npm start` opens the kiosk page with its token, and must distinguish a program that refused to start from a crash.
 */
import { AlreadyRunningError } from '../lib/start-error.ts';

/** Read by `scripts/lib/kiosk-child.mjs`. */
type StarterMessage =
  /** The program is ready; URL of its kiosk page. */
  | { readonly kioskUrl: string }
  /** Another instance runs at this address; URL of its kiosk page, if known. */
  | { readonly kind: 'runs-already'; readonly address: string | null; readonly kioskUrl: string | null }
  /** The program refuses to start and has printed the reason. */
  | { readonly kind: 'refused' };

/** Reports why the program does not start. */
export function notifyParent(reason: unknown): Promise<void> {
  if (!(reason instanceof AlreadyRunningError)) return tell({ kind: 'refused' });
  const { address, kioskUrl } = reason;
  return tell({ kind: 'runs-already', address, kioskUrl });
}

/** Sends the URL of the kiosk page. */
export function sendKioskUrl(kioskUrl: string): Promise<void> {
  return tell({ kioskUrl });
}

/** Resolves when the message is sent, at once without a listener. */
function tell(message: StarterMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}
