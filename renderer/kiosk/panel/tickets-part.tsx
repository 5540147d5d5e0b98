/** Last tickets, with reprints. */
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Icon } from '../parts/icon.tsx';
import { moment } from './moment.ts';
import { PanelFrame } from './panel-frame.tsx';
import type { PanelProps } from './panel-props.ts';
import { PrintNotice } from './print-notice.tsx';

/** The last tickets, newest first: number, service and time, and a reprint of each. */
export function TicketsPart({ state, t, screen }: PanelProps<'tickets'>): JSX.Element {
  const { call, now } = useModel();
  const { tickets, reprint } = screen;
  const print = reprint?.print ?? '';
  const said = print === '' ? '' : t(`panel.tickets.reprint.${print}`, { number: reprint?.number });
  return (
    <PanelFrame state={state} t={t} title={t('panel.tickets.title')} text={t('panel.tickets.text')}>
      <PrintNotice said={said} print={print} />
      {tickets.length === 0 && <p class="guide-text">{t('panel.tickets.none')}</p>}
      <ul class="last-tickets">
        {tickets.map(({ key, number, serviceName, at, print: was }) => (
          <li key={key} class="last-ticket">
            <strong class="last-number">{number}</strong>
            <span class="last-words">
              <FitText class="last-service" text={serviceName} />
              <span class="last-facts">
                {moment(at, now.value, state.lang, state.timeZone)}
                {was !== '' && ` · ${t(`panel.tickets.was.${was}`)}`}
              </span>
            </span>
            <button
              type="button"
              class="nav last-again"
              aria-label={t('pair', { name: t('panel.tickets.again'), value: number })}
              aria-disabled={print === 'printing'}
              onClick={() => call('panelReprint', { key })}
            >
              <Icon name="again" />
              <span>{t('panel.tickets.again')}</span>
            </button>
          </li>
        ))}
      </ul>
    </PanelFrame>
  );
}
