/** A page without a screen: speaks the browser shell's WebSocket as the kiosk page does. */
import type { KioskCallInput, KioskCallName, KioskState } from '../main/kiosk/contract/kiosk.ts';

export interface PageClient {
  call<Name extends KioskCallName>(name: Name, input: KioskCallInput<Name>): void;
  /** Resolves with the first state, from now on, that fits; fails when the page is sent away before. */
  until(fits: (state: KioskState) => boolean): Promise<KioskState>;
  close(): void;
}

/** @param address of the server, or of its kiosk's page with the token that lets it in. */
export async function openPage(address: string): Promise<PageClient> {
  const url = new URL(address);
  const token = new URLSearchParams(url.hash.slice(1)).get('token');
  const proofs = token === null ? [] : [`token.${token}`];
  const socket = new WebSocket(`${url.origin.replace('http', 'ws')}/kiosk/shell`, ['take-a-number', ...proofs]);
  let state: KioskState | null = null;
  let id = 0;
  const waiting = new Set<(state: KioskState) => void>();
  const closed = new Promise<never>((_, reject) => {
    socket.addEventListener('close', ({ reason }) => reject(new Error(`sent away: ${reason}`)));
  });
  closed.catch(() => {});
  socket.addEventListener('message', (event) => {
    const message = JSON.parse(String(event.data)) as { state?: KioskState };
    if (message.state === undefined) return;
    state = message.state;
    for (const tell of waiting) tell(message.state);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`no page at ${address}`)));
  });
  return {
    call: (name, input) => socket.send(JSON.stringify({ id: ++id, call: name, input })),
    until: (fits) => {
      const found = new Promise<KioskState>((resolve) => {
        if (state !== null && fits(state)) return resolve(state);
        const tell = (next: KioskState): void => {
          if (!fits(next)) return;
          waiting.delete(tell);
          resolve(next);
        };
        waiting.add(tell);
      });
      return Promise.race([found, closed]);
    },
    close: () => socket.close(),
  };
}
