/** The page of a kiosk at its socket, and a visitor who stands there. */
import type { KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { until } from '../printing-kills/programs.ts';

export interface KioskPage {
  /** At a program that was just started. */
  come(address: string): Promise<void>;
  screen(): KioskScreen['name'] | null;
  /** Touches the service and waits for the end; null: there was none to be had within the time. */
  visit(withinMs: number): Promise<string | null>;
}

export function kioskPage(deviceId: string, serviceId: string): KioskPage {
  let state: KioskState | null = null;
  let socket: WebSocket | null = null;
  let id = 0;
  const call = (name: string, input: object): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id: ++id, call: name, input }));
  };
  const screen = (): KioskScreen['name'] | null => state?.screen.name ?? null;
  const sees = (names: readonly string[], ms: number): Promise<boolean> =>
    until(names.join(), () => names.includes(screen() ?? ''), ms).then(
      () => true,
      () => false,
    );
  return {
    screen,
    async come(address) {
      const opened = new WebSocket(`${address.replace('http', 'ws')}/kiosk/shell?device=${deviceId}`, [
        'take-a-number',
      ]);
      socket = opened;
      opened.addEventListener('message', (event) => {
        const message = JSON.parse(String(event.data)) as { state?: KioskState };
        if (message.state !== undefined) state = message.state;
      });
      opened.addEventListener('close', () => {
        if (socket === opened) state = null;
      });
      await until('a page', () => state !== null);
    },
    async visit(withinMs) {
      if (!(await sees(['idle', 'choose'], withinMs))) return null;
      call('touchService', { serviceId, priority: false });
      if (!(await sees(['take-ticket', 'problem'], withinMs))) return null;
      const now = state?.screen;
      const number = now !== undefined && 'ticket' in now ? (now.ticket?.number ?? null) : null;
      call('done', {});
      await sees(['idle', 'choose', 'out-of-service'], withinMs);
      return number;
    },
  };
}
