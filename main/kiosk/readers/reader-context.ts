import type { Clock, Log } from '../../lib/context.ts';
import type { DeviceAccess } from '../../site/rules/device-address.ts';
import type { CardValue } from '../contract/reader.ts';

/** What a reader is given by whoever opens it. */
export interface ReaderContext {
  readonly clock: Clock;
  readonly log: Log;
  /** What the URL may lead to; without it anywhere, as on the command line. */
  readonly access?: DeviceAccess | null;
  /** Told of all that the reader sends, before anything is made of it; for whoever sets a reader up. */
  readonly onFrame?: (frame: CardValue) => void;
}
