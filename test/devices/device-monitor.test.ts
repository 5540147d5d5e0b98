/** Device monitor: one of several servers, also if the leader changes during its work. */
import { expect, it } from 'vitest';
import { UNKNOWN_STATUS } from '../../main/devices/contract/device-status.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openTown } from '../helpers/town.ts';

it('leaves unwritten changes to the next leader', async () => {
  let isMine = true;
  const noted: string[] = [];
  const handOver = (store: Store): Store => ({
    ...store,
    peers: { ...store.peers, isMine: (duty) => (duty === 'devices' ? isMine : store.peers.isMine(duty)) },
    run(operation, input, asking) {
      if (operation === 'noteDevices' && 'locationId' in input) {
        noted.push(input.locationId);
        isMine = false;
      }
      return store.run(operation, input, asking);
    },
  });
  const town = await openTown({ watchesDevices: true, wrapStore: handOver });
  await town.client.sayStatus('kiosk-1', { ...UNKNOWN_STATUS, screen: 'idle' });
  await town.client.sayStatus('kiosk-9', { ...UNKNOWN_STATUS, screen: 'idle' });
  town.clock.advance(1_000);
  await expect.poll(() => noted).toHaveLength(1);
  // Ends when all started work is done.
  await town.close();
  expect(noted).toEqual(['hall']);
});
