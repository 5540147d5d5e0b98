/**
 * What a card or a QR code means for the kiosk. It may be the code of an appointment; if not, the rule of its reader
 * says what it adds to the next ticket.
 */
import type { QueueClient } from '../client/queue-client.ts';
import type { CardRead, CardValue } from '../contract/reader.ts';
import { cardRule } from '../core/card-rule.ts';
import type { CardUse, KioskEvent } from '../core/kiosk/model.ts';
import { useAppointment } from './use-appointment.ts';

export async function useCard(read: CardRead, client: QueueClient, locationId: string): Promise<KioskEvent> {
  const { frame, rule } = read;
  const isKnownLater = rule === 'table';
  // Every other rule knows each card: the code of an appointment has to be found before. A wrong code counts as a guess.
  for (const value of frame === undefined || isKnownLater ? [read.value] : [frame, read.value]) {
    const appointment = await useAppointment({ ...read, value, typed: true }, client, locationId);
    if (appointment.ok) return appointment.value;
  }
  const card = await readCard(read, client);
  if (card !== null) return { kind: 'cardRead', card };
  return frame === undefined || !isKnownLater ? { kind: 'cardUnknown' } : useRefusedCard(frame, client, locationId);
}

/** What the reader's options do not take may be the code of an appointment all the same. */
export async function useRefusedCard(frame: CardValue, client: QueueClient, locationId: string): Promise<KioskEvent> {
  const appointment = await useAppointment({ value: frame, typed: true }, client, locationId);
  return appointment.ok ? appointment.value : { kind: 'cardUnknown' };
}

async function readCard(read: CardRead, client: QueueClient): Promise<CardUse | null> {
  const found = read.rule === 'table' ? await client.findDeviceByCode(read.value.reveal()) : null;
  const ruled = cardRule(read, () => (found?.ok ? found.value.device.id : null));
  if (!ruled.ok) return null;
  return read.fields === undefined ? ruled.value : { ...ruled.value, fields: read.fields };
}
