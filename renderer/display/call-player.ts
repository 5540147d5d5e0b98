/** Player of calls, one after another: large area, chime, voice and videos. */
import type { ReadonlySignal } from '@preact/signals';
import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { pronounceBy } from '../../main/site/contract/pronunciation.ts';
import type { Texts } from '../shared/i18n.ts';
import { wallClock } from '../shared/time.ts';
import {
  type Announcement,
  type Announcements,
  addCall,
  advance,
  isBacklog,
  markSpoken,
  nextLook,
  SILENCE,
  withdrawCall,
} from './announcements.ts';
import { deskIn, isSameLanguage } from './names.ts';
import { languagesToSpeak } from './own-status.ts';
import type { Signer } from './sign/signer.ts';
import type { Announcer } from './sound/announcer.ts';
import { spokenCall, spokenLanguages } from './spoken-text.ts';
import { volumeAt } from './volume.ts';

export interface CallPlayer {
  readonly calls: Announcements;
  /** Queues the call until `goOn`. */
  add(ticket: EventTicket, again: boolean): void;
  withdraw(ticketId: string): void;
  /** Stops the current speech. */
  hush(): void;
  /** Continues the announcements, and schedules the next check. */
  goOn(): void;
}

interface CallPlayerDeps {
  readonly texts: Texts;
  readonly announcer: Pick<Announcer, 'say'>;
  readonly signer: Pick<Signer, 'hasFilms' | 'show'>;
  /** Language of the page. */
  readonly lang: ReadonlySignal<string>;
  readonly display: () => DisplayAnswer | null;
  /** Called when another call gets the large area. */
  readonly onCall: () => void;
  readonly onChange: () => void;
}

/** Timeout for loading the texts of a language. */
const TEXTS_PATIENCE_MS = 3_000;
/** Timeouts for the sound of a call, and for each further language: other calls wait for it. */
const SPEECH_MS = 8_000;
const LANGUAGE_MS = 12_000;

export function createCallPlayer(deps: CallPlayerDeps): CallPlayer {
  const { texts, announcer, signer, lang, display, onCall, onChange } = deps;
  let calls: Announcements = SILENCE;
  let timer: number | undefined;
  let hush = (): void => undefined;
  /** Languages whose texts a call has waited for in vain. */
  const overdue = new Set<string>();

  function languagesOf(call: Announcement): readonly string[] {
    const shown = display();
    const site = shown === null ? [] : languagesToSpeak(shown);
    if (site.length === 0) return [];
    const isKnown = (id: string): boolean => isSameLanguage(texts.match(id), id);
    return spokenLanguages(call.ticket, site, { onlyFirst: isBacklog(calls), isKnown });
  }

  /** Waits for texts, only once per language: late ones are used by later calls. */
  async function textsIn(languages: readonly string[]): Promise<void> {
    const wanted = languages.filter((id) => texts.ready(id) === null);
    const loads = wanted.map((id) => texts.load(id));
    if (wanted.some((id) => !overdue.has(id))) await within(TEXTS_PATIENCE_MS, () => Promise.all(loads));
    for (const id of wanted) if (texts.ready(id) === null) overdue.add(id);
  }

  async function announce(call: Announcement, chosen: readonly string[], signal: AbortSignal): Promise<void> {
    const shown = display();
    if (shown === null) return;
    await textsIn(chosen);
    const pronounce = pronounceBy(shown.pronunciations ?? []);
    const phrases = chosen.map((lang) => {
      const spoken = texts.ready(lang);
      const desk = deskIn(shown, call.ticket, lang);
      const text = spoken && spokenCall(call.ticket, desk, spoken);
      return { lang, text: text && pronounce(text, lang), desk };
    });
    const volume = volumeAt(shown.settings, wallClock(), shown.location.timezone);
    const desk = deskIn(shown, call.ticket, lang.peek());
    await Promise.all([
      announcer.say({ ticket: call.ticket, phrases, chime: shown.settings.chime, volume }, signal),
      signer.show(call.ticket, desk, signal),
    ]);
  }

  function speak(call: Announcement): void {
    const chosen = languagesOf(call);
    const stop = new AbortController();
    hush = () => stop.abort();
    const say = (limit: AbortSignal): Promise<void> => {
      limit.addEventListener('abort', () => stop.abort());
      return announce(call, chosen, stop.signal);
    };
    const languages = chosen.length + (signer.hasFilms() ? 1 : 0);
    void within(SPEECH_MS + languages * LANGUAGE_MS, say).then(() => {
      calls = markSpoken(calls, call.id);
      goOn();
    });
  }

  function goOn(): void {
    const callMs = (display()?.settings.call_seconds ?? 8) * 1000;
    const before = calls.running?.call.id;
    calls = advance(calls, performance.now(), callMs);
    const { running } = calls;
    if (running !== null && running.call.id !== before) {
      onCall();
      speak(running.call);
    }
    window.clearTimeout(timer);
    const at = nextLook(calls, callMs);
    if (at !== null) timer = window.setTimeout(goOn, Math.max(0, at - performance.now()));
    onChange();
  }

  return {
    get calls() {
      return calls;
    },
    add(ticket, again) {
      calls = addCall(calls, ticket, again);
    },
    withdraw(ticketId) {
      const { running } = calls;
      calls = withdrawCall(calls, ticketId);
      if (running !== calls.running) hush();
    },
    hush: () => hush(),
    goOn,
  };
}

/** Runs `work` with a timeout, after which its signal is aborted. Never rejects. */
function within(ms: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      limit.abort();
      resolve();
    }, ms);
    void work(limit.signal)
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
