/**
 * What a card or a QR code means for the kiosk. It may be the code of an appointment; if not, the rule of its reader
 * says what it adds to the next ticket.
 */
import type { QueueClient } from '../client/queue-client.ts';
import type { CardRead } from '../contract/reader.ts';
import { cardRule } from '../core/card-rule.ts';
import type { CardUse, KioskEvent } from '../core/kiosk/model.ts';
import { useAppointment } from './use-appointment.ts';

export async function useCard(read: CardRead, client: QueueClient, locationId: string): Promise<KioskEvent> {
  const appointment = await useAppointment(read, client, locationId);
  if (appointment.ok) return appointment.value;
  const card = await readCard(read, client);
  return card === null ? { kind: 'cardUnknown' } : { kind: 'cardRead', card };
}

async function readCard(read: CardRead, client: QueueClient): Promise<CardUse | null> {
  const found = read.rule === 'table' ? await client.findDeviceByCode(read.value.reveal()) : null;
  const ruled = cardRule(read, () => (found?.ok ? found.value.device.id : null));
  if (!ruled.ok) return null;
  return read.fields === undefined ? ruled.value : { ...ruled.value, fields: read.fields };
}
