/**
 * Stored values of a page.
 *
 * For this tab only, or for this browser. A browser that keeps nothing just forgets.
 */
function keeper(storage: () => Storage) {
  return {
    read(name: string): string | null {
      try {
        return storage().getItem(`take-a-number.${name}`);
      } catch {
        return null;
      }
    },
    /** Null forgets it. */
    write(name: string, value: string | null): void {
      try {
        if (value === null) storage().removeItem(`take-a-number.${name}`);
        else storage().setItem(`take-a-number.${name}`, value);
      } catch {
        // Full, or switched off.
      }
    },
    /** Forgets everything whose name begins like this. */
    forget(beginning: string): void {
      try {
        const names = Object.keys(storage()).filter((name) => name.startsWith(`take-a-number.${beginning}`));
        for (const name of names) storage().removeItem(name);
      } catch {
        // Then there is nothing.
      }
    },
  };
}

/** Gone when the tab is closed. */
export const tabMemory = keeper(() => window.sessionStorage);
/** Stays on this computer: nothing personal goes in here. */
export const browserMemory = keeper(() => window.localStorage);
