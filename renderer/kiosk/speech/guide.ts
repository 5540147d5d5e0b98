/**
 * Navigation of the page by speech and keys.
 *
 * Each new screen is read aloud, then its parts one by one; the last part heard can be selected. The page's focus
 * follows, for visitors who also see it.
 */
import { effect } from '@preact/signals';
import type { KioskAction } from '../../../main/kiosk/contract/kiosk-access.ts';
import { type KioskPageModel, LISTENING_FACTOR, type View } from '../model.ts';
import { createNarrator, tagOf, type Welcome } from './narrator.ts';
import { alertsIn, besideAlert, introductionOf, isAvailable, type Passage, readPage, statusIn } from './reading.ts';
import type { Speaker, Utterance } from './speaker.ts';
import { utterancesOf } from './utterances.ts';
import { showVoiceMenu } from './voice-menu.ts';

export interface Guide {
  readonly isListening: boolean;
  /** @param by trigger, which selects the welcome text */
  begin(by: Welcome): void;
  end(): void;
  /** False if the key is not handled, so that other listeners can use it. */
  does(deed: KioskAction): boolean;
  /** Speaks the element under a finger. */
  explore(element: Element | null): void;
  /** Whether the last spoken element is a control. */
  readonly isAtControl: boolean;
  /** Speaks the position of the scan: a control, or all keys of a row. */
  follow(stop: HTMLElement | null): void;
  /** Opens the voice settings as buttons. */
  openMenu(): void;
}

interface GuideParts {
  readonly root: HTMLElement;
  readonly model: KioskPageModel;
  readonly speaker: Speaker;
  /** Called when it starts and ends. */
  readonly onChange: (isListening: boolean) => void;
}

/** Time for a selection to change something. */
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
  let begunBy: Welcome = 'keys';
  let menu: HTMLElement | null = null;
  /** Passages of the page below the menu. */
  let below: readonly Passage[] = [];
  let alertsBefore = '';
  const narrator = createNarrator(model, speaker);
  const { said, word } = narrator;
  const view = (): View | null => model.view.peek();

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

  function sayScreen(before: readonly Utterance[] = []): void {
    const first = introductionOf(passages);
    const count = passages.filter(({ kind, element }) => kind === 'control' && element.closest('main') !== null).length;
    const warnings = passages.filter((each) => each.isAlert && !first.includes(each)).flatMap(withNeighbours);
    stand(first.at(-1) ?? null);
    say([...before, ...narrator.screen(first, warnings, count)]);
  }

  /** The ticket being read aloud is unchanged: only new passages are added to the queue. */
  function sayRest(before: readonly Passage[]): void {
    const news = introductionOf(passages).filter(
      ({ element, text }) => !before.some((each) => each.element === element && each.text === text),
    );
    void speaker.add(said(news));
  }

  /** Changes with the screen and its texts, which are then read again; also if its content loads later. */
  const placeOf = (shown: View | null): string => {
    const screen = root.querySelector('[data-screen]');
    const title = screen?.querySelector('h1')?.textContent;
    return `${screen?.getAttribute('data-screen')} ${title} ${shown?.state.lang} ${shown?.state.simple}`;
  };

  function onPage(): void {
    const shown = view();
    if (!isListening || shown === null) return;
    const here = placeOf(shown);
    // A new screen or alert is more urgent than the voice settings.
    if (menu !== null && (here !== place || alertsIn(root) !== alertsBefore)) closeMenu();
    if (menu !== null) return;
    const before = passages;
    passages = readPage(root);
    if (here !== place) {
      place = here;
      statusBefore = statusIn(root);
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
    const changes = narrator.typed(before, passages);
    if (changes.length > 0) say(changes);
    const status = statusIn(root);
    if (status !== statusBefore && status !== '') say(narrator.status(status, statusBefore));
    statusBefore = status;
    const alerts = passages.filter(
      ({ isAlert, element, text }) =>
        isAlert && !before.some((each) => each.isAlert && each.element === element && each.text === text),
    );
    if (alerts.length > 0) say(said(alerts.flatMap(withNeighbours)));
  }

  function withNeighbours(alert: Passage): readonly Passage[] {
    return besideAlert(alert, passages);
  }

  const watcher = new MutationObserver(() => {
    window.clearTimeout(due);
    due = window.setTimeout(readDue, 0);
  });
  function readDue(): void {
    window.clearTimeout(due);
    due = undefined;
    onPage();
  }

  /** Stops of the navigation; without speech, only controls. */
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
      // A text input uses Enter itself.
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
      // The selection had no effect: silence would suggest a broken key.
      unchanged = window.setTimeout(() => {
        if (isListening && sayings === before && current === chosen) say(said([chosen], chosen));
      }, UNCHANGED_MS);
    }
    return true;
  }

  function repeat(): void {
    const first = introductionOf(passages);
    const isIntroduction = current === null || first.some(({ element }) => element === current?.element);
    if (menu !== null) leaveMenu();
    else if (isIntroduction) sayScreen();
    else if (current !== null) say(said([current], current));
  }

  function back(): void {
    const way = root.querySelector<HTMLElement>('[data-way="back"]');
    if (menu !== null) leaveMenu();
    else if (way === null) say(word('noBack'));
    else way.click();
  }

  function turn(what: 'volume' | 'speed', by: 1 | -1): void {
    say(word(what, { ...speaker.turn(what, by) }));
  }

  function closeMenu(): void {
    if (menu === null) return;
    menu.remove();
    menu = null;
    stand(null);
    passages = below;
  }
  function leaveMenu(): void {
    closeMenu();
    passages = readPage(root);
    sayScreen();
  }
  function openMenu(): void {
    const shown = narrator.spoken();
    if (!isListening || shown === null) return;
    if (menu === null) {
      below = passages;
      alertsBefore = alertsIn(root);
      menu = showVoiceMenu(shown.t, tagOf(shown), (wish) => void does(wish));
    }
    passages = readPage(menu);
    const [title] = passages;
    stand(title ?? null);
    say(
      passages.flatMap((passage, index) => utterancesOf(passage, passages[index - 1] ?? null, narrator.hearing(shown))),
    );
  }

  function setDark(isDark: boolean): void {
    document.documentElement.toggleAttribute('data-curtain', isDark);
  }

  // Extends timeouts from the start of the visit, not while idle.
  effect(() => {
    const name = model.view.value?.state.screen.name;
    if (name === 'idle' || name === undefined) isPaced = false;
    else if (isListening && !isPaced) pace();
  });
  function pace(): void {
    isPaced = true;
    model.call('pace', { times: LISTENING_FACTOR });
  }

  function does(deed: KioskAction): boolean {
    // Read a changed page first: otherwise a key could press a removed element.
    if (due !== undefined) readDue();
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
        say(begunBy === 'touch' ? narrator.welcome('touch') : word('help'));
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
  }

  return {
    get isListening() {
      return isListening;
    },
    begin(by) {
      const name = view()?.state.screen.name;
      if (name === undefined) return;
      // Staff may have changed the start volume.
      if (!isListening) speaker.reset();
      isListening = true;
      begunBy = by;
      closeMenu();
      onChange(true);
      if (name !== 'idle') pace();
      watcher.observe(root, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['aria-pressed', 'aria-disabled', 'disabled', 'hidden', 'data-screen'],
      });
      passages = readPage(root);
      statusBefore = statusIn(root);
      place = placeOf(view());
      const heading = passages.findIndex(({ element }) => element.matches('h1'));
      sayScreen([...narrator.welcome(by), ...said(passages.slice(0, Math.max(0, heading)))]);
    },
    end() {
      if (!isListening) return;
      isListening = false;
      narrator.reset();
      watcher.disconnect();
      window.clearTimeout(due);
      due = undefined;
      window.clearTimeout(unchanged);
      closeMenu();
      stand(null);
      setDark(false);
      speaker.hush();
      speaker.reset();
      onChange(false);
    },
    does,
    openMenu,
    explore(element) {
      const found = passages.find((each) => element !== null && each.element.contains(element)) ?? null;
      if (found === null || found.element === current?.element) return;
      const before = current;
      stand(found);
      say(said([found], before));
    },
    get isAtControl() {
      return current?.kind === 'control' && isAvailable(current);
    },
    follow(stop) {
      if (!isListening) return;
      const before = current;
      const found = passages.filter(({ element }) => stop?.contains(element));
      const [only = null] = found;
      if (only !== null && only.element === before?.element) return;
      stand(only?.element === stop ? only : null);
      if (only !== null) say(said(found, before));
    },
  };
}
