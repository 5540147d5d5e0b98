/**
 * Leads somebody through the page by ear and by keys: each new screen is read out, then its passages are gone through one by one,
 * and what was heard last is what is chosen. The focus of the page goes along, for whoever also sees it.
 */
import { effect } from '@preact/signals';
import type { KioskDeed } from '../../../main/contract/kiosk-access.ts';
import { languageTag } from '../../shared/i18n.ts';
import type { Model, View } from '../model.ts';
import { isAvailable, type Passage, readPage } from './reading.ts';
import type { Speaker, Utterance } from './speaker.ts';
import { changeOf, type Hearing, utterancesOf } from './utterances.ts';

export interface Guide {
  readonly isListening: boolean;
  /** @param welcome which words the visit begins with: for keys, or for a finger that explores. */
  begin(welcome: 'keys' | 'touch'): void;
  end(): void;
  /** False when this was none of its business, and whoever else listens may have the key. */
  does(deed: KioskDeed): boolean;
  /** Says what is under a finger. */
  explore(element: Element | null): void;
}

interface GuideParts {
  readonly root: HTMLElement;
  readonly model: Model;
  readonly speaker: Speaker;
  /** Told when it begins and ends, for what else changes with it. */
  readonly onChange: (isListening: boolean) => void;
}

/** Who listens needs longer than who reads: every deadline of the visit, so many times. */
const PACE = 3;
/** For what was chosen to change something. */
const UNCHANGED_MS = 600;

export function createGuide({ root, model, speaker, onChange }: GuideParts): Guide {
  let isListening = false;
  let passages: readonly Passage[] = [];
  let current: Passage | null = null;
  let place = '';
  let isPaced = false;
  let due: number | undefined;
  let unchanged: number | undefined;
  let sayings = 0;
  let statusBefore = '';

  const view = (): View | null => model.view.peek();
  const hearing = (shown: View): Hearing => ({
    t: shown.t,
    lang: languageTag(shown.state.lang),
    speaks: speaker.speaks,
  });
  const word = (key: string, words: Readonly<Record<string, unknown>> = {}): readonly Utterance[] => {
    const shown = view();
    return shown === null ? [] : [{ text: shown.t(`speech.${key}`, words), lang: languageTag(shown.state.lang) }];
  };

  /** All that is said of these, in their order. */
  function said(list: readonly Passage[], after: Passage | null = null): readonly Utterance[] {
    const shown = view();
    if (shown === null) return [];
    const ears = hearing(shown);
    return list.flatMap((passage, index) => utterancesOf(passage, list[index - 1] ?? after, ears));
  }

  function say(utterances: readonly Utterance[]): void {
    if (!isListening) return;
    sayings += 1;
    void speaker.say(utterances);
  }

  function stand(on: Passage | null): void {
    current?.element.removeAttribute('data-heard');
    current = on;
    if (isListening) on?.element.setAttribute('data-heard', '');
    if (on?.kind === 'control') on.element.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (on?.kind === 'text') on.element.scrollIntoView({ block: 'nearest' });
  }

  /** From its heading to its first control in the stage: what somebody who sees takes in at a glance. */
  function introduction(): readonly Passage[] {
    const heading = passages.findIndex(({ element }) => element.matches('h1'));
    const rest = passages.slice(Math.max(0, heading));
    const first = rest.findIndex(({ kind }) => kind === 'control');
    return first < 0 ? rest : rest.slice(0, first);
  }

  function sayScreen(before: readonly Utterance[] = []): void {
    const first = introduction();
    const count = passages.filter(({ kind, element }) => kind === 'control' && element.closest('main') !== null).length;
    const warnings = passages.filter((each) => each.isAlert && !first.includes(each)).flatMap(withNeighbours);
    stand(first.at(-1) ?? null);
    say([...before, ...said(first), ...(count === 0 ? [] : word('controls', { count })), ...said(warnings)]);
  }

  /** The ticket is still the one that is being read out: only what is said of it has changed, and waits for its turn. */
  function sayRest(before: readonly Passage[]): void {
    const news = introduction().filter(
      ({ element, text }) => !before.some((each) => each.element === element && each.text === text),
    );
    void speaker.add(said(news));
  }

  /** Changes with the screen and with the words on it: then it is read out anew. */
  const placeOf = (shown: View | null): string =>
    `${root.querySelector('[data-screen]')?.getAttribute('data-screen')} ${shown?.state.lang} ${shown?.state.simple}`;

  function onPage(): void {
    const shown = view();
    if (!isListening || shown === null) return;
    const before = passages;
    passages = readPage(root);
    const here = placeOf(shown);
    if (here !== place) {
      place = here;
      statusBefore = statusNow();
      const number = passages.find(({ manner }) => manner === 'number');
      const isSame =
        number !== undefined && before.some(({ element, text }) => element === number.element && text === number.text);
      if (isSame) sayRest(before);
      else sayScreen();
      return;
    }
    const was = current;
    const same = passages.find(({ element }) => element === was?.element) ?? null;
    if (was !== null && same === null) stand(null);
    if (same !== null) {
      if (same.state !== was?.state) say(said([same], same));
      current = same;
    }
    const ears = hearing(shown);
    // A date has a line for each of its parts.
    const changes = passages.flatMap(({ manner, element, typed }) => {
      const was = manner === 'typed' ? before.find((each) => each.element === element) : undefined;
      const change = was === undefined ? null : changeOf(was.typed, typed, ears);
      return change === null ? [] : [change];
    });
    if (changes.length > 0) say(changes);
    const status = statusNow();
    if (status !== statusBefore && status !== '') say([{ text: status, lang: ears.lang }]);
    statusBefore = status;
    const alerts = passages.filter(
      ({ isAlert, element, text }) =>
        isAlert && !before.some((each) => each.isAlert && each.element === element && each.text === text),
    );
    if (alerts.length > 0) say(said(alerts.flatMap(withNeighbours)));
  }

  /** What has become of something that the visitor began. */
  function statusNow(): string {
    return [...root.querySelectorAll('[role="status"], [aria-live="polite"]:not(.spoken)')]
      .map(({ textContent }) => textContent.trim())
      .join(' ')
      .trim();
  }

  /** A warning is said with what stands beside it: how long, and which way out. */
  function withNeighbours(alert: Passage): readonly Passage[] {
    const region = alert.element.closest('section');
    return region === null ? [alert] : passages.filter(({ element }) => region.contains(element));
  }

  const watcher = new MutationObserver(() => {
    window.clearTimeout(due);
    due = window.setTimeout(onPage, 0);
  });

  /** The line of stops; without speech nothing is to be had at a text. */
  function lineNow(): readonly Passage[] {
    if (!isListening) passages = readPage(root).filter(({ kind }) => kind === 'control');
    return passages;
  }

  function go(by: 1 | -1): void {
    const line = lineNow();
    const count = line.length;
    if (count === 0) return;
    const focused = isListening ? current?.element : document.activeElement;
    const at = line.findIndex(({ element }) => element === focused);
    const next = line[(Math.max(at, by === 1 ? -1 : 0) + by + count) % count] ?? null;
    const before = current;
    stand(next);
    if (next !== null) say(said([next], before));
  }

  function choose(): boolean {
    if (!isListening) {
      if (document.activeElement instanceof HTMLButtonElement) document.activeElement.click();
      return document.activeElement instanceof HTMLButtonElement;
    }
    if (current?.kind !== 'control') {
      // A text to type takes Enter for its own.
      if (passages.some(({ manner }) => manner === 'typed')) return false;
      repeat();
      return true;
    }
    const chosen = current;
    speaker.hush();
    if (!isAvailable(chosen)) say(said([chosen], chosen));
    else {
      chosen.element.click();
      window.clearTimeout(unchanged);
      const before = sayings;
      // What was chosen already changes nothing, and silence would say that the key is broken.
      unchanged = window.setTimeout(() => {
        if (isListening && sayings === before && current === chosen) say(said([chosen], chosen));
      }, UNCHANGED_MS);
    }
    return true;
  }

  function repeat(): void {
    const first = introduction();
    const isIntroduction = current === null || first.some(({ element }) => element === current?.element);
    if (isIntroduction) sayScreen();
    else if (current !== null) say(said([current], current));
  }

  function back(): void {
    const way = root.querySelector<HTMLElement>('[data-way="back"]');
    if (way === null) say(word('noBack'));
    else way.click();
  }

  function turn(what: 'volume' | 'speed', by: 1 | -1): void {
    say(word(what, { ...speaker.turn(what, by) }));
  }

  function setDark(isDark: boolean): void {
    document.documentElement.toggleAttribute('data-curtain', isDark);
  }

  // The visit, not the kiosk, is slower: it has begun when it is no longer idle.
  effect(() => {
    const name = model.view.value?.state.screen.name;
    if (name === 'idle' || name === undefined) isPaced = false;
    else if (isListening && !isPaced) pace();
  });
  function pace(): void {
    isPaced = true;
    model.call('pace', { times: PACE });
  }

  return {
    get isListening() {
      return isListening;
    },
    begin(welcome) {
      const name = view()?.state.screen.name;
      if (name === undefined) return;
      // A technician may have set meanwhile how loud everybody begins.
      if (!isListening) speaker.reset();
      isListening = true;
      onChange(true);
      if (name !== 'idle') pace();
      watcher.observe(root, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['aria-pressed', 'aria-disabled', 'disabled', 'hidden', 'data-screen'],
      });
      passages = readPage(root);
      statusBefore = statusNow();
      place = placeOf(view());
      const heading = passages.findIndex(({ element }) => element.matches('h1'));
      sayScreen([...word(`welcome.${welcome}`), ...said(passages.slice(0, Math.max(0, heading)))]);
    },
    end() {
      if (!isListening) return;
      isListening = false;
      watcher.disconnect();
      window.clearTimeout(due);
      window.clearTimeout(unchanged);
      stand(null);
      setDark(false);
      speaker.hush();
      speaker.reset();
      onChange(false);
    },
    does(deed) {
      switch (deed) {
        case 'next':
          go(1);
          return true;
        case 'previous':
          go(-1);
          return true;
        case 'choose':
          return choose();
        case 'back':
          back();
          return true;
        case 'repeat':
          repeat();
          return true;
        case 'help':
          say(word('help'));
          return true;
        case 'louder':
        case 'quieter':
          turn('volume', deed === 'louder' ? 1 : -1);
          return true;
        case 'faster':
        case 'slower':
          turn('speed', deed === 'faster' ? 1 : -1);
          return true;
        case 'dark': {
          const isDark = !document.documentElement.hasAttribute('data-curtain');
          setDark(isDark);
          say(word(isDark ? 'dark' : 'light'));
          return true;
        }
        case 'listen':
        case 'plugged':
        case 'unplugged':
          return false;
      }
    },
    explore(element) {
      const found = passages.find((each) => element !== null && each.element.contains(element)) ?? null;
      if (found === null || found.element === current?.element) return;
      const before = current;
      stand(found);
      say(said([found], before));
    },
  };
}
