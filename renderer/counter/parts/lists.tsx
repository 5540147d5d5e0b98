/** Lists of waiting, paused, no-show and served visitors. */

import type { ComponentChildren, JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { SEARCH } from '../../shared/components/staff-marks.ts';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { callableCount } from '../amounts.ts';
import { FindResults, LongList, Served, ServiceChoice } from '../fetched.tsx';
import { SHEETS, type Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';
import { Key } from './key.tsx';
import { TicketRow } from './ticket-row.tsx';

/** Lists of waiting, paused, no-show and served visitors; or search results. */
export function Lists(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const sheet = counter.sheet.value;
  const wanted = counter.wanted.value.trim();
  const counts: Readonly<Partial<Record<Sheet, number>>> = {
    waiting: data?.waiting_count ?? 0,
    paused: data?.paused.length ?? 0,
    cancelled: data?.cancelled.length ?? 0,
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
          {sheet === 'paused' && <Rows tickets={data?.paused ?? []} sheet="paused" empty={t('lists.noPaused')} />}
          {sheet === 'cancelled' && (
            <Rows tickets={data?.cancelled ?? []} sheet="cancelled" empty={t('lists.noCancelled')} />
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
  const data = counter.data.value;
  const chosen = counter.chosen.value;
  const shown = data?.waiting ?? [];
  const of = (turn: string) => shown.filter((ticket) => ticket.turn === turn && !ticket.own);
  const own = shown.filter((ticket) => ticket.own);
  const next = of('next');
  const others = of('others');
  const later = of('later');
  const count = data === null ? 0 : callableCount(data) - own.length;
  return (
    <>
      <ServiceChoice />
      {own.length > 0 && (
        <Group title={t('lists.own')}>
          <Rows tickets={own} sheet="waiting" empty="" />
        </Group>
      )}
      {own.length > 0 && next.length > 0 && <h2 class="group-title">{t('lists.everybody')}</h2>}
      {own.length + next.length === 0 && (
        <p class="empty">{t(chosen.length === 0 ? 'lists.nobody' : 'lists.nobodyOfThese')}</p>
      )}
      {count > SHORT ? (
        <LongList first={next} count={count} own={own} Row={TicketRow} />
      ) : (
        next.length > 0 && <Rows tickets={next} sheet="waiting" empty="" />
      )}
      {others.length > 0 && (
        <Group title={t('lists.others')}>
          <Rows tickets={others} sheet="waiting" empty="" />
        </Group>
      )}
      {later.length > 0 && (
        <Group title={t('lists.later')}>
          <Rows tickets={later} sheet="waiting" empty="" />
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
  readonly tickets: readonly EventTicket[];
  readonly sheet: Sheet;
  readonly empty: string;
}

function Rows({ tickets, sheet, empty }: RowsProps): JSX.Element {
  if (tickets.length === 0) return <p class="empty">{empty}</p>;
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
