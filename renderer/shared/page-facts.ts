/** Facts that every device page reports to staff. */
import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';

/** Inserted at build time (`vite.renderer.config.ts`); undefined otherwise. */
declare const PROGRAM_VERSION: string | undefined;

/** Size in physical pixels. */
export function pageFacts({
  innerWidth,
  innerHeight,
  devicePixelRatio,
}: Window = window): Pick<DeviceStatus, 'version' | 'screen_size'> {
  const pixels = (size: number): number => Math.round(size * devicePixelRatio);
  const version = typeof PROGRAM_VERSION === 'string' ? PROGRAM_VERSION : '';
  return { version, screen_size: `${pixels(innerWidth)}×${pixels(innerHeight)}` };
}
