/** The last changes of a location, in frames that are made when an audience first needs them. */

import type { Audience } from '../../access/service/audience.ts';
import { textFrame } from '../../rest/frame.ts';
import type { ChangeMessage } from '../contract/events.ts';

/** A change without its place in the sequence, as an audience may see it. */
export type AudienceChange = (audience: Audience) => ChangeBody;
type WithoutPlace<Message> = Message extends ChangeMessage ? Omit<Message, 'seq' | 'location'> : never;
export type ChangeBody = WithoutPlace<ChangeMessage>;

export interface ChangeLog {
  /** Of the last change. */
  readonly seq: number;
  /** Of the change before the first that is kept. */
  readonly since: number;
  /** Before anything is added: the sequence goes on after this number. */
  begin(seq: number): void;
  add(told: AudienceChange): void;
  /** Puts changes before the first that is kept: those after the number `since`, if nothing is missing between. */
  reachBack(since: number, told: readonly AudienceChange[]): void;
  /** What is told again from now on is told as the site is now, which may hide names that it did not. */
  tellAnew(): void;
  /** Frames of the changes after `from` up to `to`; null when one of them is not there (any more). */
  frames(from: number, to: number, audience: Audience): Buffer | null;
}

/** Some minutes of a busy morning; a client that was away for longer gets the whole state. */
export const MAX_CHANGES = 1_000;

interface Change {
  readonly told: AudienceChange;
  /** None for as long as nobody has needed it: in a rush many are never told. */
  frames: Map<Audience, Buffer> | null;
}

/** @param first the sequence number before the first change. */
export function createChangeLog(location: string, first: number): ChangeLog {
  let seq = first;
  /** Of the first change that is kept. */
  let oldest = first + 1;
  /** By the number of each, again and again from the first place: a `Map` would be made anew for every few hundred changes. */
  const changes: (Change | undefined)[] = Array.from({ length: MAX_CHANGES });

  const put = (at: number, told: AudienceChange): void => {
    changes[at % MAX_CHANGES] = { told, frames: null };
  };

  function frameOf(at: number, change: Change, audience: Audience): Buffer {
    const known = change.frames?.get(audience);
    if (known !== undefined) return known;
    const { type, ...body } = change.told(audience);
    const frame = textFrame(JSON.stringify({ type, seq: at, location, ...body }));
    change.frames ??= new Map();
    change.frames.set(audience, frame);
    return frame;
  }

  return {
    get seq() {
      return seq;
    },
    get since() {
      return oldest - 1;
    },
    begin(first) {
      seq = first;
      oldest = first + 1;
    },
    add(told) {
      seq += 1;
      put(seq, told);
      oldest = Math.max(oldest, seq - MAX_CHANGES + 1);
    },
    reachBack(since, told) {
      // Some of it may have been put there meanwhile, for another client.
      const missing = oldest - 1 - since;
      if (missing <= 0 || told.length < missing) return;
      const first = Math.max(since + 1, seq - MAX_CHANGES + 1);
      for (const [index, each] of told.slice(first - since - 1, missing).entries()) put(first + index, each);
      oldest = Math.min(oldest, first);
    },
    tellAnew() {
      for (const change of changes) if (change !== undefined) change.frames = null;
    },
    frames(from, to, audience) {
      if (from < oldest - 1 || from > to || to > seq) return null;
      const found: Buffer[] = [];
      for (let at = from + 1; at <= to; at += 1) {
        const change = changes[at % MAX_CHANGES];
        if (change === undefined) return null;
        found.push(frameOf(at, change, audience));
      }
      return found.length === 1 && found[0] !== undefined ? found[0] : Buffer.concat(found);
    },
  };
}
