import { onTestFinished } from 'vitest';
import { createKioskHost, type KioskHost, type KioskHostOptions } from '../../../main/kiosk/host/kiosk-host.ts';
import { type Clock, systemClock } from '../../../main/lib/context.ts';
import { openTown } from '../../helpers/town.ts';
import { recordingLog } from '../readers/recording-log.ts';

/** Nothing happens at the kiosk by itself. */
const STANDING: Clock = { ...systemClock, after: () => () => {} };

export interface ReaderContext {
  readonly clock: Clock;
  readonly log: ReturnType<typeof recordingLog>;
}

/** The kiosk of a town without a printer, with one reader that has a clock that goes on. It ends with the test. */
export async function kioskWithReader(
  url: string,
  make: (url: string, context: ReaderContext) => ReturnType<KioskHostOptions['makers']['reader']>,
): Promise<{ readonly host: KioskHost; readonly log: ReaderContext['log'] }> {
  const town = await openTown();
  onTestFinished(() => town.close());
  const log = recordingLog();
  const host = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    journalDir: null,
    lang: null,
    printer: 'none:',
    readers: [url],
    clock: STANDING,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader: (asked) => make(asked, { clock: systemClock, log }),
    },
  });
  onTestFinished(() => host.close());
  return { host, log };
}
