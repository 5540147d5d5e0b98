/** Main message for each ticket state. */
import type { TFunction } from 'i18next';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { Mark } from '../shared/components/mark.tsx';
import { ATTENTION, CHECK, CLOCK, FORTH, INFO, PERSON } from '../shared/components/marks.ts';
import { clockTime } from '../shared/time.ts';
import { waitWords } from '../shared/wait-text.ts';
import type { TicketModel } from './model.ts';
import { turnAt } from './turn-at.ts';
import { useLoaded } from './use-loaded.ts';
import { type Look, nameIn } from './view-state.ts';

interface WhatProps {
  readonly look: Look;
  readonly ticket: PhoneTicket | null;
  readonly model: TicketModel;
  /** Time of the state by the server's clock. */
  readonly at: number;
}

/** Main message of the state, large. */
export function What({ look, ticket, model, at }: WhatProps): JSX.Element {
  const t = model.language.t.value;
  const lang = model.language.id.value;
  switch (look) {
    case 'starting':
      return <p class="starting">{t('starting')}</p>;
    case 'unknown':
    case 'busy':
      return (
        <Words mark={INFO} head={t(`${look}.head`)} text={t(`${look}.text`)}>
          <button type="button" class="button" onClick={model.retry}>
            {t('unknown.again')}
          </button>
        </Words>
      );
    case 'waiting':
    case 'almost':
      return ticket === null ? <div /> : <Waiting look={look} ticket={ticket} t={t} lang={lang} at={at} />;
    case 'called':
      return ticket === null ? <div /> : <Called ticket={ticket} t={t} lang={lang} />;
    case 'paused':
      return <Words mark={CLOCK} head={t('paused.head')} text={t('paused.text')} />;
    case 'cancelled':
      return (
        <Words
          mark={ATTENTION}
          kind="attention"
          head={t('cancelled.head')}
          text={t(ticket?.can_return ? 'cancelled.back' : 'cancelled.over')}
        />
      );
    case 'ended':
    case 'left':
      return <Words mark={CHECK} head={t(`${look}.head`)} text={t(`${look}.text`)} />;
  }
}

interface WordsProps {
  readonly mark: string;
  readonly kind?: 'plain' | 'attention';
  readonly head: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

function Words({ mark, kind = 'plain', head, text, children }: WordsProps): JSX.Element {
  return (
    <section class={`words words-${kind}`}>
      <Mark path={mark} />
      <h1>{head}</h1>
      <p>{text}</p>
      {children}
    </section>
  );
}

interface TicketProps {
  readonly ticket: PhoneTicket;
  readonly t: TFunction;
  readonly lang: string;
}

/** Most people drawn one by one: a line of a small phone. The heading has their number. */
const MAX_PEOPLE = 12;

/** The people before the visitor, and the visitor last; as a bar if they are too many. */
function QueueLine({ before }: { readonly before: number }): JSX.Element {
  const [Bar, load] = useLoaded(() => import('./queue-bar.tsx').then((part) => part.QueueBar));
  const isLong = before > MAX_PEOPLE;
  useEffect(() => {
    if (isLong && Bar === null) load();
  }, [isLong, before]);
  if (isLong) return Bar === null ? <p class="people" /> : <Bar before={before} />;
  return (
    <p class="people" aria-hidden="true">
      {Array.from({ length: before + 1 }, (_, place) => (
        <Mark key={place} path={PERSON} />
      ))}
    </p>
  );
}

function Waiting({ look, ticket, t, lang, at }: TicketProps & Pick<WhatProps, 'look' | 'at'>): JSX.Element {
  const wait = waitWords(ticket.wait_seconds, t);
  const booked = ticket.scheduled_at;
  return (
    <section class="waiting">
      {ticket.transferred && (
        <p class="note">
          <Mark path={FORTH} turns />
          <span>{t('transferred')}</span>
        </p>
      )}
      {booked !== '' && (
        <p class="fact">
          <Mark path={CLOCK} />
          <span>{t('appointment', { time: clockTime(Date.parse(booked), lang, ticket.time_zone) })}</span>
        </p>
      )}
      {ticket.before >= 0 && (
        <>
          <QueueLine before={ticket.before} />
          <h1 class="before">{t('before', { count: ticket.before })}</h1>
        </>
      )}
      {wait !== '' && ticket.before > 0 && (
        <>
          <p class="turn-at">{t('turnAt', { time: clockTime(turnAt(at, ticket), lang, ticket.time_zone) })}</p>
          <p class="fact">
            <Mark path={CLOCK} />
            <span>{wait}</span>
          </p>
        </>
      )}
      {look === 'almost' && (
        <p class="note note-attention">
          <Mark path={ATTENTION} />
          <span>{t('almost')}</span>
        </p>
      )}
    </section>
  );
}

function Called({ ticket, t, lang }: TicketProps): JSX.Element {
  const name = nameIn(ticket.desk, lang, ticket.lang);
  const at = clockTime(Date.parse(ticket.recalled_at || ticket.called_at), lang, ticket.time_zone);
  const large = ticket.desk_tag || name;
  return (
    <section class="called" key={ticket.recalled_at || ticket.called_at}>
      <h1>{t(ticket.recalled_at === '' ? 'called.head' : 'called.again')}</h1>
      {large === '' ? (
        <p>{t('called.somewhere')}</p>
      ) : (
        <>
          <p class="called-go">{t('called.go')}</p>
          <p class="called-desk" style={{ '--characters': Math.max(2, [...large].length) }}>
            <bdi>{large}</bdi>
          </p>
          {name !== large && <p class="called-name">{name}</p>}
        </>
      )}
      <p class="called-at">{t('called.since', { time: at })}</p>
    </section>
  );
}
