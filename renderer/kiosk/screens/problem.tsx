/** Screen for a problem, with or without a valid ticket. */
import type { JSX } from 'preact';
import { QrCode } from '../../shared/components/qr-code.tsx';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { HandingOver, Ticket } from '../parts/ticket.tsx';
import type { KioskScreenProps } from './screen.ts';

/** With a ticket: it is valid, and its number replaces the paper. Without: advice. */
export function ProblemScreen({ state, t, screen }: KioskScreenProps<'problem'>): JSX.Element {
  const { call } = useModel();
  const { reason, ticket, left, taken } = screen;
  const text = t(`problem.${reason}.text`);
  const leave = (): void => call('done', {});
  if (ticket === null) {
    const title = t(`problem.${reason}.title`);
    return (
      <Frame
        state={state}
        t={t}
        title={title}
        spoken={`${title} ${text}`}
        nav={{ label: t('chooseAgain'), icon: 'back', primary: true, onClick: leave }}
      >
        <div class="message">
          <div class="message-mark">
            <Icon name="desk" />
          </div>
          <div class="message-title">
            <FitText text={text} />
          </div>
        </div>
      </Frame>
    );
  }
  const title = t(taken ? 'noted.taken' : 'noted.title');
  return (
    <Frame
      state={state}
      t={t}
      title={title}
      languages={false}
      spoken={`${title} ${ticket.number}.${taken ? '' : ` ${text} ${t('noted.valid')}`}`}
      nav={{ label: t(left ? 'anew' : 'done'), icon: left ? 'forth' : 'check', primary: true, onClick: leave }}
    >
      <HandingOver>
        <Ticket ticket={ticket} t={t} />
        {!taken && (
          <div class={reason === 'no-printer' ? 'notice notice-large' : 'notice notice-attention notice-large'}>
            <Icon name={reason === 'no-printer' ? 'note' : 'attention'} />
            <div>
              {text} <strong>{t('noted.valid')}</strong>
            </div>
          </div>
        )}
        {ticket.page !== undefined && !taken && (
          <div class="take-along">
            <QrCode class="take-along-code" text={ticket.page} label={t('noted.code')} />
            <div>{t('noted.phone')}</div>
          </div>
        )}
      </HandingOver>
    </Frame>
  );
}

/** Kiosk without tickets: out of service, or closed by staff. */
export function OutOfServiceScreen({ state, t, screen }: KioskScreenProps<'out-of-service'>): JSX.Element {
  return <NoTickets state={state} t={t} said={t('out.go')} small={t(`out.${screen.reason}`)} dir={undefined} />;
}

/** Message of staff to visitors, else a hint where to get help. */
export function ShutScreen({ state, t, screen }: KioskScreenProps<'shut'>): JSX.Element {
  const { message } = screen;
  // The message can have another language than the page.
  return message === '' ? (
    <NoTickets state={state} t={t} said={t('out.go')} small={t('out.shut')} dir="auto" />
  ) : (
    <NoTickets state={state} t={t} said={message} small={null} dir="auto" />
  );
}

interface NoTicketsProps extends Pick<KioskScreenProps<'shut'>, 'state' | 't'> {
  readonly said: string;
  readonly small: string | null;
  readonly dir: 'auto' | undefined;
}

function NoTickets({ state, t, said, small, dir }: NoTicketsProps): JSX.Element {
  return (
    <Frame state={state} t={t} title={t('out.title')} spoken={`${t('out.title')} ${said}`}>
      <div class="message">
        <div class="message-mark">
          <Icon name="desk" />
        </div>
        <div class="message-title" dir={dir}>
          <FitText text={said} />
        </div>
        {small !== null && <p class="message-small">{small}</p>}
      </div>
    </Frame>
  );
}
