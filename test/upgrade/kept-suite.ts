/** What holds for a queue wherever it has come from: nothing is lost, and it goes on where it stood. */
import { expect, it, onTestFinished } from 'vitest';
import { Receiver } from '../helpers/receiver.ts';
import { openTown, type Town, type TownOptions } from '../helpers/town.ts';
import type { KeptDatabase } from './kept-databases.ts';
import { asChief, asking, goOn, WEBHOOK_SECRET } from './played-days.ts';

/** @param database gives the queue as it was kept, each time anew: a database file, or the address of a PostgreSQL database. */
export function keptSuite(kept: KeptDatabase, database: () => Promise<string>): void {
  /** The town of that database, at the moment when it was kept. */
  async function reopen(options: TownOptions = {}): Promise<Town> {
    const town = await openTown({ database: await database(), site: null, at: kept.at, ...options });
    onTestFinished(() => town.close());
    return town;
  }

  it('is answered for as it was: site, queue, tickets, answers, reports, change log', async () => {
    const ask = await asChief(await reopen());
    for (const { method, path, parameters, answer } of kept.remembered) {
      const { body } = await ask(method, path, parameters);
      expect(body, path).toMatchObject(answer as object);
    }
  });

  it('gives the next numbers, and calls the next visitor', async () => {
    expect(await goOn(await reopen())).toEqual({ nextNumbers: kept.nextNumbers, nextTicket: kept.nextTicket });
  });

  it('knows what was done already: no ticket twice, no appointment twice', async () => {
    const town = await reopen();
    const ask = await asChief(town);
    const create = (more: object, headers = {}) => ask('POST', 'v2/queuemanagement/createticket', more, headers);
    if (kept.idempotency !== null) {
      const { key, parameters, ticket } = kept.idempotency;
      expect((await create(parameters, { 'idempotency-key': key })).body).toMatchObject({ ticket: { id: ticket } });
    }
    const again = await create({ service_id: 'passports', appointment: 'visit-1' });
    expect(again.body).toMatchObject({ success: false });
    expect((await create({ service_id: 'passports' })).body.ticket.number).toBe(kept.nextNumbers.passports);
    // Who has not come yet is found, also as people type it.
    const typed = await asking(town, kept.deviceKey)('POST', 'v2/appointments/lookup', { code: 'qr 2', typed: true });
    expect(typed.body).toMatchObject({ appointment: { id: 'visit-2', service: { id: 'taxes' } } });
  });

  it('admits the devices that it admitted', async () => {
    const town = await reopen();
    const kiosk = asking(town, kept.deviceKey);
    const { body } = await kiosk('POST', 'v2/queuemanagement/createticket', { service_id: 'weddings' });
    expect(body).toMatchObject({ success: true });
    const stranger = asking(town, `${kept.deviceKey}x`);
    expect((await stranger('POST', 'v2/queuemanagement/createticket', { service_id: 'weddings' })).status).toBe(401);
  });

  it('tells webhooks what they had still to be told, in order', async () => {
    const receiver = await new Receiver().open();
    onTestFinished(() => receiver.close());
    const ask = await asChief(await reopen({ webhooks: true }));
    const { item } = (await ask('GET', 'v2/admin/webhooks/ears')).body;
    const moved = await ask('PUT', 'v2/admin/webhooks/ears', { ...item, url: receiver.url, secret: WEBHOOK_SECRET });
    expect(moved.body).toMatchObject({ success: true });
    await ask('POST', 'v2/admin/webhooks/ears/resume', {});
    await receiver.until(kept.untold.length);
    expect(receiver.types).toEqual(kept.untold);
  });
}
