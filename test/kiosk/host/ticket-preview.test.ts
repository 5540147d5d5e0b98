/** Ticket previews for the back office: rendered one by one, and cancelled when not needed. */
import { describe, expect, it } from 'vitest';
import { createDrawPaper } from '../../../main/kiosk/host/ticket-preview.ts';
import { silentLog } from '../../../main/lib/context.ts';
import type { PaperPart } from '../../../main/printing/contract/printing.ts';
import type { TicketPartName } from '../../../main/site/contract/ticket-layout.ts';
import { paperOrder } from '../../helpers/paper-order.ts';
import { openTown } from '../../helpers/town.ts';

const place = (part: TicketPartName, text = ''): PaperPart => ({ part, size: 0, align: 'center', text });

const BUSY = { ok: false, error: { kind: 'busy' } };

describe('drawing paper', () => {
  it('skips cancelled requests', async () => {
    const order = await paperOrder();
    const drawPaper = createDrawPaper({ log: silentLog });
    let isGone = false;
    const [first, second, third] = [drawPaper(order), drawPaper(order, () => isGone), drawPaper(order)];
    isGone = true;
    expect(await first).toMatchObject({ ok: true });
    expect(await second).toEqual(BUSY);
    expect(await third).toMatchObject({ ok: true });
  });

  it('serves other requests while long tickets are rendered', async () => {
    const order = await paperOrder();
    const drawPaper = createDrawPaper({ log: silentLog });
    const town = await openTown();
    let isAnswered = false;
    const healthy = fetch(`${town.address}/healthz`).then(() => {
      isAnswered = true;
    });
    const MOST_PICTURES = 100;
    for (let drawn = 0; !isAnswered && drawn < MOST_PICTURES; drawn += 1) {
      const text = `${drawn} ${'Bring the old passport. '.repeat(300)}`;
      const layout = [place('number'), place('text', text), place('qr')];
      const outcome = await drawPaper({ ...order, layout });
      expect(outcome).toMatchObject({ ok: true, value: { isShortened: true } });
    }
    expect(isAnswered).toBe(true);
    await healthy;
    await town.close();
  });

  it('refuses requests beyond the queue limit, and renders again afterwards', async () => {
    const order = await paperOrder();
    const drawPaper = createDrawPaper({ log: silentLog });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => drawPaper(order)));
    const refused = outcomes.filter(({ ok }) => !ok);
    expect(refused.length).toBeGreaterThanOrEqual(9);
    expect(refused.length).toBeLessThan(30);
    expect(new Set(refused.map((outcome) => JSON.stringify(outcome)))).toEqual(new Set([JSON.stringify(BUSY)]));
    expect(await drawPaper(order)).toMatchObject({ ok: true });
  });
});
