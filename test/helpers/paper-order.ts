import type { PaperOrder } from '../../main/printing/contract/paper-preview.ts';
import { openTown } from './town.ts';

/** The print order for the preview of a passport ticket in the test site. */
export async function paperOrder(): Promise<PaperOrder> {
  const orders: PaperOrder[] = [];
  const town = await openTown({
    drawPaper: async (order) => {
      orders.push(order);
      return { ok: false, error: { kind: 'busy' } };
    },
  });
  await fetch(`${town.address}/restapi/v2/admin/ticket-preview?service_id=passports`, { method: 'POST' });
  await town.close();
  const [order] = orders;
  if (order === undefined) throw new Error('The server ordered no paper.');
  return order;
}
