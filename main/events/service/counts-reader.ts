/** Reads the counts of services anew after what happened there, where the store does not tell them. */
import type { Clock } from '../../lib/context.ts';
import type { QueueEvent, ServiceQueue } from '../../queue/contract/records.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';

export interface CountsReader {
  /** Its counts have to be read. */
  note(event: QueueEvent): void;
  /** Reads what has been noted. One reading at a time: what changes meanwhile is in the next. */
  read(): void;
}

interface CountsReaderDeps {
  readonly locationId: string;
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly onRead: (queues: readonly ServiceQueue[]) => void;
  /** There is more to read. */
  readonly onDue: () => void;
  readonly onFault: (error: unknown) => void;
}

const RETRY_MS = 1_000;
/** After these no count is another one. */
const COUNTS_NOTHING: ReadonlySet<QueueEvent['type']> = new Set([
  'ticket.recalled',
  'device.alarm',
  'limit.alarm',
  'staff.call',
]);

export function createCountsReader(deps: CountsReaderDeps): CountsReader {
  let dirty = new Set<string>();
  let isReading = false;

  return {
    note({ type, serviceId }) {
      if (type === 'queue.reset') for (const { id } of deps.site().servicesOf(deps.locationId)) dirty.add(id);
      else if (!COUNTS_NOTHING.has(type)) dirty.add(serviceId);
    },
    read() {
      if (isReading || dirty.size === 0) return;
      const asked = [...dirty];
      dirty = new Set();
      isReading = true;
      deps.store
        .query('serviceQueues', { services: asked })
        .then(
          (queues) => {
            isReading = false;
            deps.onRead(queues);
            if (dirty.size > 0) deps.onDue();
          },
          () => {
            isReading = false;
            for (const id of asked) dirty.add(id);
            deps.clock.after(RETRY_MS, deps.onDue);
          },
        )
        .catch(deps.onFault);
    },
  };
}
