/** Cache of open calls. */
import { CALL_STATE, type CallRecord } from '../../contract/records.ts';

/** The calls that are open, wherever: one a desk at most, so that there are never more than desks. */
export interface OpenCalls {
  at(deskId: string): CallRecord | null;
  ofLocation(locationId: string): readonly CallRecord[];
  servesElsewhere(userId: string, deskId: string): boolean;
  /** Tells of a call as it is now. */
  note(answer: CallRecord): void;
  /** Tells of one that never was. */
  drop(answer: CallRecord): void;
}

/** @param load gives those that are open when somebody asks for the first time. */
export function createOpenCalls(load: () => readonly CallRecord[]): OpenCalls {
  let atDesk: Map<string, CallRecord | null> | null = null;
  // Where they have served since the start: desks stay in it, and what is open there says who it is now.
  const desksOfUser = new Map<string, Set<string>>();
  const desksOfLocation = new Map<string, Set<string>>();

  function begin(calls: Map<string, CallRecord | null>, answer: CallRecord): void {
    calls.set(answer.deskId, answer);
    addTo(desksOfLocation, answer.locationId, answer.deskId);
    if (answer.userId !== '') addTo(desksOfUser, answer.userId, answer.deskId);
  }

  function known(): Map<string, CallRecord | null> {
    if (atDesk !== null) return atDesk;
    const calls = new Map<string, CallRecord | null>();
    for (const answer of load()) begin(calls, answer);
    atDesk = calls;
    return calls;
  }

  const at = (deskId: string): CallRecord | null => known().get(deskId) ?? null;

  function drop({ id, deskId }: CallRecord): void {
    if (at(deskId)?.id === id) known().set(deskId, null);
  }

  return {
    at,
    drop,
    ofLocation(locationId) {
      const calls = known();
      return [...(desksOfLocation.get(locationId) ?? [])].flatMap((deskId) => {
        const open = calls.get(deskId) ?? null;
        return open?.locationId === locationId ? [open] : [];
      });
    },
    servesElsewhere(userId, deskId) {
      const calls = known();
      for (const desk of desksOfUser.get(userId) ?? []) {
        if (desk !== deskId && calls.get(desk)?.userId === userId) return true;
      }
      return false;
    },
    note(answer) {
      if (answer.state === CALL_STATE.inService) begin(known(), answer);
      else drop(answer);
    },
  };
}

function addTo(sets: Map<string, Set<string>>, name: string, one: string): void {
  const set = sets.get(name);
  if (set === undefined) sets.set(name, new Set([one]));
  else set.add(one);
}
