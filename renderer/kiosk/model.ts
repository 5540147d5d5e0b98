/** Shared state of the kiosk page. */
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { TFunction } from 'i18next';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { KioskCallInput, KioskCallName, KioskState, Shell } from '../../main/kiosk/contract/kiosk.ts';
import type { MoreTexts, Texts } from '../shared/i18n.ts';
import { pixelsPerMm } from '../shared/millimetres.ts';
import { paintSite } from '../shared/paint-site.ts';
import { wallClock } from '../shared/time.ts';
import { type Access, createAccess } from './access.ts';

/** A state with the texts of its language, which change together. */
export interface View {
  readonly state: KioskState;
  readonly t: TFunction;
}

/** State shared by the page's parts: view, accessibility settings, time, and calls. */
export interface KioskPageModel {
  /** The last view; null before the first state. */
  readonly view: ReadonlySignal<View | null>;
  /** False while the host is unreachable. */
  readonly connected: ReadonlySignal<boolean>;
  /** Current time in epoch milliseconds, updated every second. */
  readonly now: ReadonlySignal<number>;
  /** Remaining milliseconds until the kiosk becomes idle, when few enough to be shown; else null. */
  readonly countdown: ReadonlySignal<Countdown | null>;
  readonly access: Access;
  /** Whether the screen is so narrow that its controls only show icons. */
  readonly isNarrow: ReadonlySignal<boolean>;
  /** Whether the utility bar of a small screen has space for the most important controls only. */
  readonly hasFewControls: ReadonlySignal<boolean>;
  /** Whether it is wide enough, but too low for labels in its bar. */
  readonly isLow: ReadonlySignal<boolean>;
  /** Whether text is so large, or so widely spaced, that content scrolls. */
  readonly isPushed: ReadonlySignal<boolean>;
  /** Whether the utility bar has space for some languages beside the button of all languages. */
  readonly hasDirectLanguages: ReadonlySignal<boolean>;
  /** Whether the visitor has opened the language screen, which replaces all else. */
  readonly asksLanguage: Signal<boolean>;
  /** Whether the visitor has opened the sheet of settings. */
  readonly asksSettings: Signal<boolean>;
  /** Whether speech is on: settings on the first screen last longer, and end with it. */
  readonly isHeard: Signal<boolean>;
  /** Adds texts of a part that loads later, in every language of this kiosk. */
  addTexts(...more: readonly MoreTexts[]): Promise<void>;
  call<Name extends KioskCallName>(name: Name, input: KioskCallInput<Name>): void;
  /** Reports a touch to the host, at most once a second. */
  touched(): void;
  /** Doubles every timeout until the end of the visit. */
  moreTime(): void;
}

export interface Countdown {
  readonly remainingMs: number;
  readonly warnMs: number;
}

const TICK_MS = 200;
const STILL_HERE_MS = 1_000;
/** Default of a kiosk without a configured size. */
const USUAL_INCHES = 21.5;
/** Below these sizes, in millimetres or pixels, the bar has fewer labels, and services the space. */
const NARROW_MM = 230;
const NARROW_PX = 1_000;
const LOW_MM = 210;
const LOW_PX = 850;
/** Below this width, or this height across, one row holds few controls. */
const FEW_MM = 190;
const FEW_ACROSS_MM = 160;
/** Below this size, a page with wider text spacing counts as low. */
const SPACED_PX = 1_000;
/** Minimum width of a screen with languages in its bar. */
const DIRECT_PX = 1_600;
/** Timeout of settings and speech on the idle screen; multiplied while speech is on. */
const FORGOTTEN_MS = 60_000;
const FORGOTTEN_WARN_MS = 20_000;
/** Factor of every timeout while speech is on, because listening takes longer than reading. */
export const LISTENING_FACTOR = 3;

export const ModelContext = createContext<KioskPageModel | null>(null);

export function useModel(): KioskPageModel {
  const model = useContext(ModelContext);
  if (model === null) throw new Error('No model above this component.');
  return model;
}

export function createModel(shell: Shell, texts: Texts, root: HTMLElement): KioskPageModel {
  const view = signal<View | null>(null);
  const connected = signal(false);
  const now = signal(wallClock());
  const tick = signal(performance.now());
  const deadline = signal<{ readonly at: number; readonly warnMs: number } | null>(null);
  const access = createAccess(root);
  const isNarrow = signal(false);
  const hasFewControls = signal(false);
  const isWide = signal(false);
  const isLow = signal(false);
  const isPushed = signal(false);
  const hasDirectLanguages = computed(() => isWide.value && access.text.value === 100);
  const asksLanguage = signal(false);
  const asksSettings = signal(false);
  const isHeard = signal(false);
  let latest: KioskState | null = null;
  let receivedAt = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const touchedAt = signal(performance.now());
  let isPatient = false;

  /** When settings are reset on screens without a visit timeout, such as idle or closed; null if nothing is set. */
  const forgottenAt = computed((): number | null => {
    if (!(access.isSet.value || isHeard.value || asksLanguage.value || asksSettings.value)) return null;
    const name = view.value?.state.screen.name;
    // Issuing a ticket is part of a visit, although it has no timeout.
    if (name !== 'idle' && (deadline.value !== null || name === 'issuing' || name === undefined)) return null;
    return touchedAt.value + FORGOTTEN_MS * (isHeard.value ? LISTENING_FACTOR : 1) * (isPatient ? 2 : 1);
  });

  const show = (state: KioskState, t: TFunction): void => {
    const screenBefore = view.value?.state.screen.name;
    batch(() => {
      view.value = { state, t };
      connected.value = true;
      deadline.value =
        state.timeout === null ? null : { at: receivedAt + state.timeout.remainingMs, warnMs: state.timeout.warnMs };
      tick.value = performance.now();
      if (state.screen.name !== screenBefore) {
        asksLanguage.value = false;
        asksSettings.value = false;
      }
      if (state.screen.name !== 'idle' || screenBefore === 'idle') return;
      isPatient = false;
      access.reset();
      // A visitor who still has the headset plugged in starts afresh.
      touchedAt.value = performance.now();
    });
  };

  const call: KioskPageModel['call'] = (name, input) => {
    // The response is the following state; a late call changes nothing.
    void shell.call(name, input).catch(() => undefined);
  };

  async function wordsFor(state: KioskState): Promise<TFunction | null> {
    const words = wordsOf(state);
    if (state.simple === true) {
      const more = await import('./simple-texts.ts').catch(() => null);
      if (more !== null) texts.add(more.simpleTexts);
    }
    await texts.load(words);
    return texts.ready(words) ?? texts.ready('en');
  }

  shell.subscribe((state) => {
    latest = state;
    if (state === null) {
      connected.value = false;
      return;
    }
    receivedAt = performance.now();
    for (const language of state.languages) void texts.load(language.id);
    const t = state.simple === true ? null : texts.ready(state.lang);
    if (t !== null) {
      show(state, t);
      return;
    }
    void wordsFor(state).then((loaded) => {
      if (latest === state && loaded !== null) show(state, loaded);
    });
  });

  window.setInterval(() => {
    batch(() => {
      tick.value = performance.now();
      const wall = wallClock();
      if (Math.floor(wall / 1000) !== Math.floor(now.value / 1000)) now.value = wall;
    });
    if (performance.now() < (forgottenAt.peek() ?? Number.POSITIVE_INFINITY)) return;
    batch(() => {
      isPatient = false;
      access.reset();
      asksLanguage.value = false;
      asksSettings.value = false;
      isHeard.value = false;
    });
  }, TICK_MS);

  const size = (): void => {
    const inches = view.peek()?.state.screenInches || USUAL_INCHES;
    const mm = pixelsPerMm(inches, window);
    root.style.setProperty('--mm', `${mm.toFixed(4)}px`);
    // Controls of a narrow row only show icons.
    const { innerWidth, innerHeight } = window;
    const isUpright = innerWidth < innerHeight;
    const isSmall = innerWidth < FEW_MM * mm;
    hasFewControls.value = isSmall || (!isUpright && innerHeight < FEW_ACROSS_MM * mm);
    isNarrow.value = isSmall || (isUpright && innerWidth < Math.max(NARROW_MM * mm, NARROW_PX));
    // The user's settings increase letter, word and line spacing.
    const isSpaced = Number.parseFloat(getComputedStyle(root).letterSpacing) > 0;
    root.toggleAttribute('data-spaced', isSpaced);
    isPushed.value = isSpaced || (access.text.value === 200 && (hasFewControls.peek() || access.reach.value));
    root.toggleAttribute('data-pushed', isPushed.peek());
    isWide.value = !isUpright && !isSpaced && innerWidth >= DIRECT_PX;
    isLow.value = !isNarrow.peek() && innerHeight < Math.max(LOW_MM * mm, isSpaced ? SPACED_PX : LOW_PX);
    root.toggleAttribute('data-upright', isUpright);
    root.toggleAttribute('data-narrow', isNarrow.peek());
    root.toggleAttribute('data-few-controls', hasFewControls.peek());
    root.toggleAttribute('data-low', isLow.peek());
  };
  size();
  window.addEventListener('resize', size);

  const touched = (): void => {
    const at = performance.now();
    touchedAt.value = at;
    if (at - toldAt < STILL_HERE_MS) return;
    toldAt = at;
    call('stillHere', {});
  };

  effect(() => {
    const state = view.value?.state;
    if (state === undefined) return;
    const isStill =
      state.lessMotion === true || state.simple === true || access.text.value > 100 || access.contrast.value;
    root.toggleAttribute('data-still', isStill);
    root.toggleAttribute('data-simple', state.simple === true);
    root.lang = state.lang.replaceAll('_', '-');
    root.dir = state.dir;
    size();
    paintSite(state.colour);
  });

  return {
    view,
    connected,
    now,
    access,
    isNarrow,
    hasFewControls,
    isLow,
    isPushed,
    hasDirectLanguages,
    asksLanguage,
    asksSettings,
    countdown: computed(() => {
      const forgotten = forgottenAt.value;
      const until = forgotten === null ? deadline.value : { at: forgotten, warnMs: FORGOTTEN_WARN_MS };
      if (until === null || !connected.value) return null;
      const remainingMs = Math.max(0, until.at - tick.value);
      return remainingMs <= until.warnMs ? { remainingMs, warnMs: until.warnMs } : null;
    }),
    isHeard,
    addTexts: async (...more) => {
      for (const part of more) texts.add(part);
      const state = latest ?? { lang: 'en', languages: [] };
      await Promise.all([wordsOf(state), ...state.languages.map(({ id }) => id)].map((id) => texts.load(id)));
    },
    call,
    touched,
    moreTime: () => {
      isPatient = true;
      touched();
      call('moreTime', {});
    },
  };
}

const wordsOf = ({ lang, simple }: Pick<KioskState, 'lang' | 'simple'>): string =>
  simple === true ? `${lang}-simple` : lang;
