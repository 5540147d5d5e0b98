/** Card data of a ticket, by the rule of its reader. */
import type { CardRead, CardValue } from '../../kiosk/contract/reader.ts';
import { fail, ok, type Result } from '../../lib/result.ts';

/** For createticket. With the rule `raw` the device id is the card's value: keep it out of logs. */
export interface CardTicket {
  readonly deviceId: string;
  readonly clientName: CardValue | null;
}

/** Longest `device_id` that the API accepts. */
const MAX_DEVICE_ID = 200;

/** @param deviceOf id of the device with this `code`, or null; called by the rule `table` only */
export function cardRule(
  read: CardRead,
  deviceOf: (code: string) => string | null,
): Result<CardTicket, 'card-unknown'> {
  const deviceId = deviceIdOf(read, deviceOf) ?? '';
  if (deviceId === '' || deviceId.length > MAX_DEVICE_ID) return fail('card-unknown');
  return ok({ deviceId, clientName: read.name });
}

function deviceIdOf(read: CardRead, deviceOf: (code: string) => string | null): string | null {
  switch (read.rule) {
    case 'reader':
      return read.device;
    case 'table':
      return deviceOf(read.value.reveal());
    case 'raw':
      return read.value.reveal();
  }
}
