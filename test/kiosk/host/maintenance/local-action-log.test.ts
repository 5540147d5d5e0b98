/** Local actions of staff at a kiosk, and their upload to the server. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { QueueClient } from '../../../../main/kiosk/client/queue-client.ts';
import { openLocalActionLog } from '../../../../main/kiosk/host/maintenance/local-action-log.ts';
import { silentLog } from '../../../../main/lib/context.ts';
import { ERRNO, fail, ok } from '../../../../main/lib/result.ts';
import { turnedClock } from '../../../helpers/turned-clock.ts';

it('a local action refused by the rate limit of the server is kept, and sent again', async () => {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const sent: string[] = [];
  let isFull = true;
  const client: Pick<QueueClient, 'noteDeed'> = {
    async noteDeed(_device, { action }) {
      sent.push(action);
      if (isFull) return fail({ kind: 'refused', errno: ERRNO.tooMany, error: '' });
      return ok({ success: true });
    },
  };
  const book = openLocalActionLog({ client, deviceId: 'kiosk-1', dir: null, clock, log: silentLog });
  onTestFinished(() => book.close());
  await book.note({ action: 'reprint', ticket: 'A043' });
  await vi.waitFor(() => expect(sent).toEqual(['reprint']));
  isFull = false;
  await vi.waitFor(() => {
    clock.advance(60_000);
    expect(sent).toEqual(['reprint', 'reprint']);
  });
});
