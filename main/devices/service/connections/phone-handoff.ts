/**
 * Removal of a number from the kiosk screen after its phone transfer.
 *
 * The server that the phone contacts notifies the kiosk, or the server of the kiosk. Only the tickets on kiosk screens
 * are kept in memory. A phone that opens a ticket's page proves that it has the ticket's secret.
 */
import { subscribe } from '../../../lib/lists.ts';
import type { Store } from '../../../store/contract/store.ts';
import type { DevicePresence } from '../presence/device-presence.ts';

type TicketListener = (ticketId: string) => void;

export interface PhoneHandoff {
  /** A phone has opened the page of this ticket at this server. */
  opened(ticketId: string): void;
  /**
   * Called with each ticket that a kiosk starts to show, because a phone can have it already. Returns the unsubscribe
   * function.
   */
  onShown(listener: TicketListener): () => void;
  /**
   * Subscribes a kiosk at this server to the ticket that a phone has opened, now and later. Returns the unsubscribe
   * function.
   */
  listen(deviceId: string, listener: TicketListener): () => void;
  close(): void;
}

/** @param bulletin shares tickets between servers of one database; null with a single server */
export function createPhoneHandoff(presence: DevicePresence, bulletin: Store['peers']['bulletin']): PhoneHandoff {
  /** By kiosk, and by ticket: two programs of one device both show it. */
  const shown = new Map<string, string>();
  const kiosks = new Map<string, Set<string>>();
  /** Last opened ticket of each kiosk's screen. */
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
    // Deferred, because the kiosk is still reporting.
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
        // Posted first: a local kiosk can drop the ticket during `tellIfHere`, which withdraws the post.
        bulletin?.post('ticket-taken', deviceId, { ticket: ticketId });
        tellIfHere(deviceId, ticketId);
      }
    },
    onShown: (listener) => subscribe(whenShown, listener),
    listen(deviceId, listener) {
      const here = listeners.get(deviceId) ?? new Set();
      listeners.set(deviceId, here.add(listener));
      const ticketId = taken.get(deviceId);
      // The kiosk's connection was interrupted.
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
