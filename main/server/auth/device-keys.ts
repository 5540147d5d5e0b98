/** Keys of devices: 256 random bits, shown once and kept only as a hash. */
import { createHash, randomBytes } from 'node:crypto';

export const DEVICE_KEY_PREFIX = 'tan_';

export function newDeviceKey(): string {
  return DEVICE_KEY_PREFIX + randomBytes(32).toString('base64url');
}

/** So many random bits need no slow hash. */
export function hashDeviceKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
