/**
 * Data migration between databases (`npm run copy`).
 *
 * A whole queue from one place to another, while no program works on either of them.
 */

import type { DatabaseTarget } from './database-target.ts';
import { type Moved, type MoveOptions, moveQueue } from './move.ts';
import { mustBeAtRest, withSink, withSource } from './open-place.ts';

/**
 * Throws `CannotMove` with a line for the person, also when a program has begun to work on a database meanwhile: what it has
 * done would be left behind.
 */
export async function copyQueue(from: DatabaseTarget, to: DatabaseTarget, options: MoveOptions = {}): Promise<Moved> {
  const mustRest = async (): Promise<void> => {
    for (const place of [from, to]) if (place.engine === 'postgres') await mustBeAtRest(place.url);
  };
  await mustRest();
  return withSource(from, to.engine === 'sqlite', (source) =>
    withSink(to, (sink) => moveQueue(source, sink, { ...options, beforeEnd: mustRest })),
  );
}
