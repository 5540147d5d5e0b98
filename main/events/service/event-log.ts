/** What is told of a location, under its numbers: the changes, the whole state where they do not suffice, and to whom. */

import type { Audience } from '../../access/service/audience.ts';
import type { Clock } from '../../lib/context.ts';
import { textFrame } from '../../rest/frame.ts';
import type { LiveState } from '../contract/events.ts';
import { type AudienceChange, createChangeLog, MAX_CHANGES } from './change-log.ts';
import { iso } from './event-shapes.ts';
import { createFanOut, type FanOut } from './fan-out.ts';

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
