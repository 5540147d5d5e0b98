/** Lists of waiting, paused, no-show and served visitors. */

import type { ComponentChildren, JSX } from 'preact';
import type { CounterList } from '../../../main/queue/contract/rest/counters.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { SEARCH } from '../../shared/components/staff-marks.ts';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { FindResults, LongList, Served, ServiceChoice } from '../fetched.tsx';
import { listOf, SHEETS, type Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';
import { Key } from './key.tsx';
import { type ListedTicket, TicketRow } from './ticket-row.tsx';

/** Lists of waiting, paused, no-show and served visitors; or search results. */
export function Lists(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const sheet = counter.sheet.value;
  const wanted = counter.wanted.value.trim();
  const counts: Readonly<Partial<Record<Sheet, number>>> = {
    waiting: data?.waiting_count ?? 0,
    paused: data?.counts.paused ?? 0,
    cancelled: data?.counts.cancelled ?? 0,
  };
  const tabs = SHEETS.map((id) => ({
    id,
    label: (
      <>
        {t(`lists.${id}`)}
        {counts[id] !== undefined && <span class="count">{counts[id]}</span>}
      </>
    ),
  }));
  return (
    <section class="lists" aria-label={t('lists.label')}>
      <FindField />
      {wanted === '' ? (
        <Tabs label={t('lists.label')} tabs={tabs} chosen={sheet} onChoose={(id) => counter.show(id as Sheet)} scrolls>
          {sheet === 'waiting' && <Waiting />}
          {sheet === 'paused' && <Rows list="paused" tickets={data?.paused ?? []} empty={t('lists.noPaused')} />}
          {sheet === 'cancelled' && (
            <Rows list="cancelled" tickets={data?.cancelled ?? []} empty={t('lists.noCancelled')} />
          )}
          {sheet === 'served' && <Served />}
        </Tabs>
      ) : (
        <FindResults wanted={wanted} />
      )}
    </section>
  );
}

/** Longer lists draw only the rows in view. */
const SHORT = 60;

function Waiting(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const chosen = counter.chosen.value;
  const shown = counter.data.value?.waiting ?? [];
  const of = (list: CounterList) => shown.filter((ticket) => listOf(ticket) === list);
  const own = of('own');
  const next = of('next');
  const others = of('others');
  const later = of('later');
  return (
    <>
      <ServiceChoice />
      {own.length > 0 && (
        <Group title={t('lists.own')}>
          <Rows list="own" tickets={own} />
        </Group>
      )}
      {own.length > 0 && next.length > 0 && <h2 class="group-title">{t('lists.everybody')}</h2>}
      {own.length + next.length === 0 && (
        <p class="empty">{t(chosen.length === 0 ? 'lists.nobody' : 'lists.nobodyOfThese')}</p>
      )}
      {next.length > 0 && <Rows list="next" tickets={next} />}
      {others.length > 0 && (
        <Group title={t('lists.others')}>
          <Rows list="others" tickets={others} />
        </Group>
      )}
      {later.length > 0 && (
        <Group title={t('lists.later')}>
          <Rows list="later" tickets={later} />
        </Group>
      )}
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <section class="group" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface RowsProps {
  readonly list: CounterList;
  /** The first page of the list. */
  readonly tickets: readonly ListedTicket[];
  readonly empty?: string;
}

function Rows({ list, tickets, empty }: RowsProps): JSX.Element {
  const count = useCounter().data.value?.counts[list] ?? 0;
  const sheet: Sheet = list === 'paused' || list === 'cancelled' ? list : 'waiting';
  if (tickets.length === 0) return <p class="empty">{empty}</p>;
  if (count > SHORT) return <LongList list={list} first={tickets} count={count} sheet={sheet} Row={TicketRow} />;
  return (
    <ul class="rows">
      {tickets.map((ticket) => (
        <TicketRow key={ticket.ticket_id} ticket={ticket} sheet={sheet} />
      ))}
    </ul>
  );
}

/** Maximum length on the server. */
const LONGEST = 100;

/** Search field; the results replace the lists below. */
function FindField(): JSX.Element {
  const { t } = useStaff();
  const { wanted } = useCounter();
  return (
    <search class="find">
      <Mark path={SEARCH} />
      <input
        type="search"
        class="input"
        dir="auto"
        autoComplete="off"
        maxLength={LONGEST}
        aria-label={t('find.label')}
        aria-keyshortcuts="/"
        placeholder={t('find.hint')}
        value={wanted.value}
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          const found = document.querySelector<HTMLElement>('.found .row button');
          if ((event.key === 'ArrowDown' || event.key === 'Enter') && !event.isComposing && found !== null) {
            event.preventDefault();
            found.focus();
          } else if (event.key === 'Escape' && wanted.value !== '') {
            // Escape clears the text first, then leaves the field.
            event.preventDefault();
            event.stopPropagation();
            wanted.value = '';
          }
        }}
      />
      <Key name="/" />
    </search>
  );
}
