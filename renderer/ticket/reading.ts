/** Language of the visitor, standard or simple. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { SIMPLE_FRAGMENT } from '../../main/visitor-phone/contract/phone-protocol.ts';
import type { Texts } from '../shared/i18n.ts';
import { createLanguage, type Language } from '../shared/language.ts';
import { browserMemory } from '../shared/storage.ts';

/** `id` is `de-simple` while simple texts are loaded and wanted, else `de`. */
export interface Reading extends Language {
  /** The language without variant. */
  readonly usual: ReadonlySignal<string>;
  /** Whether simple language is wanted. */
  readonly isSimple: ReadonlySignal<boolean>;
  chooseSimple(on: boolean): void;
}

const MEMORY = 'simple';
/** Characters of a secret that belong to the ticket's id, which does not open its page. */
export const MARK_SIGNS = 21;

/**
 * Starts in simple language if the kiosk used it: the QR code states it in the fragment, which browsers do not send. A
 * later choice is stored per ticket.
 */
export function createReading(texts: Texts, root: HTMLElement, secret: string): Reading {
  const language = createLanguage(texts, root);
  const usual = language.id;
  const mark = secret.slice(0, MARK_SIGNS);
  const kept = browserMemory.read(MEMORY) ?? '';
  const isSimple = signal((kept.startsWith(mark) ? kept.slice(MARK_SIGNS) : window.location.hash) === SIMPLE_FRAGMENT);
  /** Languages whose simple texts are loaded. */
  const fetched = signal<readonly string[]>([]);
  const id = computed(() => {
    const simple = `${usual.value}-simple`;
    return isSimple.value && fetched.value.includes(simple) ? simple : usual.value;
  });

  /** Loads simple texts on demand; without a connection the page stays in standard language. */
  async function fetchSimple(wanted: string): Promise<void> {
    try {
      const { simpleTexts } = await import('./simple-texts.ts');
      texts.add(simpleTexts);
      await texts.load(wanted);
      fetched.value = [...fetched.peek(), wanted];
    } catch {
      // The next touch retries.
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
