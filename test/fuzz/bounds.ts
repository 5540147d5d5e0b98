/** Maximum cost of any request. */
import type { Measured } from './serving.ts';

/** CPU time of one event-loop turn on an idle machine, which delays other requests. */
const MAX_TURN_MS = 50;
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;

const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** Exceeded bounds; empty if none. */
export function overBounds(what: string, measured: Measured): readonly string[] {
  const { longestTurnMs, longestTurnAfter, growthBytes, growthAfter, threadBytes, threadsAfter, factor } = measured;
  return [
    ...(longestTurnMs > MAX_TURN_MS * factor
      ? [`${what} held up others: ${costOf(measured)}; after:\n  ${longestTurnAfter.slice(-8).join('\n  ')}`]
      : []),
    ...(growthBytes > MAX_GROWTH_BYTES
      ? [`${what} took ${mib(growthBytes)}; after:\n  ${growthAfter.slice(-8).join('\n  ')}`]
      : []),
    ...(threadBytes > MAX_GROWTH_BYTES
      ? [`${what} took ${mib(threadBytes)} of threads; after:\n  ${threadsAfter.slice(-8).join('\n  ')}`]
      : []),
  ];
}

export function costOf({ longestTurnMs, growthBytes, threadBytes, factor }: Measured): string {
  return `longest turn of the event loop ${longestTurnMs.toFixed(0)} ms of CPU on a machine ${factor.toFixed(1)} times as slow as a quiet one, memory in use up to ${mib(growthBytes)} more, of threads ${mib(threadBytes)} more`;
}
