/** Screen for a problem, with or without a valid ticket. */
import type { JSX } from 'preact';
import type { ProblemReason } from '../../../main/kiosk/contract/kiosk.ts';
import { QrCode } from '../../shared/components/qr-code.tsx';
import type { IllustrationName } from '../../shared/illustrations/drawings.ts';
import { Illustration } from '../../shared/illustrations/illustration.tsx';
import { useModel } from '../model.ts';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import { HandingOver, Ticket } from '../parts/ticket.tsx';
import type { KioskScreenProps } from './screen.ts';

const PICTURES: Partial<Record<ProblemReason, IllustrationName>> = {
  'no-paper': 'no-paper',
  'cover-open': 'cover-open',
};

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
          <Illustration class="message-picture" name="staff-coming" />
          <div class="message-title">
            <FitText text={text} />
          </div>
        </div>
      </Frame>
    );
  }
  const title = t(taken ? 'noted.taken' : 'noted.title');
  const picture = PICTURES[reason];
  return (
    <Frame
      state={state}
      t={t}
      title={title}
      text={taken ? '' : text}
      languages={false}
      spoken={`${title} ${ticket.number}.${taken ? '' : ` ${text} ${t('noted.valid')}`}`}
      nav={{ label: t(left ? 'anew' : 'done'), icon: left ? 'forth' : 'check', primary: true, onClick: leave }}
    >
      <HandingOver>
        <Ticket ticket={ticket} t={t} />
        {!taken && (
          <div class="take-along">
            {ticket.page !== undefined ? (
              <QrCode class="take-along-code" text={ticket.page} label={t('noted.code')} />
            ) : (
              picture !== undefined && <Illustration class="outlet-picture" name={picture} />
            )}
            <p class="take-along-line">{t('noted.valid')}</p>
            {ticket.page !== undefined && <p class="take-along-line">{t('noted.phone')}</p>}
          </div>
        )}
      </HandingOver>
    </Frame>
  );
}

/** Kiosk without tickets: only an outage ends without staff. The operator panel shows the reason. */
export function OutOfServiceScreen({ state, t, screen }: KioskScreenProps<'out-of-service'>): JSX.Element {
  const isAway = screen.reason === 'server-away';
  return (
    <NoTickets
      state={state}
      t={t}
      said={t(isAway ? 'away.text' : 'out.go')}
      picture={isAway ? 'offline' : 'staff-coming'}
      dir={undefined}
    />
  );
}

/** Message of staff to visitors, else a hint where to get help. */
export function ShutScreen({ state, t, screen }: KioskScreenProps<'shut'>): JSX.Element {
  const { message } = screen;
  // The message can have another language than the page.
  return <NoTickets state={state} t={t} said={message || t('out.go')} picture="staff-coming" dir="auto" />;
}

interface NoTicketsProps extends Pick<KioskScreenProps<'shut'>, 'state' | 't'> {
  readonly said: string;
  readonly picture: IllustrationName;
  readonly dir: 'auto' | undefined;
}

function NoTickets({ state, t, said, picture, dir }: NoTicketsProps): JSX.Element {
  return (
    <Frame state={state} t={t} title={t('out.title')} spoken={`${t('out.title')} ${said}`}>
      <div class="message">
        <Illustration class="message-picture" name={picture} />
        <div class="message-title" dir={dir}>
          <FitText text={said} />
        </div>
      </div>
    </Frame>
  );
}
