import { isForbidden } from '../../../lib/ports/permission.ts';
import { reasonOf } from '../transport.ts';
import { isGone, type UsbDevice } from './usb-library.ts';
import type { Way } from './way-to-printer.ts';

/**
 * Takes the printer for this program. The driver of the system has it as long as nobody asks for it, and gets it back.
 *
 * @returns how to let it go
 */
export async function claim(device: UsbDevice, way: Way): Promise<() => Promise<void>> {
  let detached = false;
  try {
    await device.claimInterface(way.number);
  } catch (error) {
    if (isForbidden(reasonOf(error)) || isGone(error)) throw error;
    await device.detachKernelDriver(way.number);
    detached = true;
    await device.claimInterface(way.number).catch(async (second: unknown) => {
      await device.attachKernelDriver(way.number).catch(() => {});
      throw new Error(`another program has this printer (${reasonOf(second)}); end it, or take the printer out of it`);
    });
  }
  const letGo = async (): Promise<void> => {
    // Each for itself: of a printer that is gone none of them works.
    await device.releaseInterface(way.number).catch(() => {});
    if (detached) await device.attachKernelDriver(way.number).catch(() => {});
    await device.close().catch(() => {});
  };
  if (way.alternate !== 0) {
    await device.selectAlternateInterface(way.number, way.alternate).catch(async (error: unknown) => {
      await letGo();
      throw error;
    });
  }
  return letGo;
}
