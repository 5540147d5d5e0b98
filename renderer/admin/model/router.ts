/**
 * Router of the back office.
 *
 * It uses the fragment after `#`, so that every screen has a link and "back" works.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Route {
  /** Such as `['services', 'passports']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export interface Router {
  readonly place: ReadonlySignal<Route>;
  go(address: string): void;
  /** Replaces the current entry of the history, so that "back" does not return here. */
  replace(address: string): void;
  /** Changes the query without a new history entry. Search text is kept in the entry, not in the address. */
  refine(query: Readonly<Record<string, string>>): void;
  close(): void;
}

/** An address for `href` and `go`. Path segments may contain any character; empty values are left out. */
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

/** The address, with the search text of its history entry. Typed text can name persons, so no address has it. */
function readEntry(): Route {
  const place = readPlace(window.location.hash);
  const { q } = (window.history.state ?? {}) as { readonly q?: unknown };
  return typeof q === 'string' ? { ...place, query: { ...place.query, q } } : place;
}

export function createRouter(): Router {
  const place = signal(readEntry());
  const changed = (): void => {
    place.value = readEntry();
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
    refine({ q = '', ...query }) {
      window.history.replaceState(q === '' ? null : { q }, '', address(place.value.path, query));
      changed();
    },
    close: () => window.removeEventListener('hashchange', changed),
  };
}

/** The address may be typed by hand, so decoding may fail. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
