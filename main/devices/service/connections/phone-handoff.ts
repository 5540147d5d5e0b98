/**
 * Removal of a number from the kiosk screen after its phone transfer.
 *
 * The server that the phone has reached tells the kiosk, or the server at which the kiosk is. Nothing is kept but what
 * kiosks show just now; who opens the page of a ticket has its secret.
 */
import type { Store } from '../../../store/contract/store.ts';
import type { DevicePresence } from '../presence/device-presence.ts';

type TicketListener = (ticketId: string) => void;

export interface PhoneHandoff {
  /** A phone has opened the page of that ticket at this server. */
  opened(ticketId: string): void;
  /** Calls with each ticket that a kiosk begins to show, as a phone may have it already. Returns how to stop. */
  onShown(listener: TicketListener): () => void;
  /** A kiosk at this server: hears which ticket of its screen is on a phone, now and from now on. Returns how to stop. */
  listen(deviceId: string, listener: TicketListener): () => void;
  close(): void;
}

/** @param bulletin where servers of one database tell each other; null where there are none. */
export function createTakenAlong(presence: DevicePresence, bulletin: Store['peers']['bulletin']): PhoneHandoff {
  /** By kiosk, and the other way round: of a device of which two programs run, both show it. */
  const shown = new Map<string, string>();
  const kiosks = new Map<string, Set<string>>();
  /** What was told of each kiosk's screen last. */
  const taken = new Map<string, string>();
  const listeners = new Map<string, Set<TicketListener>>();
  const whenShown = new Set<TicketListener>();

  function look(deviceId: string): void {
    const { connected, status } = presence.of(deviceId);
    const before = shown.get(deviceId) ?? '';
    const now = connected ? status.shown_ticket : '';
    if (now === before) return;
    forget(deviceId, before);
    if (now === '') return;
    shown.set(deviceId, now);
    kiosks.set(now, (kiosks.get(now) ?? new Set()).add(deviceId));
    // Not while the kiosk is still saying so.
    queueMicrotask(() => {
      for (const listener of whenShown) listener(now);
    });
  }

  function forget(deviceId: string, ticketId: string): void {
    shown.delete(deviceId);
    const there = kiosks.get(ticketId);
    there?.delete(deviceId);
    if (there?.size === 0) kiosks.delete(ticketId);
    if (taken.delete(deviceId)) bulletin?.drop('ticket-taken', deviceId);
  }

  function tellIfHere(deviceId: string, ticketId: string): void {
    taken.set(deviceId, ticketId);
    for (const listener of [...(listeners.get(deviceId) ?? [])]) listener(ticketId);
  }

  const stops = [
    presence.onChange(look),
    bulletin?.follow('ticket-taken', {
      accepts: ({ ticket }) => typeof ticket === 'string',
      note: (_serverId, deviceId, body) => tellIfHere(deviceId, (body as { readonly ticket: string }).ticket),
      gone() {},
    }),
  ];

  return {
    opened(ticketId) {
      for (const deviceId of kiosks.get(ticketId) ?? []) {
        // First, as a kiosk in this process may have let it go when `tellIfHere` returns, which takes it back.
        bulletin?.post('ticket-taken', deviceId, { ticket: ticketId });
        tellIfHere(deviceId, ticketId);
      }
    },
    onShown(listener) {
      whenShown.add(listener);
      return () => void whenShown.delete(listener);
    },
    listen(deviceId, listener) {
      const here = listeners.get(deviceId) ?? new Set();
      listeners.set(deviceId, here.add(listener));
      const ticketId = taken.get(deviceId);
      // Its line was away in the meantime.
      if (ticketId !== undefined && ticketId === shown.get(deviceId)) queueMicrotask(() => listener(ticketId));
      return () => {
        here.delete(listener);
        if (here.size === 0 && listeners.get(deviceId) === here) listeners.delete(deviceId);
      };
    },
    close() {
      for (const stop of stops) stop?.();
      listeners.clear();
    },
  };
}
