/**
 * Reload of a page after an update of the program.
 *
 * A page that is open for years would keep an old version. It does not reload while a visitor uses it.
 */

/** Screens of the kiosk without a visitor. */
const NOBODY: ReadonlySet<string> = new Set(['starting', 'idle', 'closed', 'out-of-service', 'shut']);
const TRY_AGAIN_MS = 2_000;

export interface FreshPage {
  /** Receives the id of the host's program run. */
  hears(run: string): void;
  /** Receives the current screen. */
  shows(screen: string): void;
}

/** Reloads once the server answers: a failed navigation would show a browser error without any retry. */
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
