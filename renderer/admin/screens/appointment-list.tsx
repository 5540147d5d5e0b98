import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION, PLUS } from '../../shared/components/marks.ts';
import { type Column, Table } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import type { RestFailure, RestResult } from '../../shared/rest.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, nameOf } from '../model/item.ts';
import { useLocations } from '../model/locations.ts';
import { newestWish } from '../model/newest-wish.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { address } from '../model/router.ts';
import { FailureBox } from '../parts/failure-box.tsx';
import { Screen } from '../parts/screen.tsx';
import { dayIn } from '../reports/spans.ts';
import { cellOf } from './list-cells.tsx';

/** So many are asked for at once; more when wanted. */
const PAGE = 200;
const EVERYWHERE = '*';
const NONE: ReadonlyMap<string, LiveSnapshot> = new Map();

interface Page {
  readonly appointments: readonly Item[];
  /** Where the next one begins; empty at the end. */
  readonly next: string;
}

/** Appointments of a location and of some days. There may be very many: they are asked of the server, page by page. */
export function AppointmentList(): JSX.Element | null {
  const { t, site, router, drafts, language, session } = useAdmin();
  const { here } = useLocations();
  const file = site.file.value;
  const [page, setPage] = useState<Page | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const { q = '', location: asked = '', state = '', when = '', day = '' } = router.place.value.query;
  const location = asked || (here?.id ?? '');
  const today = dayIn(wallClock(), here?.timezone ?? 'UTC');
  const days = when === 'all' ? {} : when === 'day' ? { from_day: day, to_day: day } : { from_day: today };
  const wish = { text: q.trim(), state, ...days, ...(location === EVERYWHERE ? {} : { location }), limit: PAGE };
  const wanted = JSON.stringify(wish);

  const wishes = useMemo(
    () =>
      newestWish(
        ({ body }: { readonly body: object; readonly onto: readonly Item[] }): Promise<RestResult<Page>> =>
          session.rest.post<Page>('v2/admin/appointments/search', body),
        (answer, { onto }) => {
          setFailure(answer.ok ? null : answer.error);
          if (answer.ok) setPage({ ...answer.value, appointments: [...onto, ...answer.value.appointments] });
        },
      ),
    [session],
  );
  useEffect(() => () => wishes.end(), [wishes]);
  useEffect(() => {
    if (when !== 'day' || day !== '') wishes.ask({ body: JSON.parse(wanted) as object, onto: [] });
  }, [wishes, wanted, file]);

  if (file === null) return null;
  const refine = (change: Readonly<Record<string, string>>): void =>
    router.refine({ q, location: asked, state, when, day, ...change });
  const context = { t, file, language: language.id.value, live: NONE, collection: 'appointments' } as const;
  const columns: readonly Column<Item>[] = [
    {
      id: 'name',
      label: t('fields.name'),
      cell: (item) => (
        <a class="list-name" href={address(['appointments', String(item.id)])} dir="auto">
          {nameOf(item)}
          {drafts.all.value.has(`appointments/${String(item.id)}`) && (
            <span class="badge badge-attention">
              <Mark path={ATTENTION} />
              {t('drafts.mark')}
            </span>
          )}
        </a>
      ),
    },
    ...PART_VIEWS.appointments.columns.map((field) => ({
      id: field,
      label: t([`fieldsOf.appointments.${field}`, `fields.${field}`]),
      cell: (item: Item) => cellOf(context, field, item),
    })),
  ];
  const rows = page?.appointments ?? [];
  return (
    <Screen
      name={page === null && failure === null ? 'loading' : 'appointments'}
      title={t('nav.appointments')}
      actions={
        <a
          class="button button-main"
          href={address(['appointments', 'new'], { location: location === EVERYWHERE ? '' : location })}
        >
          <Mark path={PLUS} />
          {t('one.appointments.add')}
        </a>
      }
    >
      <p class="lead">{t('about.appointments')}</p>
      <search class="filters">
        <TextField label={t('shared.search')} type="search" value={q} onInput={(value) => refine({ q: value })} />
        {file.locations.length > 1 && (
          <SelectField
            label={t('fields.location')}
            value={location}
            options={[
              ...file.locations.map(({ id, name }) => ({ value: id, label: name })),
              { value: EVERYWHERE, label: t('all') },
            ]}
            onChange={(value) => refine({ location: value })}
          />
        )}
        <SelectField
          label={t('list.when')}
          value={when}
          options={[
            { value: '', label: t('list.coming') },
            { value: 'day', label: t('list.oneDay') },
            { value: 'all', label: t('all') },
          ]}
          onChange={(value) => refine({ when: value, day: value === 'day' ? day || today : '' })}
        />
        {when === 'day' && (
          <TextField label={t('list.day')} type="date" value={day} onInput={(value) => refine({ day: value })} />
        )}
        <SelectField
          label={t('fields.state')}
          value={state}
          options={[
            { value: '', label: t('all') },
            { value: '1', label: t('state.on') },
            { value: '0', label: t('state.off') },
          ]}
          onChange={(value) => refine({ state: value })}
        />
      </search>
      <FailureBox failure={{ text: failure === null ? '' : failureText(t, failure), faults: [] }} />
      <p class="count" role="status">
        {page !== null && t('list.shown', { number: rows.length })}
      </p>
      {page !== null && (
        <div class="card card-table">
          <Table
            caption={t('nav.appointments')}
            columns={columns}
            rows={rows}
            rowId={(item) => String(item.id)}
            empty={t('shared.nothingFound')}
          />
          {page.next !== '' && (
            <Button
              class="more"
              onClick={() => wishes.ask({ body: { ...(JSON.parse(wanted) as object), after: page.next }, onto: rows })}
            >
              {t('list.showMore')}
            </Button>
          )}
        </div>
      )}
    </Screen>
  );
}
