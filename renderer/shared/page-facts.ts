/** Facts that every device page reports to staff. */
import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';

/** Written into the pages when they are built (`vite.renderer.config.ts`); not there before. */
declare const PROGRAM_VERSION: string | undefined;

/** Size in the pixels of the screen, as its maker counts them. */
export function pageFacts({
  innerWidth,
  innerHeight,
  devicePixelRatio,
}: Window = window): Pick<DeviceStatus, 'version' | 'screen_size'> {
  const pixels = (size: number): number => Math.round(size * devicePixelRatio);
  const version = typeof PROGRAM_VERSION === 'string' ? PROGRAM_VERSION : '';
  return { version, screen_size: `${pixels(innerWidth)}×${pixels(innerHeight)}` };
}
