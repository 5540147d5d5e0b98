/** A transport that tells the time of its cell when something is on the way, so that it stands meanwhile. */
import type { Transport } from '../../main/printing/transports/transport.ts';
import type { Cable } from './cables.ts';
import type { CellTime } from './cell-time.ts';

/** `onWrite` hears of each write before it is made. */
export function watchTransport(
  inner: Transport,
  cable: Cable,
  time: CellTime,
  onWrite: (bytes: Uint8Array) => void,
): Transport {
  let isOpen = false;
  /** Bytes on the way to the printer and back, and writes that have not been taken. */
  let down = 0;
  let up = 0;
  let writes = 0;

  cable.onTaken = (bytes) => {
    down = Math.max(0, down - bytes);
    time.ring();
  };
  cable.onSaid = (bytes) => {
    if (!isOpen) return;
    up += bytes;
    time.ring();
  };
  time.standsWhile(() => isOpen && !cable.isPlugged && cable.showsUnplugging);
  time.standsForAWhile(() => isOpen && up > 0);
  time.standsForAWhile(() => isOpen && !cable.isBlocked && (down > 0 || writes > 0));

  function ended(): void {
    isOpen = false;
    down = 0;
    up = 0;
    writes = 0;
    time.ring();
  }

  return {
    name: inner.name,
    twoWay: inner.twoWay,
    bytesPerSecond: inner.bytesPerSecond,
    async open(events) {
      const opened = await time.during(
        inner.open({
          onBytes(bytes) {
            up = Math.max(0, up - bytes.length);
            time.ring();
            events.onBytes(bytes);
          },
          onLost(detail) {
            ended();
            events.onLost(detail);
          },
        }),
      );
      if (!opened.ok) return opened;
      isOpen = true;
      const connection = opened.value;
      return {
        ok: true,
        value: {
          async write(bytes) {
            onWrite(bytes);
            down += bytes.length;
            writes++;
            time.ring();
            const result = await connection.write(bytes);
            writes = Math.max(0, writes - 1);
            time.ring();
            return result;
          },
          close(discard) {
            ended();
            return connection.close(discard);
          },
        },
      };
    },
  };
}
