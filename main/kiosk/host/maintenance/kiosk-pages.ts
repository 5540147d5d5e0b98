/**
 * Pages that show a kiosk, as targets of remote actions.
 *
 * Reload and screenshot.
 */
import type { Clock } from '../../../lib/context.ts';

/** PNG bytes; or that it cannot be made small enough; or null: there is none. */
export type PagePicture = Uint8Array | 'too-large' | null;

/** What a shell can do with its page. */
export interface KioskPage {
  /** Loads it anew. It subscribes again once it is back. */
  reload(): void;
  /** What it shows, in at most so many bytes. Absent where nobody can take a picture. */
  capture?(mostBytes: number): Promise<PagePicture>;
}

export interface KioskPages {
  /** A page has come, or come back. Returns how it goes. */
  add(page: KioskPage | null): () => void;
  /** Whether there is one that can. */
  can(what: keyof KioskPage): boolean;
  /** Has all pages loaded anew. */
  reload(): Promise<'' | 'no-page' | 'page-not-back'>;
  /** `silent`: the page did not give one in time. */
  capture(mostBytes: number): Promise<PagePicture | 'silent'>;
}

/** A slow machine that draws nothing else meanwhile. */
const BACK_MS = 30_000;
const PICTURE_MS = 10_000;

export function createKioskPages(clock: Pick<Clock, 'after'>): KioskPages {
  const pages = new Set<{ readonly page: KioskPage }>();
  const waiting = new Set<() => void>();

  return {
    add(page) {
      for (const tell of [...waiting]) tell();
      if (page === null) return () => {};
      const entry = { page };
      pages.add(entry);
      return () => void pages.delete(entry);
    },
    can: (what) => [...pages].some(({ page }) => page[what] !== undefined),
    reload() {
      if (pages.size === 0) return Promise.resolve('no-page');
      const before = [...pages];
      const back = new Promise<'' | 'page-not-back'>((resolve) => {
        const settle = (outcome: '' | 'page-not-back'): void => {
          waiting.delete(tell);
          cancel();
          resolve(outcome);
        };
        const tell = (): void => settle('');
        const cancel = clock.after(BACK_MS, () => settle('page-not-back'));
        waiting.add(tell);
      });
      for (const { page } of before) page.reload();
      return back;
    },
    capture(mostBytes) {
      const taken = [...pages].find(({ page }) => page.capture !== undefined)?.page.capture?.(mostBytes);
      if (taken === undefined) return Promise.resolve(null);
      return new Promise((resolve) => {
        const cancel = clock.after(PICTURE_MS, () => resolve('silent'));
        taken.then(resolve, () => resolve(null)).finally(cancel);
      });
    },
  };
}
