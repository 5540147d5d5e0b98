/** Permissions of device keys by device type. */
import { DEVICE_TYPE, type Device } from '../../site/contract/site.ts';

const { kiosk, virtualTicket, appointments, concierge, extender, qmPad, cardReader, eticket, display } = DEVICE_TYPE;

/** Give tickets to visitors. */
export const TICKET_DEVICES = [
  kiosk,
  virtualTicket,
  appointments,
  concierge,
  extender,
  qmPad,
  cardReader,
  eticket,
] as const;

/** Draw the kiosk's screens. */
export const KIOSK_DEVICES = [kiosk, extender, concierge] as const;
/** Stand between a card and a ticket. */
export const CARD_DEVICES = [...KIOSK_DEVICES, cardReader] as const;
/** Call visitors to a desk. */
export const COUNTER_DEVICES = [qmPad] as const;
/** Draw the display's page. */
export const DISPLAY_DEVICES = [display] as const;
/** Show who is called. */
export const SCREEN_DEVICES = [display, qmPad] as const;
export const ALL_DEVICES = [...TICKET_DEVICES, display] as const;

/** Whether it is, or may be, what a visitor holds in the hand: its id is the visitor's own. A card found by its code needs no kind. */
export function isCard({ type, code }: Pick<Device, 'type' | 'code'>): boolean {
  return type === cardReader || code !== '';
}

/** Whether it is that and nothing else, whatever its house calls it: a reader, or a kiosk with a code, has been in touch. */
export function isCardOnly(
  device: Pick<Device, 'type' | 'code'>,
  { changedAt, saidAt }: { readonly changedAt: number | null; readonly saidAt: number | null },
): boolean {
  return isCard(device) && changedAt === null && saidAt === null;
}
