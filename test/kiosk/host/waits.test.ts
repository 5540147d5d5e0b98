/** What card, screen, ticket and paper say of a wait has to be the same. */
import { describe, expect, it } from 'vitest';
import { readIssuedTicket } from '../../../main/kiosk/host/issued-ticket.ts';
import { readKiosk, readQueues } from '../../../main/kiosk/host/parse-kiosk-config.ts';
import { spokenWait, waitRange } from '../../../main/wait-times/contract/wait.ts';
import { openTown } from '../../helpers/town.ts';

describe('a wait', () => {
  it.each([
    [1, '1–5'],
    [240, '1–5'],
    [480, '5–10'],
    [12 * 60, '5–15'],
    [22 * 60, '15–30'],
    [50 * 60, '40–60'],
  ])('of %i seconds is said as %s minutes', (seconds, minutes) => {
    expect(spokenWait(seconds)).toEqual({ kind: 'minutes', minutes });
  });

  it('that is long is said to a quarter of an hour', () => {
    expect(spokenWait(155 * 60)).toEqual({ kind: 'hours', hours: 2, minutes: 30 });
    expect(spokenWait(59 * 60)).toEqual({ kind: 'hours', hours: 1, minutes: 0 });
  });

  it('is the same on the card that is touched, on the screen and on paper', async () => {
    const town = await openTown();
    // Some people have waited, so that there is something to estimate from.
    for (let person = 0; person < 4; person += 1) await town.createTicket('Passports');
    town.clock.advance(13 * 60_000);
    await town.callNext('Desk 1');
    town.clock.advance(5 * 60_000);
    await town.callNext('Desk 1');

    const kiosk = await town.client.kiosk('kiosk-1');
    if (!kiosk.ok) throw new Error(JSON.stringify(kiosk.error));
    const reading = readKiosk(kiosk.value, null);
    const counts = await town.client.waitingTicketsCount(reading.catalog.locationId);
    if (!counts.ok) throw new Error(JSON.stringify(counts.error));
    const card = readQueues(counts.value.services, reading).passports;

    const asked = { service_id: 'passports', device_id: 'kiosk-1', lang: 'en' };
    const answer = await town.client.createTicket(asked, { idempotencyKey: 'one' });
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    const ticket = readIssuedTicket(answer.value, { lang: 'en', priority: false }, reading.catalog, null);
    expect(card?.waitSeconds).toBeGreaterThan(0);
    const { from, to } = waitRange(card!.waitSeconds!);
    expect(ticket.screen.waitSeconds).toBe(card?.waitSeconds);
    expect(ticket.paper.waitText).toBe(`Estimated wait: about ${from}-${to} min`);
  });
});
