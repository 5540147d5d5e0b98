import type { ComponentChildren, JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { FindResults, Served } from '../fetched.tsx';
import { SHEETS, type Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';
import { FindField } from './find-field.tsx';
import { ServiceChoice } from './service-choice.tsx';
import { TicketRow } from './ticket-row.tsx';

/** Who waits, who is paused, who did not come, who was served; or whoever is looked for. */
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

function Waiting(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const chosen = counter.chosen.value;
  const shown = (data?.waiting ?? []).filter(
    ({ dst_service_id }) => chosen.length === 0 || chosen.includes(dst_service_id),
  );
  const of = (turn: string): readonly EventTicket[] => shown.filter((ticket) => ticket.turn === turn && !ticket.own);
  const own = shown.filter((ticket) => ticket.own);
  const next = of('next');
  const others = of('others');
  const later = of('later');
  const more = chosen.length === 0 ? (data?.waiting_count ?? 0) - (data?.waiting.length ?? 0) : 0;
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
      {next.length > 0 && <Rows tickets={next} sheet="waiting" empty="" />}
      {more > 0 && <p class="empty">{t('lists.more', { count: more })}</p>}
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

function Rows({
  tickets,
  sheet,
  empty,
}: {
  readonly tickets: readonly EventTicket[];
  readonly sheet: Sheet;
  readonly empty: string;
}): JSX.Element {
  if (tickets.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="rows">
      {tickets.map((ticket) => (
        <TicketRow key={ticket.ticket_id} ticket={ticket} sheet={sheet} />
      ))}
    </ul>
  );
}
