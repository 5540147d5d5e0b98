import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { clockTime } from '../../shared/time.ts';
import { isLate, waitTime } from '../amounts.ts';
import { useCounter } from '../model.ts';
import type { Sheet } from '../open-dialog.ts';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketLabel } from './ticket-label.tsx';

/** One ticket of a list: what it is, how long it waits, and what can be done with it. */
export function TicketRow({ ticket, sheet }: { readonly ticket: EventTicket; readonly sheet: Sheet }): JSX.Element {
  const { t, language, session } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const service = data?.services.find(({ id }) => id === ticket.dst_service_id);
  const now = counter.now.value;
  const late = sheet === 'waiting' && isLate(ticket, service, now);
  const time = clockTime(Date.parse(ticket.issued_at), language.id.value, data?.location.timezone ?? 'UTC');
  const asks = data?.services.some(({ id, asks: any }) => any && (id === ticket.service_id || id === service?.id));
  const mayCall =
    sheet !== 'waiting' || session.may('acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services');
  return (
    <li class="row" data-late={late}>
      <TicketLabel ticket={ticket} />
      <div class="row-words">
        <p class="row-service">{service?.name ?? ''}</p>
        <div class="row-more">
          <p>
            {sheet === 'waiting' ? (
              <>
                <span class="row-wait">{waitTime(now - Date.parse(ticket.waiting_since), t)}</span>
                <span aria-hidden="true"> · </span>
              </>
            ) : null}
            <span>{t('now.came', { time })}</span>
          </p>
          <TicketFacts ticket={ticket} late={late} />
        </div>
        {(ticket.client_name !== '' || ticket.note !== '') && (
          <p class="row-person">
            <bdi>{[ticket.client_name, ticket.note].filter(Boolean).join(' · ')}</bdi>
          </p>
        )}
      </div>
      <div class="row-acts">
        {mayCall && (
          <Button
            class="row-call"
            busy={counter.act.isBusy.value}
            onClick={(event) => {
              if (event.detail <= 1) counter.act.callTicket(ticket, sheet);
            }}
          >
            {t('act.call')} <span class="spoken">{ticket.label}</span>
          </Button>
        )}
        {asks && (
          <Button look="plain" class="row-show" onClick={() => counter.open({ name: 'answers', ticket })}>
            {t('lists.show')} <span class="spoken">{ticket.label}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
