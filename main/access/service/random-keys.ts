/**
 * Random keys of devices and reports, stored as hashes.
 *
 * 256 random bits, shown once.
 */
import { createHash, randomBytes } from 'node:crypto';

export const DEVICE_KEY_PREFIX = 'tan_';
export const REPORT_KEY_PREFIX = 'tanr_';

export function newDeviceKey(): string {
  return newKey(DEVICE_KEY_PREFIX);
}

export function newReportKey(): string {
  return newKey(REPORT_KEY_PREFIX);
}

function newKey(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** 256 random bits need no slow hash. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
