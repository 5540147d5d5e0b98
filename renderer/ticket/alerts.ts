/**
 * Alerts of the phone: sound, vibration, notification, wake lock.
 *
 * Browsers allow them after a touch only, and some not at all; missing ones are skipped.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import workerUrl from './worker.js?url';

export interface Alerts {
  /** Whether the visitor has enabled them. */
  readonly on: ReadonlySignal<boolean>;
  /** Must be called from a touch handler. */
  turnOn(): void;
  turnOff(): void;
  /** The visitor is called. */
  ring(title: string, text: string): void;
  /** The visitor's turn is near. */
  nudge(): void;
  /** The ticket has ended: stops alerts. */
  rest(): void;
}

/** Two rising notes, under a second. */
const NOTES_HZ = [659.25, 880] as const;
const NOTE_S = 0.32;
const VOLUME = 0.5;
/** Three times, because the first may be missed. */
const RINGS = 3;
const BETWEEN_RINGS_S = 1.6;
const RING_PATTERN_MS = [400, 150, 400, 600, 400, 150, 400, 600, 400, 150, 400];
const NUDGE_PATTERN_MS = [150];

export function createAlerts(): Alerts {
  const on = signal(false);
  let audio: AudioContext | null = null;
  let lock: WakeLockSentinel | null = null;
  let worker: Promise<ServiceWorkerRegistration | null> = Promise.resolve(null);

  function chime(times: number): void {
    if (audio === null) return;
    for (let ring = 0; ring < times; ring += 1) {
      NOTES_HZ.forEach((hertz, index) => {
        note(hertz, ring * BETWEEN_RINGS_S + index * NOTE_S * 0.75);
      });
    }
  }

  function note(hertz: number, inSeconds: number): void {
    if (audio === null) return;
    const start = audio.currentTime + 0.05 + inSeconds;
    const tone = new OscillatorNode(audio, { type: 'sine', frequency: hertz });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.03);
    gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_S);
  }

  function vibrate(pattern: number[]): void {
    // Without a prior touch, browsers refuse with a console warning.
    if (on.value || navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  }

  /** Requests a wake lock if supported; a hidden page loses it. */
  async function stayAwake(): Promise<void> {
    if (!on.value || document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (!on.value) void lock?.release();
  }

  async function askToNotify(): Promise<ServiceWorkerRegistration | null> {
    if (!('Notification' in window)) return null;
    const isDecided = Notification.permission !== 'default';
    const permission = isDecided ? Notification.permission : await Notification.requestPermission();
    return permission === 'granted' && on.value ? startWorker() : null;
  }

  /** Only on a hidden page: a visible one needs no notification. */
  async function notify(title: string, text: string): Promise<void> {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    if (document.visibilityState === 'visible') return;
    // A hidden page cannot vibrate, but its notification can; a recall must vibrate again.
    const options = {
      body: text,
      tag: 'turn',
      requireInteraction: true,
      renotify: true,
      vibrate: RING_PATTERN_MS,
    };
    const started = await worker;
    try {
      if (started !== null) return await started.showNotification(title, options);
      const note = new Notification(title, options);
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Sound and vibration still work.
    }
  }

  function turnOff(): void {
    on.value = false;
    navigator.vibrate?.(0);
    void lock?.release();
    void audio?.close();
    void worker.then((started) => started?.unregister());
    lock = null;
    audio = null;
    worker = Promise.resolve(null);
  }

  document.addEventListener('visibilitychange', () => void stayAwake());

  return {
    on,
    turnOn() {
      on.value = true;
      audio ??= new AudioContext();
      void audio.resume();
      // Lets the visitor hear sound and volume.
      chime(1);
      vibrate(NUDGE_PATTERN_MS);
      void stayAwake();
      worker = askToNotify();
    },
    turnOff,
    ring(title, text) {
      vibrate(RING_PATTERN_MS);
      if (!on.value) return;
      void audio?.resume();
      chime(RINGS);
      void notify(title, text);
    },
    nudge: () => vibrate(NUDGE_PATTERN_MS),
    rest() {
      if (on.value) turnOff();
    },
  };
}

/** Phones show notifications of a service worker only; other browsers work without. Null if unsupported. */
async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    const registration = (await navigator.serviceWorker?.register(workerUrl)) ?? null;
    const coming = registration?.installing ?? registration?.waiting;
    if (coming) {
      await new Promise<void>((resolve) => {
        coming.addEventListener('statechange', () => {
          if (coming.state === 'activated' || coming.state === 'redundant') resolve();
        });
      });
    }
    return registration;
  } catch {
    return null;
  }
}
