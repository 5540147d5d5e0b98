/**
 * Device that this browser is paired as.
 *
 * Which device, which page, and its key. Kept, so that it comes back after every start.
 */
import type { PairedPage } from '../../main/devices/contract/rest/pairing.ts';
import { browserMemory } from '../shared/storage.ts';

const NAME = 'paired-device';

export interface PairedDevice {
  readonly id: string;
  readonly page: PairedPage;
  readonly key: string;
}

export function readPaired(): PairedDevice | null {
  try {
    const { id, page, key } = JSON.parse(browserMemory.read(NAME) ?? '{}') as Partial<PairedDevice>;
    return id === undefined || page === undefined || key === undefined ? null : { id, page, key };
  } catch {
    return null;
  }
}

export function writePaired(device: PairedDevice | null): void {
  browserMemory.write(NAME, device === null ? null : JSON.stringify(device));
}

/** The address of its page, with the key where it is never sent. */
export function pageOf({ id, page, key }: PairedDevice): string {
  const device = page === 'counter' ? '' : `?device=${encodeURIComponent(id)}`;
  return `../${page}/${device}#key=${key}`;
}
