/**
 * Router of the back office.
 *
 * In the part of its address after `#`, so that every screen has a link and "back" works.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Route {
  /** `['services', 'passports']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export interface Router {
  readonly place: ReadonlySignal<Route>;
  go(address: string): void;
  /** Goes there instead of here: "back" does not come here again. */
  replace(address: string): void;
  /** The same place with another query: no new step for "back". */
  refine(query: Readonly<Record<string, string>>): void;
  close(): void;
}

/** An address for `href` and `go`. Parts of the path may hold any sign; empty values are left out. */
export function address(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const asked = given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
  return `#/${path.map(encodeURIComponent).join('/')}${asked}`;
}

export function readPlace(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function createRouter(): Router {
  const place = signal(readPlace(window.location.hash));
  const changed = (): void => {
    place.value = readPlace(window.location.hash);
  };
  window.addEventListener('hashchange', changed);
  return {
    place,
    go(to) {
      window.location.hash = to;
    },
    replace(to) {
      window.history.replaceState(null, '', to);
      changed();
    },
    refine(query) {
      window.history.replaceState(null, '', address(place.value.path, query));
      changed();
    },
    close: () => window.removeEventListener('hashchange', changed),
  };
}

/** Somebody may have typed it. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
