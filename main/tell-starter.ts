/**
 * What only the process that started this one needs to know, over the channel that it opened for that: `npm start` has
 * to tell a program that refused to start, and has said why, from a runtime that broke.
 */
import { RunsAlready } from './start-error.ts';

/** Read by `scripts/lib/kiosk-child.mjs`. */
type StarterMessage =
  /** Another one runs: at this address, if it is known. */
  | { readonly kind: 'runs-already'; readonly address: string | null }
  /** It will not start, and has said why. */
  | { readonly kind: 'refused' };

/** Tells why it will not start; resolves when that is on its way, at once where nobody listens. */
export function tellStarter(reason: unknown): Promise<void> {
  const message: StarterMessage =
    reason instanceof RunsAlready ? { kind: 'runs-already', address: reason.address } : { kind: 'refused' };
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}
