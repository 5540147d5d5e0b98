/** Figures of the day, reloaded on events. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { REPORT_TODAY } from '../../../main/reports/contract/endpoints.ts';
import type { TodayAnswer } from '../../../main/reports/contract/rest/reports.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';

/** After an event the figures are read again, but not oftener than this, however much happens. */
const SETTLE_MS = 1_000;
const SECOND_MS = 1_000;

export interface Today {
  readonly today: TodayAnswer | null;
  readonly failure: RestFailure | null;
  /** Seconds since these figures were true. */
  readonly elapsed: number;
  retry(): void;
}

/** The figures of the day, read again when the location tells that something happened. */
export function useToday(location: string): Today {
  const { session, feeds } = useAdmin();
  const [today, setToday] = useState<TodayAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [now, setNow] = useState(wallClock());
  const [readAt, setReadAt] = useState(wallClock());
  const read = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (location === '') return;
    let isGone = false;
    let timer: number | undefined;
    let isReading = false;
    let isAsked = false;
    let lastRead = Number.NEGATIVE_INFINITY;
    const load = async (): Promise<void> => {
      timer = undefined;
      isReading = true;
      isAsked = false;
      lastRead = wallClock();
      const answer = await session.rest.call(REPORT_TODAY, { location });
      isReading = false;
      if (isGone) return;
      if (answer.ok) {
        setToday(answer.value);
        setReadAt(wallClock());
        setNow(wallClock());
      }
      setFailure(answer.ok ? null : answer.error);
      if (isAsked) soon();
    };
    const soon = (): void => {
      isAsked = true;
      if (timer !== undefined || isReading) return;
      timer = window.setTimeout(() => void load(), Math.max(0, lastRead + SETTLE_MS - wallClock()));
    };
    read.current = () => void load();
    setToday(null);
    void load();
    const stop = feeds.open(location, (_snapshot, message) => {
      if (message !== null && message.type !== 'device.changed') soon();
    });
    const clock = window.setInterval(() => setNow(wallClock()), SECOND_MS);
    return () => {
      isGone = true;
      stop();
      window.clearTimeout(timer);
      window.clearInterval(clock);
    };
  }, [location, session, feeds]);

  return { today, failure, elapsed: Math.max(0, Math.floor((now - readAt) / SECOND_MS)), retry: () => read.current() };
}
