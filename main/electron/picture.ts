/** A picture of what a window shows, as small as it has to be. */
import type { BrowserWindow } from 'electron';

/** Pixels across, best first: letters of a kiosk can be read on all of them. */
const WIDTHS = [1280, 800, 480];

/** PNG bytes; null where there is no picture that is small enough. */
export async function pictureOf(
  window: Pick<BrowserWindow, 'isDestroyed' | 'webContents'>,
  mostBytes: number,
): Promise<Uint8Array | null> {
  if (window.isDestroyed() || window.webContents.isCrashed()) return null;
  const image = await window.webContents.capturePage();
  if (image.isEmpty()) return null;
  for (const width of WIDTHS) {
    const png = (image.getSize().width > width ? image.resize({ width }) : image).toPNG();
    if (png.length <= mostBytes) return png;
  }
  return null;
}
