/** Those who stand at one kiosk, one after the other without a pause, and what its screen told them. */

import type { Dice } from '../../demo/random.ts';
import type { KioskCallInput, KioskCallName, KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';

/** A screen that bore a number. */
export interface Shown {
  readonly number: string;
  readonly screen: 'printing' | 'take-ticket' | 'problem';
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Visitors {
  /** What the screen shows now; null while there is no program. */
  screen(): KioskScreen['name'] | null;
  readonly shown: readonly Shown[];
  /** The first number that a visitor got after so many screens. */
  servedSince(at: number): string | undefined;
  /** Times that a service was touched. */
  touches(): number;
  /** Nobody touches a service any more once one of them was told to take a ticket. */
  stopWhenServed(): void;
  /** At the program that was just started. Resolves once its page is there, or the program is dead again. */
  come(address: string): Promise<void>;
}

export interface VisitorsOptions {
  readonly deviceId: string;
  readonly serviceId: string;
  readonly throws: Dice;
  /** How long each of them looks at the screen for the ticket. */
  readonly takeMs: number;
  /** Nothing ever shows that this printer prints: visitors keep the number on the screen, paper besides. */
  readonly keepsNumber?: boolean;
}

export function visitorsAt({ deviceId, serviceId, throws, takeMs, keepsNumber = false }: VisitorsOptions): Visitors {
  const shown: Shown[] = [];
  let touches = 0;
  let isLast = false;
  let isAway = false;
  let screen: KioskScreen | null = null;

  const isServed = (name: string): boolean => name === 'take-ticket' || (keepsNumber && name === 'problem');

  function act(call: <Name extends KioskCallName>(name: Name, input: KioskCallInput<Name>) => void): void {
    if (screen === null) return;
    if ('ticket' in screen && screen.ticket !== null) {
      const { number } = screen.ticket;
      const last = shown.at(-1);
      if (last?.number !== number || last.screen !== screen.name)
        shown.push({ number, screen: screen.name, at: Date.now() });
    }
    if (isLast && 'ticket' in screen && screen.ticket !== null && isServed(screen.name)) isAway = true;
    const mayTouch = !isAway && (screen.name === 'idle' || screen.name === 'choose');
    if (mayTouch) {
      // Some press twice.
      for (let times = throws.chance(0.2) ? 2 : 1; times > 0; times--) {
        touches++;
        call('touchService', { serviceId, priority: false });
      }
    } else if (screen.name === 'take-ticket' || screen.name === 'problem') setTimeout(() => call('done', {}), takeMs);
  }

  return {
    screen: () => screen?.name ?? null,
    shown,
    servedSince: (at) => shown.slice(at).find((each) => isServed(each.screen))?.number,
    touches: () => touches,
    stopWhenServed() {
      isLast = true;
    },
    come(address) {
      const query = `device=${encodeURIComponent(deviceId)}`;
      const socket = new WebSocket(`${address.replace('http', 'ws')}/kiosk/shell?${query}`, ['take-a-number']);
      let id = 0;
      const send = (name: string, input: object): void => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id: ++id, call: name, input }));
      };
      socket.addEventListener('message', (event) => {
        const message = JSON.parse(String(event.data)) as { state?: KioskState };
        if (message.state === undefined) return;
        // The same screen is told again when a queue grows: whoever has acted on it waits for the next.
        const isNew = JSON.stringify(message.state.screen) !== JSON.stringify(screen);
        screen = message.state.screen;
        if (isNew) act(send);
      });
      return new Promise((resolve) => {
        socket.addEventListener('open', () => resolve());
        socket.addEventListener('error', () => resolve());
        socket.addEventListener('close', () => {
          screen = null;
          resolve();
        });
      });
    },
  };
}
