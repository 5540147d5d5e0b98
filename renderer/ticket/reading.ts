/** In which words the visitor reads: a language, or the same in simple language. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { SIMPLE_FRAGMENT } from '../../main/visitor-phone/contract/phone-protocol.ts';
import type { Texts } from '../shared/i18n.ts';
import { createLanguage, type Language } from '../shared/language.ts';
import { browserMemory } from '../shared/storage.ts';

/** `id` is `de-simple` while its simple words are there and wanted, else `de`. */
export interface Reading extends Language {
  /** The language alone. */
  readonly usual: ReadonlySignal<string>;
  /** Whether simple language is wanted. */
  readonly isSimple: ReadonlySignal<boolean>;
  chooseSimple(on: boolean): void;
}

const MEMORY = 'simple';
/** So many signs of a secret are the ticket's id, which leads nobody to its page. */
const MARK_SIGNS = 21;

/** Simple from the start for who read so at the kiosk: the code on paper says it behind `#`, which no browser sends. What was touched counts for that ticket. */
export function createReading(texts: Texts, root: HTMLElement, secret: string): Reading {
  const language = createLanguage(texts, root);
  const usual = language.id;
  const mark = secret.slice(0, MARK_SIGNS);
  const kept = browserMemory.read(MEMORY) ?? '';
  const isSimple = signal((kept.startsWith(mark) ? kept.slice(MARK_SIGNS) : window.location.hash) === SIMPLE_FRAGMENT);
  /** The languages whose simple words are there. */
  const fetched = signal<readonly string[]>([]);
  const id = computed(() => {
    const simple = `${usual.value}-simple`;
    return isSimple.value && fetched.value.includes(simple) ? simple : usual.value;
  });

  /** Who reads as usual never fetches them; without a connection the page goes on as usual. */
  async function fetchSimple(wanted: string): Promise<void> {
    try {
      const { simpleTexts } = await import('./simple-texts.ts');
      texts.add(simpleTexts);
      await texts.load(wanted);
      fetched.value = [...fetched.peek(), wanted];
    } catch {
      // The next touch asks again.
      if (wanted === `${usual.peek()}-simple`) isSimple.value = false;
    }
  }

  effect(() => {
    if (isSimple.value) void fetchSimple(`${usual.value}-simple`);
  });

  return {
    ...language,
    id,
    usual,
    t: computed(() => (id.value === usual.value ? language.t.value : (texts.ready(id.value) ?? language.t.value))),
    isSimple,
    chooseSimple(on) {
      browserMemory.write(MEMORY, `${mark}${on ? SIMPLE_FRAGMENT : ''}`);
      isSimple.value = on;
    },
  };
}
