/** Lists of waiting, paused, no-show and served visitors. */

import type { TFunction } from 'i18next';
import type { ComponentChildren, JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { CounterAnswer } from '../../../main/queue/contract/rest/counters.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { isLate, waitTime } from '../amounts.ts';
import { LOOK } from '../counter-marks.ts';
import { FindResults, Served, ServiceChoice } from '../fetched.tsx';
import { SHEETS, type Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';
import { Key } from './key.tsx';
import { Row } from './row.tsx';
import { TicketFacts } from './ticket-facts.tsx';

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

function Waiting(): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const chosen = counter.chosen.value;
  const shown = data?.waiting ?? [];
  const of = (turn: string): readonly EventTicket[] => shown.filter((ticket) => ticket.turn === turn && !ticket.own);
  const own = shown.filter((ticket) => ticket.own);
  const next = of('next');
  const others = of('others');
  const later = of('later');
  const more = (data?.waiting_count ?? 0) - shown.length;
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

type Listed = EventTicket & Partial<Pick<CounterAnswer['waiting'][number], 'own' | 'place' | 'sent_by'>>;

/** A ticket in a list, with its wait; for a transferred one also who sent it, and its place. */
function TicketRow({ ticket, sheet }: { readonly ticket: Listed; readonly sheet: Sheet }): JSX.Element {
  const { t, language } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const service = data?.services.find(({ id }) => id === ticket.dst_service_id);
  const now = counter.now.value;
  const late = sheet === 'waiting' && isLate(ticket, service, now);
  const time = clockTime(Date.parse(ticket.issued_at), language.id.value, data?.location.timezone ?? 'UTC');
  const asks = data?.services.some(({ id, asks: any }) => any && (id === ticket.service_id || id === service?.id));
  const isOwn = ticket.own === true;
  return (
    <Row ticket={ticket} late={late} asks={asks === true}>
      <p class="row-service">{service?.name ?? ''}</p>
      <div class="row-more">
        <p>
          {sheet === 'waiting' ? (
            <>
              <span class="row-wait">{waitTime(now - Date.parse(ticket.waiting_since), t)}</span>{' '}
              <span aria-hidden="true">· </span>
            </>
          ) : null}
          <span>{t('now.came', { time })}</span>
        </p>
        <TicketFacts ticket={ticket} late={late} />
      </div>
      {isOwn && (
        <p class="row-sent">
          {[ticket.sent_by === '' ? '' : t('lists.sentBy', { name: ticket.sent_by }), placeWords(ticket.place ?? 0, t)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {isOwn && ticket.note !== '' ? (
        <p class="now-note row-note">
          <bdi>{ticket.note}</bdi>
        </p>
      ) : null}
      <Person words={isOwn ? [ticket.client_name] : [ticket.client_name, ticket.note]} />
    </Row>
  );
}

function Person({ words }: { readonly words: readonly string[] }): JSX.Element | null {
  const said = words.filter(Boolean).join(' · ');
  if (said === '') return null;
  return (
    <p class="row-person">
      <bdi>{said}</bdi>
    </p>
  );
}

/** Place of a ticket in this desk's calling order; 0: after the listed ones. */
function placeWords(place: number, t: TFunction): string {
  if (place === 1) return t('lists.placeNext');
  return place === 0 ? t('lists.placeFar') : t('lists.place', { place });
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
      <Mark path={LOOK} />
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
