/** Pages that show a kiosk, as targets of remote actions: reload and screenshot. */
import type { Clock } from '../../../lib/context.ts';

/** PNG bytes; `too-large` if it cannot be made small enough; null without a screenshot. */
export type PagePicture = Uint8Array | 'too-large' | null;

/** Capabilities of a shell for its page. */
export interface KioskPage {
  /** Reloads the page, which subscribes again afterwards. */
  reload(): void;
  /** Screenshot, up to this size. Absent where not supported. */
  capture?(mostBytes: number): Promise<PagePicture>;
}

export interface KioskPages {
  /** Registers a page. Returns the function to remove it. */
  add(page: KioskPage | null): () => void;
  /** Whether any page supports it. */
  can(what: keyof KioskPage): boolean;
  /** Reloads all pages. */
  reload(): Promise<'' | 'no-page' | 'page-not-back'>;
  /** `silent`: the page did not respond in time. */
  capture(mostBytes: number): Promise<PagePicture | 'silent'>;
}

/** Long enough for a slow machine. */
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
