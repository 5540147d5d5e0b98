import type { JSX } from 'preact';
import { serviceColours } from '../../shared/site-colours.ts';
import { useCounter } from '../model.ts';

/** Tag and number as on paper, in the colour of its service. Always from left to right. */
export function TicketLabel({
  ticket,
  big = false,
}: {
  readonly ticket: { readonly label: string; readonly service_id: string };
  readonly big?: boolean;
}): JSX.Element {
  const { data } = useCounter();
  const colour = data.value?.services.find(({ id }) => id === ticket.service_id)?.colour ?? '';
  return (
    <bdi class={big ? 'label label-big' : 'label'} dir="ltr" style={serviceColours(colour)}>
      {ticket.label}
    </bdi>
  );
}
