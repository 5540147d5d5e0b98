/**
 * Handling of a card or QR code.
 *
 * It can be an appointment code. Otherwise its reader's rule decides what it adds to the next ticket.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { cardRule } from '../../cards/rules/hash-card.ts';
import type { Clock } from '../../lib/context.ts';
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { CardRead, CardValue } from '../contract/reader.ts';
import type { CardUse, KioskEvent } from '../machine/model.ts';
import { type NoAppointment, notLookedUp, useAppointment } from './handle-appointment-code.ts';
import { type CardPlace, type PassedCard, type PassedValue, passCardRules } from './pass-card-rules.ts';

export interface CardHandler {
  read(read: CardRead, place: CardPlace): Promise<KioskEvent>;
  /** Text that does not match the reader's options can still be an appointment code. */
  refused(frame: CardValue, place: CardPlace): Promise<KioskEvent>;
}

/**
 * Visitors often hold an unknown card to the reader again. Each lookup counts as a guess at the server, and too many
 * would block the next visitor's appointment.
 */
const UNKNOWN_FOR_MS = 20_000;
const MAX_UNKNOWN = 100;
/** Maximum concurrent lookups: more than visitors can cause. */
const MAX_AT_ONCE = 4;

export function openCardHandler(client: QueueClient, clock: Clock): CardHandler {
  /** Time at which the server did not know a card, by digest: no value stays in memory. */
  const unknown = new Map<string, number>();
  const salt = randomBytes(16);
  let atOnce = 0;

  async function once(card: CardValue, locationId: string, use: () => Promise<KioskEvent>): Promise<KioskEvent> {
    const key = createHmac('sha256', salt).update(`${locationId}\n${card.reveal()}`).digest('base64');
    const now = clock.now();
    for (const [old, at] of unknown) if (at > now || now - at >= UNKNOWN_FOR_MS) unknown.delete(old);
    if (unknown.has(key)) return { kind: 'cardUnknown' };
    if (atOnce >= MAX_AT_ONCE) return notLookedUp('refused');
    atOnce += 1;
    try {
      const event = await use();
      if (event.kind === 'cardUnknown' && unknown.size < MAX_UNKNOWN) unknown.set(key, clock.now());
      return event;
    } finally {
      atOnce -= 1;
    }
  }

  return {
    read: (read, place) => once(read.frame ?? read.value, place.locationId, () => useCard(read, client, place)),
    refused: (frame, place) => once(frame, place.locationId, () => useRefusedCard(frame, client, place)),
  };
}

async function useCard(read: CardRead, client: QueueClient, place: CardPlace): Promise<KioskEvent> {
  const judged = await passCardRules(read, client, place);
  if (!judged.ok) return judged.error;
  const { grant } = judged.value;
  const event = await useAcceptedCard(read, judged.value, client, place.locationId);
  if (grant === null) return event;
  // A card that a rule accepts is known even if no device has its value.
  if (event.kind === 'cardUnknown') return { kind: 'cardRead', card: { deviceId: '', clientName: read.name, grant } };
  return event.kind === 'cardRead' ? { ...event, card: { ...event.card, grant } } : event;
}

async function useAcceptedCard(
  read: CardRead,
  { value: card, frame }: PassedCard,
  client: QueueClient,
  locationId: string,
): Promise<KioskEvent> {
  const isKnownLater = read.rule === 'table';
  let without: NoAppointment = 'unknown';
  // Other rules accept every card, so the appointment lookup comes first. A wrong code counts as a guess.
  for (const value of isKnownLater || frame === null ? [card] : [frame, card]) {
    const appointment = await useAppointment({ ...read, value, typed: true }, client, locationId);
    if (appointment.ok) return appointment.value;
    without = appointment.error;
  }
  const use = await readCard(read, client);
  if (use.ok) return { kind: 'cardRead', card: use.value };
  if (use.error !== 'unknown') without = use.error;
  return without !== 'unknown' || frame === null || !isKnownLater
    ? unknownCard(without)
    : useFrame(frame, client, locationId);
}

async function useRefusedCard(given: CardValue, client: QueueClient, place: CardPlace): Promise<KioskEvent> {
  const judged = await passCardRules({ value: given }, client, place);
  // Text that does not match the reader is no card and gets no grants.
  return judged.ok ? useFrame(judged.value.value, client, place.locationId) : judged.error;
}

async function useFrame(frame: PassedValue, client: QueueClient, locationId: string): Promise<KioskEvent> {
  const appointment = await useAppointment({ value: frame, typed: true }, client, locationId);
  return appointment.ok ? appointment.value : unknownCard(appointment.error);
}

/** A card is unknown only if the server said so; otherwise it is possibly an appointment code. */
function unknownCard(without: NoAppointment): KioskEvent {
  return without === 'unknown' ? { kind: 'cardUnknown' } : notLookedUp(without);
}

async function readCard(read: CardRead, client: QueueClient): Promise<Result<CardUse, NoAppointment>> {
  const found = read.rule === 'table' ? await client.findDeviceByCode(read.value.reveal()) : null;
  const fault = found?.ok === false ? found.error : null;
  if (fault?.kind === 'unreachable') return fail('away');
  if (fault?.errno === ERRNO.tooMany) return fail('refused');
  const ruled = cardRule(read, () => (found?.ok ? found.value.device.id : null));
  if (!ruled.ok) return fail('unknown');
  return ok(read.fields === undefined ? ruled.value : { ...ruled.value, fields: read.fields });
}
