/**
 * Binds a kiosk host to its window: calls in, states out.
 *
 * Accepts calls only from our own page in our own window.
 */
import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import type { Log } from '../../../lib/context.ts';
import type { CallFault, KioskReply, KioskState } from '../../contract/kiosk.ts';
import type { KioskHost } from '../../host/kiosk-host.ts';
import type { KioskPage, PagePicture } from '../../host/maintenance/kiosk-pages.ts';
import { CALL_CHANNEL, STATE_CHANNEL, SUBSCRIBE_CHANNEL } from './channels.ts';
import { PAGE_ORIGIN } from './page-address.ts';

/** Widths of screenshots, best first: text is readable in all of them. */
const WIDTHS = [1280, 800, 480];

export interface IpcParts {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly window: BrowserWindow;
  readonly host: Pick<KioskHost, 'call' | 'subscribe'>;
  /** Called with each state sent to the page. */
  onState(state: KioskState): void;
  readonly log: Log;
}

const fault = (code: CallFault['code'], message: string): KioskReply => ({ ok: false, error: { code, message } });

/** Returns the function to unbind it. */
export function bindIpc({ ipcMain, window, host, onState, log }: IpcParts): () => void {
  const { webContents } = window;
  let latest: KioskState | null = null;

  function isOurPage(event: IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame;
    return (
      event.sender === webContents && frame !== null && frame === webContents.mainFrame && frame.origin === PAGE_ORIGIN
    );
  }

  function send(): void {
    if (latest !== null && !window.isDestroyed() && !webContents.isCrashed()) webContents.send(STATE_CHANNEL, latest);
  }

  async function call(request: unknown): Promise<KioskReply> {
    if (typeof request !== 'object' || request === null || !('name' in request) || typeof request.name !== 'string') {
      return fault('invalid-input', 'A call needs a name and an input.');
    }
    try {
      return await host.call(request.name, 'input' in request ? request.input : undefined);
    } catch (error) {
      log.error('ipc.unexpected-error', { call: request.name.slice(0, 40), error: String(error) });
      return fault('not-allowed', 'An unexpected fault. It has been logged.');
    }
  }

  function handle(channel: string, answer: (request: unknown) => Promise<KioskReply>): void {
    ipcMain.handle(channel, (event, request: unknown) => {
      if (isOurPage(event)) return answer(request);
      log.warn('ipc.rejected', { channel, origin: event.senderFrame?.origin ?? '' });
      return fault('not-allowed', 'Only the kiosk page may call.');
    });
  }

  handle(CALL_CHANNEL, call);
  // The state is sent as an event, not returned, so that the order of states is kept.
  handle(SUBSCRIBE_CHANNEL, async () => {
    // A reloaded page is a new subscriber of the host.
    const before = unsubscribe;
    unsubscribe = subscribe();
    before();
    return { ok: true };
  });
  const page: KioskPage = {
    reload() {
      if (!window.isDestroyed()) webContents.reload();
    },
    capture: (mostBytes) => pictureOf(window, mostBytes),
  };
  const subscribe = (): (() => void) =>
    host.subscribe((state) => {
      latest = state;
      onState(state);
      send();
    }, page);
  let unsubscribe = subscribe();

  return () => {
    unsubscribe();
    ipcMain.removeHandler(CALL_CHANNEL);
    ipcMain.removeHandler(SUBSCRIBE_CHANNEL);
  };
}

/** Screenshot of a window, scaled down until it fits. */
async function pictureOf(
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
