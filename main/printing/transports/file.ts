/**
 * Transport to an append-only file, for tests.
 *
 * For tests, and to see what a printer would get. It confirms nothing.
 */
import { open } from 'node:fs/promises';
import { fail, ok } from '../../lib/result.ts';
import { reasonOf, type Transport } from './transport.ts';

export function fileTransport(path: string): Transport {
  return {
    name: `file://${path}`,
    twoWay: false,
    bytesPerSecond: null,
    async open() {
      try {
        const file = await open(path, 'a', 0o600);
        return ok({
          async write(bytes) {
            try {
              await file.appendFile(bytes);
              return ok(undefined);
            } catch (error) {
              return fail(reasonOf(error));
            }
          },
          close: () => file.close().catch(() => {}),
        });
      } catch (error) {
        return fail(reasonOf(error));
      }
    },
  };
}
