/** State of the display page. */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { TFunction } from 'i18next';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { LIST_DISPLAYS, READ_DISPLAY } from '../../main/devices/contract/endpoints.ts';
import type { DisplayAnswer, DisplaysAnswer } from '../../main/devices/contract/rest/displays.ts';
import type { EventMessage } from '../../main/events/contract/events.ts';
import { writingDirection } from '../../main/lib/writing-direction.ts';
import { createRest, KEY_ERRNOS, type RestFailure } from '../shared/api-client.ts';
import { languageTag, type Texts } from '../shared/i18n.ts';
import { type LiveFeed, type LiveSnapshot, openLiveFeed } from '../shared/live-feed.ts';
import { pageFacts } from '../shared/page-facts.ts';
import { paintSite } from '../shared/paint-site.ts';
import { goPairing } from '../shared/redirect-to-pairing.ts';
import type { Loudspeaker } from '../shared/sound/loudspeaker.ts';
import { wallClock } from '../shared/time.ts';
import type { DisplayAddress } from './address.ts';
import { type Board, boardOf, isShown } from './board.ts';
import { createCallPlayer } from './call-player.ts';
import { type Letters, NO_LETTERS, worstLetters } from './legibility.ts';
import { hear, type News, NO_NEWS } from './news.ts';
import { languagesToSpeak, ownStatus } from './own-status.ts';
import { DISPLAY_CAN, restartIfAsked, tellRestarted } from './restart.ts';
import { createRotation, type Rotation } from './rotation.ts';
import type { Signer } from './sign/signer.ts';
import type { Announcer } from './sound/announcer.ts';
import type { LoopOutput } from './sound/loop-output.ts';
import { callIfAsked } from './test-call.ts';

/** Stage of the page. */
export type DisplayStage =
  | { readonly name: 'starting' }
  /** The URL names no display, and the site has several or none. */
  | { readonly name: 'choosing'; readonly displays: DisplaysAnswer['displays'] }
  /** The server rejects this page. */
  | { readonly name: 'refused'; readonly errno: number }
  | { readonly name: 'showing'; readonly display: DisplayAnswer; readonly board: Board };

export interface DisplayModel {
  readonly stage: ReadonlySignal<DisplayStage>;
  /** False while the shown state may be outdated. */
  readonly isLive: ReadonlySignal<boolean>;
  /** Local clock, epoch milliseconds, updated every second. */
  readonly now: ReadonlySignal<number>;
  /** Language of the page: the display's first. */
  readonly lang: ReadonlySignal<string>;
  readonly t: ReadonlySignal<TFunction>;
  /** Texts of a language; English while not loaded. */
  textsOf(lang: string): TFunction;
  readonly sound: Loudspeaker;
  readonly loop: Pick<LoopOutput, 'state'>;
  readonly signer: Pick<Signer, 'now'>;
  readonly rotation: Rotation;
  /** Reports the measured size of rendered text. */
  noteLetters(measured: Letters): void;
}

export const ModelContext = createContext<DisplayModel | null>(null);

export function useModel(): DisplayModel {
  const model = useContext(ModelContext);
  if (model === null) throw new Error('No model above this component.');
  return model;
}

function englishOf(texts: Texts): TFunction {
  const english = texts.ready('en');
  if (english === null) throw new Error('English is part of every page.');
  return english;
}

export interface ModelParts {
  readonly address: DisplayAddress;
  readonly texts: Texts;
  readonly root: HTMLElement;
  readonly loudspeaker: Loudspeaker;
  readonly loop: LoopOutput;
  readonly announcer: Announcer;
  readonly signer: Signer;
  /** Whether the computer prefers reduced motion. */
  readonly lessMotion: ReadonlySignal<boolean>;
}

const RETRY_MS = 5_000;
/** Browsers find the computer's voices some time after the page start. */
const VOICES_MS = 5_000;
const RETRY_REFUSED_MS = 30_000;
export function createModel({
  address,
  texts,
  root,
  loudspeaker,
  loop,
  announcer,
  signer,
  lessMotion,
}: ModelParts): DisplayModel {
  const english = englishOf(texts);
  const rest = createRest({ key: () => address.key });
  const stage = signal<DisplayStage>({ name: 'starting' });
  const isLive = signal(true);
  const now = signal(wallClock());
  const lang = signal('en');
  const t = signal<TFunction>(english);
  /** The site's setting of reduced motion for this display. */
  const isCalm = signal(false);
  const isStill = computed(() => lessMotion.value || isCalm.value);
  const rotation = createRotation(isStill);
  /** Increases when texts of a language have loaded. */
  const arrived = signal(0);

  let display: DisplayAnswer | null = null;
  let feed: LiveFeed | null = null;
  let feedLocation = '';
  let live: LiveSnapshot | null = null;
  let news: News = NO_NEWS;
  let asking = false;
  let letters = NO_LETTERS;
  /** Availability of a voice, by language to be spoken. */
  let voices: ReadonlyMap<string, boolean> = new Map();
  const player = createCallPlayer({
    texts,
    announcer,
    signer,
    lang,
    display: () => display,
    onCall: () => rotation.changeWithCall(),
    onChange: draw,
  });

  const textsOf = (id: string): TFunction => {
    void arrived.value;
    return texts.ready(id) ?? english;
  };

  const loadTexts = (id: string): void => {
    if (texts.ready(id) !== null) return;
    void texts.load(id).then(() => {
      arrived.value += 1;
    });
  };

  function draw(): void {
    if (display === null) return;
    if (live?.refusal != null) {
      stage.value = { name: 'refused', errno: live.refusal.errno };
      return;
    }
    if (live?.state == null) return;
    const board = boardOf(display, live.state, player.calls);
    batch(() => {
      isLive.value = live?.status === 'live';
      if (display !== null) stage.value = { name: 'showing', display, board };
    });
    if (board.kind === 'closed') rotation.goOn();
    const heard = { isOpen: loudspeaker.isOpen.peek(), loop: loop.state.peek(), voices };
    feed?.report({ ...pageFacts(), ...ownStatus(display, board, heard, letters, wallClock()), can: DISPLAY_CAN });
  }

  /** For staff: languages that it can speak. */
  async function findVoices(): Promise<void> {
    const languages = display === null ? [] : languagesToSpeak(display);
    voices = new Map(await Promise.all(languages.map(async (id) => [id, await announcer.hasVoice(id)] as const)));
    draw();
  }

  function take(snapshot: LiveSnapshot, message: EventMessage | null): void {
    live = snapshot;
    if (message?.type === 'site.changed') void ask();
    const heard = hear(news, { message, status: snapshot.status, serverNow: wallClock() + snapshot.clockOffsetMs });
    news = heard.news;
    player.withdraw(heard.withdrawn);
    for (const { ticket, again } of heard.calls) {
      if (display === null || !isShown(display, ticket)) continue;
      if (ticket.lang !== '') loadTexts(ticket.lang);
      player.add(ticket, again);
    }
    isLive.value = snapshot.status === 'live';
    player.goOn();
  }

  function use(answer: DisplayAnswer): void {
    display = answer;
    // Includes the current speech.
    if (answer.settings.quiet && answer.settings.loop_output === '') player.hush();
    loop.lead(answer.settings.loop_output);
    const [first = 'en'] = answer.languages;
    batch(() => {
      lang.value = first;
      isCalm.value = answer.settings.less_motion;
      for (const id of answer.languages.slice(0, 2)) loadTexts(id);
    });
    if (feed === null || feedLocation !== answer.location.id) {
      feed?.close();
      live = null;
      news = NO_NEWS;
      feedLocation = answer.location.id;
      feed = openLiveFeed({
        location: feedLocation,
        key: () => address.key,
        view: 'public',
        device: answer.device.id,
        onActions(actions) {
          void restartIfAsked(rest, answer.device.id, actions, () => window.location.reload());
          void callIfAsked(rest, answer.device.id, actions, (ticket) => {
            player.add(ticket, false);
            player.goOn();
          });
        },
      });
      feed.subscribe(take);
      void tellRestarted(rest, answer.device.id);
    }
    void findVoices();
    window.setTimeout(() => void findVoices(), VOICES_MS);
    player.goOn();
  }

  function refused(failure: RestFailure): void {
    if (failure.kind === 'refused') {
      display = null;
      feed?.close();
      feed = null;
      stage.value = { name: 'refused', errno: failure.errno };
      if (KEY_ERRNOS.includes(failure.errno)) void goPairing(address.key !== '');
    } else {
      isLive.value = false;
    }
    window.setTimeout(() => void ask(), failure.kind === 'away' ? RETRY_MS : RETRY_REFUSED_MS);
  }

  /** Reads the content of this display; at the start, and after each change of the site. */
  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      const device = address.device || (await onlyDisplay());
      if (device === null) return;
      const answer = await rest.call(READ_DISPLAY, { device_id: device });
      if (answer.ok) use(answer.value);
      else refused(answer.error);
    } finally {
      asking = false;
    }
  }

  async function onlyDisplay(): Promise<string | null> {
    const answer = await rest.call(LIST_DISPLAYS, {});
    if (!answer.ok) {
      refused(answer.error);
      return null;
    }
    const { displays } = answer.value;
    if (displays.length === 1) return displays[0]?.id ?? null;
    stage.value = { name: 'choosing', displays };
    window.setTimeout(() => void ask(), RETRY_REFUSED_MS);
    return null;
  }

  effect(() => {
    const id = lang.value;
    t.value = textsOf(id);
    root.lang = languageTag(texts.ready(id) === null ? 'en' : id);
    root.dir = writingDirection(id);
  });
  effect(() => void root.toggleAttribute('data-still', isStill.value));
  effect(() => {
    const shown = stage.value;
    if (shown.name !== 'showing') return;
    const { settings, location } = shown.display;
    const look = shown.board.kind === 'closed' && settings.look === 'light' ? 'dark' : settings.look;
    untracked(() => {
      root.dataset.theme = look === 'light' ? 'light' : 'dark';
      root.toggleAttribute('data-contrast', look === 'contrast');
      paintSite(location.colour);
    });
  });

  effect(() => {
    void [loudspeaker.isOpen.value, loop.state.value];
    untracked(draw);
  });

  window.setInterval(() => {
    const wall = wallClock();
    if (Math.floor(wall / 1000) !== Math.floor(now.value / 1000)) now.value = wall;
  }, 200);
  void ask();

  function noteLetters(measured: Letters): void {
    const before = letters;
    letters = worstLetters(before, measured);
    if (letters !== before) draw();
  }

  return { stage, isLive, now, lang, t, textsOf, sound: loudspeaker, loop, signer, rotation, noteLetters };
}
