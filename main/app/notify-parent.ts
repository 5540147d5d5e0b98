/**
 * Messages to the parent process over its IPC channel.
 *
 * `npm start` has to open the kiosk's page, with a token that stands nowhere else, and to tell a program that refused
 * to start, and has said why, from a runtime that broke.
 */
import { AlreadyRunningError } from '../lib/start-error.ts';

/** Read by `scripts/lib/kiosk-child.mjs`. */
type StarterMessage =
  /** It is ready, and this is its kiosk's page. */
  | { readonly kioskUrl: string }
  /** Another one runs: at this address, with its kiosk on this page, if that is known. */
  | { readonly kind: 'runs-already'; readonly address: string | null; readonly kioskUrl: string | null }
  /** It will not start, and has said why. */
  | { readonly kind: 'refused' };

/** Tells why it will not start. */
export function notifyParent(reason: unknown): Promise<void> {
  if (!(reason instanceof AlreadyRunningError)) return tell({ kind: 'refused' });
  const { address, kioskUrl } = reason;
  return tell({ kind: 'runs-already', address, kioskUrl });
}

/** Tells where whoever started us finds the kiosk. */
export function sendKioskUrl(kioskUrl: string): Promise<void> {
  return tell({ kioskUrl });
}

/** Resolves when the message is on its way, at once where nobody listens. */
function tell(message: StarterMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}
