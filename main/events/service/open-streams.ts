/** The streams of the locations to which somebody listens, each kept in mind for a while after the last one has gone. */
import { randomInt } from 'node:crypto';
import { type LocationStream, type LocationStreamDeps, openLocationStream } from './location-stream.ts';

export interface OpenStreams {
  /** By location. */
  readonly all: ReadonlyMap<string, LocationStream>;
  /** Opened where there is none yet. */
  of(locationId: string): LocationStream;
  /** Nobody listens to this one just now. */
  rest(locationId: string, stream: LocationStream): void;
  close(): void;
}

interface OpenStreamsDeps extends Omit<LocationStreamDeps, 'onLost'> {
  readonly onOpened: () => void;
  /** Its clients have to begin anew. */
  readonly onLost: (stream: LocationStream) => void;
}

/** A location to which nobody listens any more is kept in mind for so long: pages are loaded anew, networks come back. */
const LINGER_MS = 60_000;
/** More than can happen; the numbers stay whole ones in JavaScript until the year 2255. */
const SEQ_PER_MS = 1_000;

export function createOpenStreams(deps: OpenStreamsDeps): OpenStreams {
  const { clock, log, onOpened, onLost } = deps;
  const streams = new Map<string, LocationStream>();
  const lastSeqs = new Map<string, number>();
  const resting = new Map<string, () => void>();

  function open(locationId: string): LocationStream {
    // Numbers go on growing when the program starts again, and no two lives of it have the same ones by chance.
    const begun = clock.now() * SEQ_PER_MS + randomInt(SEQ_PER_MS);
    const firstSeq = Math.max(begun, (lastSeqs.get(locationId) ?? 0) + 1);
    const stream: LocationStream = openLocationStream(locationId, firstSeq, {
      ...deps,
      onLost() {
        log.warn('events.lost', { location: locationId });
        drop(locationId, stream);
        onLost(stream);
      },
    });
    streams.set(locationId, stream);
    stream.ready.catch(() => drop(locationId, stream));
    onOpened();
    return stream;
  }

  function drop(locationId: string, stream: LocationStream): void {
    if (streams.get(locationId) !== stream) return;
    lastSeqs.set(locationId, stream.seq);
    streams.delete(locationId);
    resting.get(locationId)?.();
    resting.delete(locationId);
    stream.close();
  }

  return {
    all: streams,
    of: (locationId) => streams.get(locationId) ?? open(locationId),
    rest(locationId, stream) {
      resting.get(locationId)?.();
      resting.set(
        locationId,
        clock.after(LINGER_MS, () => {
          if (stream.clients.size === 0) drop(locationId, stream);
        }),
      );
    },
    close() {
      for (const [locationId, stream] of [...streams]) drop(locationId, stream);
    },
  };
}
