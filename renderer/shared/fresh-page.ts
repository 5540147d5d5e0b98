/**
 * Reload of a page after an update of the program.
 *
 * A page that is open for years would keep an old version. It does not reload while a visitor uses it.
 */

/** What the kiosk shows while nobody stands before it. */
const NOBODY: ReadonlySet<string> = new Set(['starting', 'idle', 'closed', 'out-of-service', 'shut']);
const TRY_AGAIN_MS = 2_000;

export interface FreshPage {
  /** The host says which run of the program it is. */
  hears(run: string): void;
  /** The screen that the page draws from now on. */
  shows(screen: string): void;
}

/** Loads the page anew once it can be had: one that cannot is an error of the browser's, and nothing of ours is left that could try again. */
async function loadAnew(): Promise<void> {
  const isThere = await fetch(window.location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) window.location.reload();
  else window.setTimeout(() => void loadAnew(), TRY_AGAIN_MS);
}

export function createFreshPage(reload: () => Promise<void> = loadAnew): FreshPage {
  let first: string | null = null;
  let isStale = false;
  let isLoading = false;
  let screen = '';

  function look(): void {
    if (!isStale || isLoading || !NOBODY.has(screen)) return;
    isLoading = true;
    void reload();
  }

  return {
    hears(run) {
      first ??= run;
      isStale = run !== first;
      look();
    },
    shows(name) {
      screen = name;
      look();
    },
  };
}
