/**
 * Limit of heavy requests per caller.
 *
 * One is worked on at a time, a few wait. Heavy are large bodies and operations that say so; without this bound one
 * caller could take all memory and all slices.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { callerName } from '../access/service/caller.ts';

/** Of one caller: requests, and bytes of their bodies. */
const MAX_WAITING = 15;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

type Asking = Pick<FastifyRequest, 'caller' | 'ip' | 'whenAnswered'>;

export interface HeavyWork {
  /**
   * Resolves when it is the request's turn, which lasts until its answer is sent. False: too many wait already.
   * @param bytes of the body that it holds meanwhile
   */
  enter(request: Asking, bytes?: number): Promise<boolean>;
}

interface Waiting {
  readonly bytes: number;
  readonly letIn: () => void;
}

/** To be thrown where a refusal cannot be returned; answered as errno 107. */
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

/** Called once: when the answer is sent, or when nobody waits for it any more. */
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
