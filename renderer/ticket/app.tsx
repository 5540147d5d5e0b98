/** Ticket page on the phone. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { Mark } from '../shared/components/mark.tsx';
import { CHECK, LANGUAGE, UNLINKED } from '../shared/components/marks.ts';
import { BELL } from '../shared/components/phone-marks.ts';
import { serviceColours } from '../shared/site-colours.ts';
import { clockTime } from '../shared/time.ts';
import type { Alerts } from './alerts.ts';
import type { LeaveDialog } from './leave-dialog.tsx';
import type { TicketModel } from './model.ts';
import type { Reading } from './reading.ts';
import { What } from './ticket-status.tsx';
import { useLoaded } from './use-loaded.ts';
import { type Look, nameIn, spoken } from './view-state.ts';

/** Begins while the ticket is read. */
const painting = import('../shared/paint-site.ts');

export function App({ model }: { readonly model: TicketModel }): JSX.Element {
  const { news, look, language } = model;
  const { ticket } = news.value;
  const now = look.value;
  const t = language.t.value;
  const lang = language.id.value;
  const isWaiting = now === 'waiting' || now === 'almost';
  const top = useRef<HTMLElement>(null);

  // Scrolls to the call, wherever the visitor was reading.
  useEffect(() => {
    if (now === 'called') top.current?.scrollIntoView({ block: 'start' });
  }, [now]);

  const accent = ticket?.accent ?? '';
  useEffect(() => {
    // Style sheets have the colours of a location without one.
    if (accent === '') return;
    painting.then(
      ({ paintSite }) => paintSite(accent),
      () => undefined,
    );
  }, [accent]);

  return (
    <main class="page" ref={top} data-look={now} data-status={news.value.status}>
      <Stale model={model} />
      {ticket !== null && (
        <header class="place">
          {ticket.logo !== '' && <img src={`../${ticket.logo}`} alt="" fetchpriority="low" />}
          <p>{nameIn(ticket.location, lang, ticket.lang)}</p>
        </header>
      )}
      <div class="turn" style={serviceColours(ticket?.colour ?? '')}>
        {ticket !== null && <TicketCard ticket={ticket} look={now} t={t} lang={lang} />}
        <What look={now} ticket={ticket} model={model} at={news.value.at} />
      </div>
      {(isWaiting || now === 'paused') && <AlertChoice alerts={model.alerts} t={t} />}
      <footer class="foot">
        {isWaiting && <Leave model={model} />}
        <Settings language={language} />
      </footer>
      <p class="spoken" role="status" aria-live="polite">
        {spoken(now, ticket, t, lang)}
      </p>
    </main>
  );
}

/** All settings: the choices of the language, loaded when they are opened for the first time. */
function Settings({ language }: { readonly language: Reading }): JSX.Element {
  const [Choices, load] = useLoaded(() => import('./language-choices.tsx').then((part) => part.LanguageChoices));
  return (
    <details class="settings" onToggle={load}>
      <summary class="button">
        <Mark path={LANGUAGE} />
        <span>{language.t.value('settings')}</span>
      </summary>
      {Choices && <Choices language={language} />}
    </details>
  );
}

/** Enables alerts. An action and no setting: browsers require a touch on each visit, so it is outside the settings. */
function AlertChoice({ alerts, t }: { readonly alerts: Alerts; readonly t: TFunction }): JSX.Element {
  const on = alerts.on.value;
  return (
    <div class="alerts">
      <button type="button" class="button button-main" aria-pressed={on} onClick={on ? alerts.turnOff : alerts.turnOn}>
        <Mark path={on ? CHECK : BELL} />
        <span>{t('alerts.button')}</span>
      </button>
      {on && <p>{t('alerts.hint')}</p>}
    </div>
  );
}

/** Warns that the shown state may be outdated, with its age. */
function Stale({ model }: { readonly model: TicketModel }): JSX.Element {
  const { status, ticket, at } = model.news.value;
  const { t, id } = model.language;
  const words = [t.value('stale.text')];
  if (ticket?.state === 'waiting') words.push(t.value('stale.kept'));
  if (ticket !== null) words.push(t.value('stale.seen', { time: clockTime(at, id.value, ticket.time_zone) }));
  return (
    <div class="stale" role="status" data-stale={status === 'stale'}>
      {status === 'stale' && (
        <>
          <Mark path={UNLINKED} />
          <p>{words.join(' ')}</p>
          <button type="button" class="button" onClick={model.retry}>
            {t.value('stale.retry')}
          </button>
        </>
      )}
    </div>
  );
}

interface TicketCardProps {
  readonly ticket: PhoneTicket;
  readonly look: Look;
  readonly t: TFunction;
  readonly lang: string;
}

/** The number as on paper; small if something else is more important. */
function TicketCard({ ticket, look, t, lang }: TicketCardProps): JSX.Element {
  const isOver = look === 'ended' || look === 'left' || look === 'cancelled';
  return (
    <section class={isOver ? 'ticket ticket-over' : 'ticket'} aria-label={t('number')}>
      <p class="ticket-service">{nameIn(ticket.service, lang, ticket.lang)}</p>
      <p class="ticket-number" style={{ '--characters': Math.max(3, [...ticket.label].length) }}>
        <bdi dir="ltr">{ticket.label}</bdi>
      </p>
      {ticket.priority && !isOver && <p class="ticket-priority">{t('priority')}</p>}
    </section>
  );
}

/** Leaves the queue after a confirmation. */
function Leave({ model }: { readonly model: TicketModel }): JSX.Element {
  const [Dialog, setDialog] = useState<typeof LeaveDialog | 'failed' | null>(null);
  const t = model.language.t.value;
  const close = (): void => setDialog(null);
  const open = async (): Promise<void> => {
    close();
    try {
      const loaded = await import('./leave-dialog.tsx');
      setDialog(() => loaded.LeaveDialog);
    } catch {
      // Without a connection; the next touch tries again.
      setDialog('failed');
      model.retry();
    }
  };
  return (
    <>
      <button type="button" class="button button-plain" onClick={() => void open()}>
        {t('leave.button')}
      </button>
      {Dialog === 'failed' ? (
        <p class="dialog-fault" role="alert">
          {t('leave.failed')}
        </p>
      ) : (
        Dialog && <Dialog model={model} onClose={close} />
      )}
    </>
  );
}
