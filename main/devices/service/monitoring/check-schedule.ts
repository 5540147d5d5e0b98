/** Schedule of device checks. */
export interface LookPlan {
  /** At the latest then; an earlier look stays. */
  later(deviceId: string, at: number): void;
  /** Then, whatever was planned. */
  set(deviceId: string, at: number): void;
  drop(deviceId: string): void;
  /** Infinity: not planned. */
  at(deviceId: string): number;
  /** Those to look at now; they are planned no more. */
  take(now: number): readonly string[];
  /** Null while nothing is planned. */
  next(): number | null;
}

export function planLooks(): LookPlan {
  const lookAt = new Map<string, number>();
  const at = (deviceId: string): number => lookAt.get(deviceId) ?? Number.POSITIVE_INFINITY;
  return {
    later: (deviceId, then) => void lookAt.set(deviceId, Math.min(then, at(deviceId))),
    set: (deviceId, then) => void lookAt.set(deviceId, then),
    drop: (deviceId) => void lookAt.delete(deviceId),
    at,
    take(now) {
      const ids = [...lookAt].filter(([, then]) => then <= now).map(([id]) => id);
      for (const id of ids) lookAt.delete(id);
      return ids;
    },
    next() {
      let next: number | null = null;
      for (const then of lookAt.values()) next = Math.min(next ?? then, then);
      return next;
    },
  };
}
