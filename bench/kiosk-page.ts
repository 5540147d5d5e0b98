/** A page without a screen: speaks the browser shell's WebSocket as the kiosk page does. */
import type { KioskCallInput, KioskCallName, KioskState } from '../main/contract/kiosk.ts';

export interface PageClient {
  call<Name extends KioskCallName>(name: Name, input: KioskCallInput<Name>): void;
  /** Resolves with the first state, from now on, that fits. */
  until(fits: (state: KioskState) => boolean): Promise<KioskState>;
  close(): void;
}

export async function openPage(address: string): Promise<PageClient> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/kiosk/shell`);
  let state: KioskState | null = null;
  let id = 0;
  const waiting = new Set<(state: KioskState) => void>();
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
    until: (fits) =>
      new Promise((resolve) => {
        if (state !== null && fits(state)) return resolve(state);
        const tell = (next: KioskState): void => {
          if (!fits(next)) return;
          waiting.delete(tell);
          resolve(next);
        };
        waiting.add(tell);
      }),
    close: () => socket.close(),
  };
}
