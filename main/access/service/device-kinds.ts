/** Permissions of device keys by device type. */
import { DEVICE_TYPE, type Device } from '../../site/contract/site.ts';

const { kiosk, virtualTicket, appointments, concierge, extender, qmPad, cardReader, eticket, display } = DEVICE_TYPE;

/** Devices that issue tickets to visitors. */
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

/** Devices that show the kiosk page. */
export const KIOSK_DEVICES = [kiosk, extender, concierge] as const;
/** Devices that issue tickets for cards. */
export const CARD_DEVICES = [...KIOSK_DEVICES, cardReader] as const;
/** Devices that call visitors to a desk. */
export const COUNTER_DEVICES = [qmPad] as const;
/** Devices that show the display page. */
export const DISPLAY_DEVICES = [display] as const;
/** Devices that show calls. */
export const SCREEN_DEVICES = [display, qmPad] as const;
export const ALL_DEVICES = [...TICKET_DEVICES, display] as const;

/** Whether the device can be a visitor's card, whose id is personal. A device with a code is a card of any type. */
export function isCard({ type, code }: Pick<Device, 'type' | 'code'>): boolean {
  return type === cardReader || code !== '';
}

/** Whether the device is a card and nothing else. A reader, or a kiosk with a code, has connected at least once. */
export function isCardOnly(
  device: Pick<Device, 'type' | 'code'>,
  { changedAt, saidAt }: { readonly changedAt: number | null; readonly saidAt: number | null },
): boolean {
  return isCard(device) && changedAt === null && saidAt === null;
}
