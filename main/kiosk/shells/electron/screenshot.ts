/** A picture of what a window shows, as small as it has to be. */
import type { BrowserWindow } from 'electron';
import type { PagePicture } from '../../host/maintenance/kiosk-pages.ts';

/** Pixels across, best first: letters of a kiosk can be read on all of them. */
const WIDTHS = [1280, 800, 480];

export async function pictureOf(
  window: Pick<BrowserWindow, 'isDestroyed' | 'webContents'>,
  mostBytes: number,
): Promise<PagePicture> {
  if (window.isDestroyed() || window.webContents.isCrashed()) return null;
  const image = await window.webContents.capturePage();
  if (image.isEmpty()) return null;
  for (const width of WIDTHS) {
    const png = (image.getSize().width > width ? image.resize({ width }) : image).toPNG();
    if (png.length <= mostBytes) return png;
  }
  return 'too-large';
}
