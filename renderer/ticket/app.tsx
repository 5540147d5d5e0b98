import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { serviceColours, siteColours } from '../shared/site-colours.ts';
import { AlertChoice } from './alert-choice.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Leave } from './leave.tsx';
import type { TicketModel } from './model.ts';
import { SimpleChoice } from './simple-choice.tsx';
import { Stale } from './stale.tsx';
import { TicketCard } from './ticket-card.tsx';
import { What } from './ticket-status.tsx';
import { nameIn, spoken } from './view-state.ts';

export function App({ model }: { readonly model: TicketModel }): JSX.Element {
  const { news, look, language } = model;
  const { ticket } = news.value;
  const now = look.value;
  const t = language.t.value;
  const lang = language.id.value;
  const isWaiting = now === 'waiting' || now === 'almost';
  const top = useRef<HTMLElement>(null);

  // Whatever was being read further down: this comes first.
  useEffect(() => {
    if (now === 'called') top.current?.scrollIntoView({ block: 'start' });
  }, [now]);

  return (
    <main
      class="page"
      ref={top}
      data-look={now}
      data-status={news.value.status}
      style={siteColours(ticket?.accent ?? '')}
    >
      <Stale model={model} />
      {ticket !== null && (
        <header class="place">
          <p>{nameIn(ticket.location, lang, ticket.lang)}</p>
        </header>
      )}
      <div class="turn" style={serviceColours(ticket?.colour ?? '')}>
        {ticket !== null && <TicketCard ticket={ticket} look={now} t={t} lang={lang} />}
        <What look={now} ticket={ticket} model={model} />
      </div>
      {(isWaiting || now === 'paused') && <AlertChoice alerts={model.alerts} t={t} />}
      <footer class="foot">
        {isWaiting && <Leave model={model} number={ticket?.label ?? ''} />}
        <SimpleChoice language={language} />
        <LanguageChoice language={language} />
      </footer>
      <p class="spoken" role="status" aria-live="polite">
        {spoken(now, ticket, t, lang)}
      </p>
    </main>
  );
}
