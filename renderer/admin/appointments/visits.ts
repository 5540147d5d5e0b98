/** States of listed appointments. */
import { useEffect, useRef } from 'preact/hooks';
import type { AppointmentListAnswer } from '../../../main/appointments/contract/rest/admin-appointments.ts';
import type { VisitState } from '../../../main/appointments/contract/visit-state.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';

/** Minimum interval between two reloads of the list after events. */
const SETTLE_MS = 1_000;
/** Reload interval without events: visitors become late as time passes. */
const CLOCK_MS = 60_000;

export interface ShownVisit {
  readonly state: VisitState;
  /** As printed; empty without a ticket. */
  readonly number: string;
  /** Whether the visitor may check in now. */
  readonly open: boolean;
}

/** Merges the visits into their appointments, where `visitOf` reads them. */
export function withVisits({ appointments, visits = [] }: AppointmentListAnswer): readonly Item[] {
  const byId = new Map(
    visits.map(({ id, state, number, open }): [string, ShownVisit] => [id, { state, number, open }]),
  );
  return appointments.map((appointment) => ({ ...appointment, visit: byId.get(appointment.id) }));
}

/** Null if the state is unknown. */
export function visitOf(appointment: Item): ShownVisit | null {
  const visit = objectOf(appointment.visit);
  const state = textOf(visit, 'state');
  return state === ''
    ? null
    : { state: state as VisitState, number: textOf(visit, 'number'), open: visit.open === true };
}

/**
 * Calls `onNews` after events about tickets or appointments of the location, and once a minute while the page is
 * visible.
 */
export function useVisitNews(location: string, onNews: () => void): void {
  const { feeds } = useAdmin();
  const news = useRef(onNews);
  news.current = onNews;
  useEffect(() => {
    let timer: number | undefined;
    const soon = (): void => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        news.current();
      }, SETTLE_MS);
    };
    const clock = window.setInterval(() => {
      if (document.visibilityState === 'visible') soon();
    }, CLOCK_MS);
    const stop =
      location === ''
        ? () => {}
        : feeds.open(location, (_snapshot, message) => {
            if (message !== null && message.type !== 'device.changed' && message.type !== 'state') soon();
          });
    return () => {
      window.clearTimeout(timer);
      window.clearInterval(clock);
      stop();
    };
  }, [feeds, location]);
}
