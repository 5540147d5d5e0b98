/** Notices of a page. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export type NoticeKind = 'good' | 'info' | 'attention' | 'fault';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
  /** Buttons after the text. */
  readonly actions?: ComponentChildren;
}

/** Short messages about recent events. They disappear after a while; important ones stay until dismissed. */
export interface Toasts {
  readonly shown: ReadonlySignal<readonly Notice[]>;
  tell(kind: NoticeKind, text: string, actions?: ComponentChildren): void;
  dismiss(id: number): void;
  clear(): void;
}

/** Time to read a notice of two lines (about 80 characters) twice, even slowly. */
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
    tell(kind, text, actions) {
      const id = nextId++;
      // Shows the same text only once.
      const others = shown.value.filter((notice) => notice.text !== text);
      shown.value = [...others, { id, kind, text, actions }].slice(-MAX_SHOWN);
      // With buttons, time to reach them by keyboard too.
      if (kind !== 'fault') window.setTimeout(() => dismiss(id), LEAVES_AFTER_MS * (actions ? 3 : 1));
    },
    dismiss,
    clear: () => {
      shown.value = [];
    },
  };
}
