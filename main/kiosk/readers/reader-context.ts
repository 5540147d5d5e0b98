import type { ClockAndLog } from '../../lib/context.ts';
import type { DeviceAccess } from '../../site/rules/device-address.ts';
import type { CardValue } from '../contract/reader.ts';

/** Dependencies of a reader. */
export interface ReaderContext extends ClockAndLog {
  /** Limits the devices of the URL; without it any device, as on the command line. */
  readonly access?: DeviceAccess | null;
  /** Called with each raw frame, for the setup of a reader. */
  readonly onFrame?: (frame: CardValue) => void;
}
