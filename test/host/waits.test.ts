/** What card, screen, ticket and paper say of a wait has to be the same. */
import { describe, expect, it } from 'vitest';
import { waitMinutes } from '../../main/contract/wait.ts';
import { readIssuedTicket } from '../../main/host/issued-ticket.ts';
import { readKiosk, readQueues } from '../../main/host/read-kiosk.ts';
import { openTown } from '../helpers/town.ts';

describe('a wait', () => {
  it.each([
    [1, 1],
    [29, 1],
    [89, 1],
    [90, 2],
    [19 * 60, 19],
    [22 * 60, 20],
    [27 * 60, 25],
    [28 * 60, 30],
  ])('of %i seconds is said as %i minutes', (seconds, minutes) => {
    expect(waitMinutes(seconds)).toBe(minutes);
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
    expect(ticket.screen.waitSeconds).toBe(card?.waitSeconds);
    expect(ticket.paper.waitText).toBe(`Expected wait: about ${waitMinutes(card!.waitSeconds!)} min`);
  });
});
