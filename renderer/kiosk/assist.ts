/**
 * Start of speech and key navigation.
 *
 * Triggers: plugging in a headset, a key, or a long touch of the marked corner. The implementation loads at that
 * moment.
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Shell } from '../../main/kiosk/contract/kiosk.ts';
import { type KeyMap, type KioskAction, readKeyMap } from '../../main/kiosk/contract/kiosk-access.ts';
import type { Listening } from './listening.ts';
import type { KioskPageModel } from './model.ts';
import type { Assist } from './speech/assist.ts';
import { type Headset, watchHeadset } from './speech/headset.ts';
import type { Welcome } from './speech/narrator.ts';

const SMALL_PX = 1_000;

/** Time to resume speech with a key; afterwards the visitor counts as gone. */
const RESUMED_MS = 3 * 60_000;

interface AssistedPage {
  readonly root: HTMLElement;
  readonly model: KioskPageModel;
  readonly shell: Shell;
}

const HOLD_MS = 1_500;

const SIDE_MM = 30;

const STILL_PX = 24;

/**
 * Long touch of the marked corner, to start and stop speech. It presses no control there, and ignores short touches.
 */
function watchCorner(isOffered: ReadonlySignal<boolean>, onHeld: () => void): void {
  let timer: number | undefined;
  let from: { readonly x: number; readonly y: number } | null = null;
  let wasLong = false;

  const stop = (): void => {
    window.clearTimeout(timer);
    from = null;
  };
  window.addEventListener(
    'pointerdown',
    ({ isPrimary, clientX, clientY }) => {
      stop();
      wasLong = false;
      const side = SIDE_MM * (Number.parseFloat(document.documentElement.style.getPropertyValue('--mm')) || 4);
      if (!isPrimary || !isOffered.peek() || clientX > side || clientY < window.innerHeight - side) return;
      from = { x: clientX, y: clientY };
      timer = window.setTimeout(() => {
        stop();
        wasLong = true;
        onHeld();
      }, HOLD_MS);
    },
    true,
  );
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop();
    },
    true,
  );
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, stop, true);
  window.addEventListener(
    'click',
    (event) => {
      if (!wasLong || event.detail === 0) return;
      wasLong = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

export function watchAssist({ root, model, shell }: AssistedPage): Listening {
  const state = () => model.view.value?.state;
  const headset: Headset = watchHeadset(navigator.mediaDevices, () => state()?.headsetOutput ?? '');
  const isOn = model.isHeard;
  const isSilent = signal(false);
  let assist: Assist | null = null;
  let loading: Promise<Assist> | null = null;
  let keys: KeyMap = readKeyMap('');
  let keysText = '';
  /** Speech has ended by timeout: until then the next key resumes it. */
  let resumedUntil = 0;

  const mode = () => state()?.speech ?? 'headset';
  const isOffered = computed(
    () => mode() === 'private' || mode() === 'loudspeaker' || (mode() === 'headset' && headset.isIn.value),
  );

  async function load(): Promise<Assist> {
    const { createAssist, speechTexts } = await import('./speech/assist.ts');
    await model.addTexts(speechTexts);
    assist = await createAssist({
      root,
      model,
      shell,
      headset,
      speech: mode,
      onChange: (isListening) => {
        isSilent.value = false;
        isOn.value = isListening;
      },
      onSaid: (isHeard) => {
        isSilent.value = isOn.peek() && !isHeard;
      },
    });
    return assist;
  }
  /** Loads once; after a failure, the next key retries. */
  async function loaded(): Promise<Assist | null> {
    loading ??= load();
    return loading.catch(() => {
      loading = null;
      return null;
    });
  }

  function begin(by: Welcome): void {
    resumedUntil = 0;
    if (!isOffered.peek()) return;
    void loaded().then((it) => {
      if (it === null || !isOffered.peek()) return;
      if (!it.isListening || (by === 'touch' && !it.isExploring)) it.begin(by);
    });
  }
  const end = (): void => {
    resumedUntil = 0;
    assist?.end();
  };
  const toggle = (by: Welcome): void => (isOn.peek() ? end() : begin(by));

  function told(deed: KioskAction): boolean {
    switch (deed) {
      case 'plugged':
      case 'unplugged':
        headset.tell(deed === 'plugged');
        return true;
      case 'listen':
        if (mode() === 'off') return false;
        toggle('keys');
        return true;
      default:
        if (assist !== null) return assist.does(deed);
        void loaded().then((it) => it?.does(deed));
        return true;
    }
  }

  // Speech only: scanning is silent, and continues.
  effect(() => {
    if (!isOffered.value) end();
  });
  // Timeout on the first screen.
  effect(() => {
    if (isOn.value || assist?.isListening !== true) return;
    end();
    resumedUntil = performance.now() + RESUMED_MS;
  });
  // A low screen has one row at the bottom; one more control in it would leave no space for text if the page is small,
  // or its text large.
  const fit = (): void => {
    const isSmall = window.innerWidth < SMALL_PX || window.innerHeight < SMALL_PX || model.access.text.value !== 100;
    document.documentElement.toggleAttribute('data-marks', model.isLow.value || (isOffered.value && isSmall));
  };
  effect(fit);
  window.addEventListener('resize', fit);
  // Plugging in a headset starts speech, and unplugging it stops it. Other changes of these signals do not.
  const mayHear = computed(() => headset.isIn.value && isOffered.value && state() !== undefined);
  effect(() => {
    const isIn = mayHear.value;
    untracked(() => {
      if (isIn) begin('plugged');
      else {
        resumedUntil = 0;
        if (isOn.peek() && mode() !== 'private') end();
      }
    });
  });
  effect(() => {
    const map = state()?.keys ?? '';
    if (map !== keysText) keys = readKeyMap(map);
    keysText = map;
  });
  // The end of a visit ends assistance, unless the headset is still plugged in.
  let screenBefore = '';
  effect(() => {
    const screen = state()?.screen.name ?? '';
    if (screen !== screenBefore) resumedUntil = 0;
    if (screen === 'idle' && screenBefore !== 'idle' && screenBefore !== '') {
      assist?.leave();
      if (!headset.isIn.peek()) end();
    }
    screenBefore = screen;
  });

  // In the capture phase: no other listener of the page receives a handled key. Keys of a card reader are filtered
  // earlier.
  document.addEventListener(
    'keydown',
    (event) => {
      const { code, key, ctrlKey, altKey, metaKey } = event;
      assist?.hush();
      if (ctrlKey || altKey || metaKey) return;
      const isScanned = (model.view.peek()?.state.scanSeconds ?? 0) > 0;
      // The keypad enters digits while text is typed.
      const isTyped = /^[\d.,+*/-]$/u.test(key) && root.querySelector('output') !== null;
      const usual = isTyped ? undefined : keys.usual.get(code);
      const isSwitch = isScanned && (keys.own.get(code) ?? usual) === 'choose';
      const resumes = performance.now() < resumedUntil && isOffered.peek() && !isSwitch;
      const isUsual = assist?.isOn === true || resumes || usual === 'listen' || (isScanned && usual === 'choose');
      const deed = keys.own.get(code) ?? (isUsual ? usual : undefined);
      if (deed === undefined) return;
      model.touched();
      if (resumes && deed !== 'listen') {
        begin('keys');
        event.preventDefault();
        return event.stopPropagation();
      }
      if (event.repeat && deed !== 'next' && deed !== 'previous') return event.preventDefault();
      if (!told(deed)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  // A touch interrupts speech, like a key; a touch that presses a control shows a sighted visitor.
  window.addEventListener(
    'pointerdown',
    () => {
      assist?.hush();
      resumedUntil = 0;
    },
    true,
  );
  watchCorner(isOffered, () => (assist?.isExploring === true ? end() : begin('touch')));

  return {
    isOffered,
    isOn,
    isSilent,
    toggle: () => toggle('plugged'),
    async tryOut(text, lang) {
      const it = await loaded();
      return it?.tryOut(text, lang) ?? false;
    },
  };
}
