/**
 * Numbered events of a location.
 *
 * The changes, the whole state where they do not suffice, and to whom.
 */
import type { Audience } from '../../access/service/audience.ts';
import type { Clock } from '../../lib/context.ts';
import { textFrame } from '../../rest/frame.ts';
import type { ChangeMessage, LiveState } from '../contract/events.ts';
import { iso } from './event-shapes.ts';
import { createFanOut, type FanOut } from './fan-out.ts';

/** A change without its place in the sequence, as an audience may see it. */
export type AudienceChange = (audience: Audience) => ChangeBody;

type WithoutPlace<Message> = Message extends ChangeMessage ? Omit<Message, 'seq' | 'location'> : never;

type ChangeBody = WithoutPlace<ChangeMessage>;

/** The last changes of a location, in frames that are made when an audience first needs them. */
interface ChangeLog {
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
const MAX_CHANGES = 1_000;

interface Change {
  readonly told: AudienceChange;
  /** None for as long as nobody has needed it: in a rush many are never told. */
  frames: Map<Audience, Buffer> | null;
}

/** @param first the sequence number before the first change. */
function createChangeLog(location: string, first: number): ChangeLog {
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

export interface EventLog {
  /** Of the last change. */
  readonly seq: number;
  readonly clients: FanOut;
  /** Before anything is told: the numbers go on after this one. */
  begin(seq: number): void;
  /** Null: what happened is left out, and has no number. */
  tell(told: AudienceChange | null, isUrgent: boolean): void;
  /** Tells a change behind which everybody needs the whole state. */
  tellWhole(told: AudienceChange): void;
  /** Makes ready for a client that comes back with this number, perhaps from another server. */
  reachBack(since: number): Promise<void>;
  /** The site is another one: what is told again is told as the site is now. */
  tellAnew(): void;
  /** The state is another one, though no change was told. */
  stateChanged(): void;
}

interface LocationStoryDeps {
  readonly locationId: string;
  /** Higher than any number that was used for this location before, if this server counts by itself. */
  readonly firstSeq: number;
  readonly clock: Clock;
  readonly state: (audience: Audience) => LiveState;
  /** Changes from before this story began, by their numbers; null when they are not kept. */
  readonly past: (after: number, until: number) => Promise<readonly AudienceChange[] | null>;
}

export function createEventLog({ locationId, firstSeq, clock, state, past }: LocationStoryDeps): EventLog {
  const changes = createChangeLog(locationId, firstSeq);
  /**
   * From here on changes alone tell everything. Before, the site was another one, or this server did not know what is not
   * in the database: who comes back from there is told the whole state besides.
   */
  let wholeSince = firstSeq;
  let reaching: Promise<void> = Promise.resolve();
  const states = new Map<Audience, { readonly seq: number; readonly frame: Buffer }>();

  const clients = createFanOut({
    seq: () => changes.seq,
    changes: (from, to, audience) => changes.frames(from, to, audience),
    missed(since, audience) {
      const frames = changes.frames(since, changes.seq, audience);
      return frames === null || since >= wholeSince ? frames : Buffer.concat([frames, stateFrame(audience)]);
    },
    state: stateFrame,
    alive: () => textFrame(JSON.stringify({ type: 'alive', ...head() })),
  });

  function head(): { seq: number; at: string; location: string } {
    return { seq: changes.seq, at: iso(clock.now()), location: locationId };
  }

  /** Made once for all of an audience. */
  function stateFrame(audience: Audience): Buffer {
    const known = states.get(audience);
    if (known?.seq === changes.seq) return known.frame;
    const frame = textFrame(JSON.stringify({ type: 'state', ...head(), state: state(audience) }));
    states.set(audience, { seq: changes.seq, frame });
    return frame;
  }

  async function reach(since: number): Promise<void> {
    const first = changes.since;
    if (since >= first || since < changes.seq - MAX_CHANGES) return;
    const told = await past(since, first);
    if (told !== null) changes.reachBack(since, told);
  }

  return {
    get seq() {
      return changes.seq;
    },
    clients,
    begin(seq) {
      wholeSince = seq;
      changes.begin(seq);
    },
    tell(told, isUrgent) {
      if (told !== null) changes.add(told);
      clients.wake(isUrgent);
    },
    tellWhole(told) {
      changes.add(told);
      // The state comes behind it: who has heard no more than this may not have got that.
      wholeSince = changes.seq + 1;
      clients.renew();
    },
    reachBack(since) {
      // One after the other: many come back at once, and what is there for the first is there for all.
      reaching = reaching.then(() => reach(since));
      return reaching;
    },
    tellAnew() {
      changes.tellAnew();
      states.clear();
    },
    stateChanged: () => states.clear(),
  };
}
