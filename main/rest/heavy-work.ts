/**
 * Limit of heavy requests per caller.
 *
 * One runs at a time, and a few wait. Heavy requests have large bodies, or are declared heavy. Without this limit one
 * caller could use all memory and all slices.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { callerName } from '../access/service/caller.ts';

/** Limits per caller: requests, and bytes of their bodies. */
const MAX_WAITING = 15;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

type Asking = Pick<FastifyRequest, 'caller' | 'ip' | 'whenAnswered'>;

export interface HeavyWork {
  /**
   * Resolves when the request can run, until its response is sent. False: too many requests wait.
   * @param bytes size of the body held meanwhile
   */
  enter(request: Asking, bytes?: number): Promise<boolean>;
}

interface Waiting {
  readonly bytes: number;
  readonly letIn: () => void;
}

/** Thrown where no refusal can be returned; answered as errno 107. */
export class TooMuchAtOnce extends Error {}

export function createHeavyWork(): HeavyWork {
  const busy = new Map<string, Waiting[]>();
  const inside = new WeakSet<Asking>();

  function leave(caller: string): void {
    const next = busy.get(caller)?.shift();
    if (next === undefined) busy.delete(caller);
    else next.letIn();
  }

  return {
    async enter(request, bytes = 0) {
      if (inside.has(request)) return true;
      const from = request.caller === null || request.caller.kind === 'anyone' ? request.ip : '';
      const caller = `${callerName(request.caller ?? { kind: 'anyone' })} ${from}`;
      const others = busy.get(caller);
      if (others === undefined) busy.set(caller, []);
      else {
        const held = others.reduce((sum, other) => sum + other.bytes, bytes);
        if (others.length >= MAX_WAITING || held > MAX_WAITING_BYTES) return false;
        await new Promise<void>((letIn) => others.push({ bytes, letIn }));
      }
      inside.add(request);
      request.whenAnswered(() => leave(caller));
      return true;
    },
  };
}

/** Calls the listener once: when the response is sent, or the client disconnects. */
export function whenAnswered(response: ServerResponse, listener: () => void): void {
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    listener();
  };
  if (response.closed || response.writableFinished) end();
  else response.once('close', end).once('finish', end);
}
