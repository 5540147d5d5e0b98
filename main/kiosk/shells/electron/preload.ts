/**
 * Bridge between page and host: `window.takeANumber`.
 *
 * It has `call` and `subscribe` only. It runs sandboxed: bundled as CommonJS, without Node.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { KioskReply, KioskState } from '../../contract/kiosk.ts';
import { BEAT_CHANNEL, CALL_CHANNEL, PULSE_CHANNEL, STATE_CHANNEL, SUBSCRIBE_CHANNEL } from './channels.ts';

type Listener = (state: KioskState | null) => void;

const listeners = new Set<Listener>();
let latest: KioskState | null = null;

ipcRenderer.on(STATE_CHANNEL, (_event, state: KioskState) => {
  latest = state;
  for (const listener of listeners) listener(state);
});
// A page with subscribers has rendered; one whose scripts failed never subscribes.
ipcRenderer.on(PULSE_CHANNEL, () => void ipcRenderer.invoke(BEAT_CHANNEL, listeners.size > 0).catch(() => {}));
// Without a response there is no state, and the page shows that the host is unavailable.
ipcRenderer.invoke(SUBSCRIBE_CHANNEL).catch(() => {});

function notCarried(error: unknown): KioskReply {
  return { ok: false, error: { code: 'invalid-input', message: `The call could not be sent: ${String(error)}` } };
}

contextBridge.exposeInMainWorld('takeANumber', {
  async call(name: unknown, input: unknown): Promise<KioskReply> {
    try {
      return await ipcRenderer.invoke(CALL_CHANNEL, { name, input });
    } catch (error) {
      return notCarried(error);
    }
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    listener(latest);
    return () => void listeners.delete(listener);
  },
});
