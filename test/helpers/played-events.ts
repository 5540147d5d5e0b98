import type { EventMessage } from '../../main/events/contract/events.ts';
import { applyEvent, type Live } from '../../renderer/shared/live-state.ts';

/** Applies the messages to a live state as pages do; reports every gap. */
export function played(heard: readonly EventMessage[]): Live {
  let live: Live | null = null;
  for (const message of heard) {
    const next = applyEvent(live, message);
    if (next === 'gap') throw new Error(`A gap before ${message.seq}`);
    live = next;
  }
  if (live === null) throw new Error('Nothing was heard');
  return live;
}
