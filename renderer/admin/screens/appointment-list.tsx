/** List of appointments, paged by the server. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { SEARCH_APPOINTMENTS } from '../../../main/appointments/contract/endpoints.ts';
import type {
  AppointmentListAnswer,
  AppointmentSearchParameters,
} from '../../../main/appointments/contract/rest/admin-appointments.ts';
import type { CallerParameters } from '../../../main/rest/contract/endpoint.ts';
import type { RestFailure, RestResult } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { DateField } from '../../shared/components/date-field.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { failureText } from '../../shared/failure-text.ts';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import { wallClock } from '../../shared/time.ts';
import { useVisitNews, withVisits } from '../appointments/visits.ts';
import { WalkIn } from '../appointments/walk-in.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import type { Item } from '../model/item.ts';
import { latestRequest } from '../model/latest-only.ts';
import { useLocations } from '../model/locations.ts';
import { address } from '../model/router.ts';
import { useShownLocation } from '../parts/location-filter.tsx';
import { dayIn } from '../reports/spans.ts';
import { LIST_PAGE, ListFrame } from './list-frame.tsx';

const EVERYWHERE = '*';
/** Maximum page size of the server. */
const MAX_AT_ONCE = 1_000;
const NONE: ReadonlyMap<string, LiveSnapshot> = new Map();
/** Initial values of a ticket without an appointment. */
const STRANGER = { service: '', lang: '', name: '' };

interface Page {
  readonly appointments: readonly Item[];
  /** Cursor of the next page; empty at the end. */
  readonly next: string;
}

interface Wish {
  readonly asked: CallerParameters<typeof AppointmentSearchParameters>;
  /** Rows before the requested ones. */
  readonly onto: readonly Item[];
}

/** Appointments of a location and a period. There may be very many, so the server pages them. */
export function AppointmentList(): JSX.Element | null {
  const { t, site, router, session, rights, chooseLocation } = useAdmin();
  const [isGiving, setGiving] = useState(false);
  const { here } = useLocations();
  const file = site.file.value;
  const [page, setPage] = useState<Page | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  /** Number of rows to show. */
  const rows = useRef(LIST_PAGE);
  const { q = '', location: asked = '', state = '', when = '', day = '' } = router.place.value.query;
  const shown = useShownLocation(asked);
  const location = asked === EVERYWHERE ? asked : shown || (here?.id ?? '');
  const today = dayIn(wallClock(), here?.timezone ?? 'UTC');
  const place = location === EVERYWHERE ? {} : { location };
  const wish = {
    text: q.trim(),
    state: state === '1' || state === '0' ? state : '',
    ...daysOf(when, day, today),
    ...place,
    limit: LIST_PAGE,
    visits: true,
  } as const satisfies Wish['asked'];
  const wanted = JSON.stringify(wish);

  const wishes = useMemo(
    () =>
      latestRequest<Wish, RestResult<AppointmentListAnswer>>(
        ({ asked: what }) => session.rest.call(SEARCH_APPOINTMENTS, what),
        (answer, { onto }) => {
          setFailure(answer.ok ? null : answer.error);
          if (answer.ok) setPage({ next: answer.value.next, appointments: [...onto, ...withVisits(answer.value)] });
        },
      ),
    [session],
  );
  useEffect(() => () => wishes.end(), [wishes]);
  useEffect(() => {
    rows.current = LIST_PAGE;
    if (when !== 'day' || day !== '') wishes.ask({ asked: wish, onto: [] });
  }, [wishes, wanted, file]);

  useVisitNews(location === EVERYWHERE ? '' : location, () => {
    // Reloads as many rows as are shown, and replaces them.
    const limit = Math.min(rows.current, MAX_AT_ONCE);
    if (page !== null) wishes.ask({ asked: { ...wish, limit }, onto: [] });
  });

  if (file === null) return null;
  const refine = (change: Readonly<Record<string, string>>): void =>
    router.refine({ q, location: asked, state, when, day, ...change });
  const showMore = ({ next, appointments }: Page): void => {
    rows.current = appointments.length + LIST_PAGE;
    wishes.ask({ asked: { ...wish, after: next }, onto: appointments });
  };
  return (
    <ListFrame
      collection="appointments"
      name={page === null && failure === null ? 'loading' : 'appointments'}
      fresh={address(['appointments', 'new'], { location: location === EVERYWHERE ? '' : location })}
      actions={
        rights.mayCheckIn && (
          <>
            <Button onClick={() => setGiving(true)}>{t('walkIn.give')}</Button>
            {isGiving && (
              <WalkIn
                location={location === EVERYWHERE ? (here?.id ?? '') : location}
                known={STRANGER}
                appointment=""
                onClose={() => setGiving(false)}
              />
            )}
          </>
        )
      }
      q={q}
      state={state}
      hasStates
      refine={refine}
      filters={
        <>
          {file.locations.length > 1 && (
            <SelectField
              label={t('fields.location')}
              value={location}
              options={[
                ...file.locations.map(({ id, name }) => ({ value: id, label: name })),
                { value: EVERYWHERE, label: t('all') },
              ]}
              onChange={(value) => {
                // Names of services come from the site.
                if (value === EVERYWHERE) void site.readAll();
                else if (site.part.value !== '') chooseLocation(value);
                refine({ location: value });
              }}
            />
          )}
          <SelectField
            label={t('list.when')}
            value={when}
            options={[
              { value: '', label: t('list.coming') },
              { value: 'today', label: t('appointment.today') },
              { value: 'day', label: t('list.oneDay') },
              { value: 'all', label: t('all') },
            ]}
            onChange={(value) => refine({ when: value, day: value === 'day' ? day || today : '' })}
          />
          {when === 'day' && (
            <DateField label={t('list.day')} value={day} onInput={(value) => refine({ day: value })} />
          )}
        </>
      }
      notice={<FailureBox failure={{ text: failure === null ? '' : failureText(t, failure), faults: [] }} />}
      count={page !== null && t('list.shown', { number: page.appointments.length })}
      rows={page?.appointments ?? null}
      empty={t('shared.nothingFound')}
      more={page === null || page.next === '' ? null : { label: t('list.showMore'), show: () => showMore(page) }}
      live={NONE}
    />
  );
}

function daysOf(when: string, day: string, today: string): { readonly from_day?: string; readonly to_day?: string } {
  if (when === 'all') return {};
  if (when === '') return { from_day: today };
  const only = when === 'today' ? today : day;
  return { from_day: only, to_day: only };
}
