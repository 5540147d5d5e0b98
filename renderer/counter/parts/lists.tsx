import type { ComponentChildren, JSX } from 'preact';
import type { EventTicket } from '../../../main/contract/events.ts';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import type { Sheet } from '../open-dialog.ts';
import { ServiceChoice } from './service-choice.tsx';
import { TicketRow } from './ticket-row.tsx';

/** Who waits, who is paused, who did not come. */
export function Lists(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const sheet = counter.sheet.value;
  const counts: Readonly<Record<Sheet, number>> = {
    waiting: data?.waiting_count ?? 0,
    paused: data?.paused.length ?? 0,
    cancelled: data?.cancelled.length ?? 0,
  };
  const tabs = (['waiting', 'paused', 'cancelled'] as const).map((id) => ({
    id,
    label: (
      <>
        {t(`lists.${id}`)}
        <span class="count">{counts[id]}</span>
      </>
    ),
  }));
  return (
    <section class="lists" aria-label={t('lists.label')}>
      <Tabs label={t('lists.label')} tabs={tabs} chosen={sheet} onChoose={(id) => counter.show(id as Sheet)} scrolls>
        {sheet === 'waiting' && <Waiting />}
        {sheet === 'paused' && <Rows tickets={data?.paused ?? []} sheet="paused" empty={t('lists.noPaused')} />}
        {sheet === 'cancelled' && (
          <Rows tickets={data?.cancelled ?? []} sheet="cancelled" empty={t('lists.noCancelled')} />
        )}
      </Tabs>
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
  const of = (turn: string): readonly EventTicket[] => shown.filter((ticket) => ticket.turn === turn);
  const others = of('others');
  const later = of('later');
  const more = chosen.length === 0 ? (data?.waiting_count ?? 0) - (data?.waiting.length ?? 0) : 0;
  return (
    <>
      <ServiceChoice />
      <Rows
        tickets={of('next')}
        sheet="waiting"
        empty={t(chosen.length === 0 ? 'lists.nobody' : 'lists.nobodyOfThese')}
      />
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
      <h3>{title}</h3>
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
