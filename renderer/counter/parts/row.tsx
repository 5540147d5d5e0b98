/** List row of a ticket, with its actions. */
import type { ComponentChildren, JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { serviceColours } from '../../shared/site-colours.ts';
import { useStaff } from '../../shared/staff.ts';
import type { Lateness } from '../amounts.ts';
import { useCounter } from '../model.ts';
import { type OwnDesk, sheetOf, stepsOf, type TicketStep } from '../ticket-steps.ts';

interface TicketLabelProps {
  readonly ticket: { readonly label: string; readonly service_id: string };
  readonly big?: boolean;
}

/** Label as on paper, in the colour of its service. Always left to right. */
export function TicketLabel({ ticket, big = false }: TicketLabelProps): JSX.Element {
  const { data } = useCounter();
  const colour = data.value?.services.find(({ id }) => id === ticket.service_id)?.colour ?? '';
  return (
    <bdi class={big ? 'label label-big' : 'label'} dir="ltr" style={serviceColours(colour)}>
      {ticket.label}
    </bdi>
  );
}

interface RowProps {
  readonly ticket: EventTicket;
  readonly late?: Lateness;
  readonly position?: readonly [at: number, of: number] | undefined;
  /** For an ended visit: whether it was served. */
  readonly wasServed?: boolean;
  /** Its forms have questions, so the answers can be shown. */
  readonly asks?: boolean;
  readonly children: ComponentChildren;
}

/** A ticket in a list: label, details, the main action, and the rest behind *More*. */
export function Row({ ticket, late = '', position, wasServed, asks = false, children }: RowProps): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const [first, ...more] = stepsOf(ticket, useDesk(), wasServed);
  const label = <span class="spoken">{ticket.label}</span>;
  const one = first === 'call' || first === 'continue' || first === 'requeue' ? first : null;
  const rest: readonly TicketStep[] = one === null && first !== undefined ? [first, ...more] : more;
  // A single action needs no dialog.
  const isRequeue = rest.length === 1 && rest[0] === 'requeue';
  return (
    <li class="row" data-late={late} aria-posinset={position?.[0]} aria-setsize={position?.[1]}>
      <TicketLabel ticket={ticket} />
      <div class="row-words">{children}</div>
      <div class="row-acts">
        {one !== null && (
          <Button
            class="row-call"
            busy={counter.act.isBusy.value}
            onClick={(event) => {
              if (event.detail > 1) return;
              if (one === 'requeue') counter.act.requeue(ticket);
              else counter.act.callTicket(ticket, sheetOf(ticket, counter.deskId));
            }}
          >
            {t(`act.${one}`)} {label}
          </Button>
        )}
        {asks && (
          <Button look="plain" class="row-show" onClick={() => counter.open({ name: 'answers', ticket })}>
            {t('lists.show')} {label}
          </Button>
        )}
        {rest.length > 0 && (
          <Button
            look="plain"
            class="row-rest"
            onClick={() => {
              if (isRequeue) counter.act.requeue(ticket);
              else counter.open({ name: 'ticket', ticket, steps: rest });
            }}
          >
            {t(isRequeue ? 'act.requeue' : 'lists.rest')} {label}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Properties of desk and clerk that decide about actions. */
function useDesk(): OwnDesk {
  const { session } = useStaff();
  const { deskId, data } = useCounter();
  const services = data.value?.services ?? [];
  return {
    deskId,
    served: new Set(services.filter(({ served }) => served).map(({ id }) => id)),
    mayCall: session.may('acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services'),
  };
}
