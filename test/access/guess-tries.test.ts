/** Guess limit for unknown cards, at one server and at several. */
import { expect, it } from 'vitest';
import { createGuessTries, type GuessTries } from '../../main/access/service/guess-limits.ts';
import type { PeerState, PeerStateReader } from '../../main/database/cluster.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const WHO = 'device kiosk-1';

/** Servers that exchange state when `tell` is called. */
function servers(names: readonly string[]): { readonly all: readonly GuessTries[]; tell(): void } {
  const readers = new Map<string, PeerStateReader>();
  const unsaid: (() => void)[] = [];
  const bulletinOf = (name: string): PeerState => ({
    post(_topic, key, body) {
      const text = JSON.stringify(body);
      for (const other of names.filter((each) => each !== name))
        unsaid.push(() => readers.get(other)?.note(name, key, JSON.parse(text)));
    },
    drop() {},
    follow(_topic, reader) {
      readers.set(name, reader);
      return () => void readers.delete(name);
    },
  });
  const all = names.map((name) => createGuessTries(bulletinOf(name)));
  return {
    all,
    tell() {
      for (const say of unsaid.splice(0)) say();
    },
  };
}

function guess(tries: GuessTries, count: number, now: number): void {
  for (let each = 0; each < count; each += 1) {
    expect(tries.waitMs(WHO, now, 10)).toBe(0);
    tries.wasWrong(WHO, now);
  }
}

it('guesses of cards are allowed ten at once, and the next a minute after the first', () => {
  const tries = createGuessTries(null);
  guess(tries, 1, NOW);
  guess(tries, 9, NOW + 20_000);
  expect(tries.waitMs(WHO, NOW + 20_000, 10)).toBe(40_000);
  expect(tries.waitMs('device reader-1', NOW + 20_000, 10)).toBe(0);
  guess(tries, 1, NOW + 60_000);
  expect(tries.waitMs(WHO, NOW + 60_000, 10)).toBe(20_000);
  // A clock that was set back locks no user out.
  expect(tries.waitMs(WHO, NOW - 3_600_000, 10)).toBe(0);
});

it('guesses of cards are counted together by several servers, and those before a sync extend the delay', () => {
  const { all, tell } = servers(['east', 'west', 'south']);
  const [east, west, south] = all as [GuessTries, GuessTries, GuessTries];
  guess(east, 4, NOW);
  tell();
  guess(west, 6, NOW);
  tell();
  expect(all.map((each) => each.waitMs(WHO, NOW, 10))).toEqual([60_000, 60_000, 60_000]);
  const later = NOW + 60_000;
  for (const each of all) guess(each, 10, later);
  tell();
  expect(all.map((each) => each.waitMs(WHO, later, 10))).toEqual([180_000, 180_000, 180_000]);
  expect(south.waitMs(WHO, later + 179_999, 10)).toBe(1);
  guess(south, 1, later + 180_000);
});
