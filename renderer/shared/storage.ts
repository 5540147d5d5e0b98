/**
 * Stored values of a page, for this tab or this browser.
 *
 * Without storage, values are lost silently.
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
    /** Null deletes it. */
    write(name: string, value: string | null): void {
      try {
        if (value === null) storage().removeItem(`take-a-number.${name}`);
        else storage().setItem(`take-a-number.${name}`, value);
      } catch {
        // Full or disabled.
      }
    },
    /** Deletes all values whose name starts with this. */
    forget(beginning: string): void {
      try {
        const names = Object.keys(storage()).filter((name) => name.startsWith(`take-a-number.${beginning}`));
        for (const name of names) storage().removeItem(name);
      } catch {
        // Nothing is stored then.
      }
    },
  };
}

/** Deleted with the tab. */
export const tabMemory = keeper(() => window.sessionStorage);
/** Stays on this computer: no personal data. */
export const browserMemory = keeper(() => window.localStorage);
