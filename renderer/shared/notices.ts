/** Notices of a page. */
import { type ReadonlySignal, signal } from '@preact/signals';

export type NoticeKind = 'good' | 'info' | 'attention' | 'fault';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
}

/** Short words about what has just happened. They leave by themselves; those that matter stay until they are read. */
export interface Toasts {
  readonly shown: ReadonlySignal<readonly Notice[]>;
  tell(kind: NoticeKind, text: string): void;
  dismiss(id: number): void;
  clear(): void;
}

/** Long enough to be read twice, also by a slow reader: a notice of two lines has about 80 letters. */
const LEAVES_AFTER_MS = 8_000;
const MAX_SHOWN = 3;

export function createNotices(): Toasts {
  const shown = signal<readonly Notice[]>([]);
  let nextId = 1;
  const dismiss = (id: number): void => {
    shown.value = shown.value.filter((notice) => notice.id !== id);
  };
  return {
    shown,
    tell(kind, text) {
      const id = nextId++;
      // The same words once.
      const others = shown.value.filter((notice) => notice.text !== text);
      shown.value = [...others, { id, kind, text }].slice(-MAX_SHOWN);
      if (kind !== 'fault') window.setTimeout(() => dismiss(id), LEAVES_AFTER_MS);
    },
    dismiss,
    clear: () => {
      shown.value = [];
    },
  };
}
