import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { EventTicket } from '../../../main/contract/events.ts';
import type { DisplayAnswer } from '../../../main/contract/rest/displays.ts';
import { writingDirection } from '../../../main/contract/writing-direction.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { FORTH } from '../../shared/components/marks.ts';
import { languageTag } from '../../shared/i18n.ts';
import { serviceColours } from '../../shared/site-colours.ts';
import type { Board, Line } from '../board.ts';
import { LEAST_LINE_VMIN } from '../line-room.ts';
import { useModel } from '../model.ts';
import { deskIn, isSameLanguage, serviceIn } from '../names.ts';
import { Foot } from '../parts/foot.tsx';
import { Media } from '../parts/media.tsx';
import { widthInEms, widthInTwoLines } from '../text-width.ts';
import { useReadableLines } from '../use-readable-lines.ts';

interface Shown {
  readonly display: DisplayAnswer;
  readonly board: Board;
}

/** The call in the large place, those before it, pictures, and the foot. */
export function CallsScreen({ display, board }: Shown): JSX.Element {
  const { lang, t } = useModel();
  const { focus, lines, announcing } = board;
  const hasMedia = display.settings.media.length > 0;
  const hasList = display.settings.last_calls > 0 || lines.length > 0;
  return (
    <main
      class="calls"
      data-pictures={hasMedia}
      data-idle={focus === null}
      data-list={hasList}
      style={{ '--wanted': String(display.settings.last_calls), '--least-line': `${LEAST_LINE_VMIN}vmin` }}
    >
      {focus === null ? (
        <Waiting display={display} hasMedia={hasMedia} />
      ) : (
        <>
          <h1 class="spoken">{t.value('called')}</h1>
          <Focus key={announcing} ticket={focus} display={display} isNow={announcing !== 0} />
        </>
      )}
      {hasList && <List display={display} lines={lines} />}
      {hasMedia && focus !== null && <Media display={display} />}
      <Foot display={display} />
      <p class="spoken" role="status">
        {focus !== null && announcing !== 0 ? `${focus.label} ${deskIn(display, focus, lang.value)}` : ''}
      </p>
    </main>
  );
}

function Focus({
  ticket,
  display,
  isNow,
}: {
  readonly ticket: EventTicket;
  readonly display: DisplayAnswer;
  readonly isNow: boolean;
}): JSX.Element {
  const { lang } = useModel();
  const visitor = ticket.lang === '' || isSameLanguage(ticket.lang, lang.value) ? null : ticket.lang;
  const desk = deskIn(display, ticket, lang.value);
  const theirDesk = visitor === null ? '' : deskIn(display, ticket, visitor);
  const service = serviceIn(display, ticket, lang.value);
  const theirService = visitor === null ? '' : serviceIn(display, ticket, visitor);
  const colour = display.services.find(({ id }) => id === ticket.service_id)?.colour ?? '';
  return (
    <section class="focus" data-now={isNow} style={serviceColours(colour)}>
      <div class="focus-service">
        <span>{service}</span>
        {visitor !== null && theirService !== service && (
          <Foreign class="focus-theirs" lang={visitor} text={theirService} />
        )}
      </div>
      <p class="focus-number" style={{ '--em': String(widthInEms(ticket.label)) }}>
        <bdi dir="ltr">{ticket.label}</bdi>
      </p>
      {ticket.client_name !== '' && (
        <p class="focus-name">
          <bdi>{ticket.client_name}</bdi>
        </p>
      )}
      <p class="focus-desk" style={{ '--em': String(widthInTwoLines(desk, 8) + 1.3) }}>
        <Mark path={FORTH} turns />
        <span class="focus-desk-name">
          <bdi>{desk}</bdi>
        </span>
      </p>
      {visitor !== null && theirDesk !== desk && <Foreign class="focus-their-desk" lang={visitor} text={theirDesk} />}
    </section>
  );
}

/** In the visitor's language, where it is another one than the page's. */
function Foreign({
  class: name,
  lang,
  text,
}: {
  readonly class: string;
  readonly lang: string;
  readonly text: string;
}) {
  return (
    <span class={name} lang={languageTag(lang)} dir={writingDirection(lang)}>
      {text}
    </span>
  );
}

function List({ display, lines }: { readonly display: DisplayAnswer; readonly lines: readonly Line[] }): JSX.Element {
  const { t, textsOf } = useModel();
  const other = secondLanguage(display);
  return (
    <section class="list" aria-label={t.value('lastCalls')}>
      <h2 class="list-title">
        <span>{t.value('lastCalls')}</span>
        {other !== null && <span lang={languageTag(other)}>{textsOf(other)('lastCalls')}</span>}
      </h2>
      {lines.length === 0 ? <p class="list-empty">{t.value('nobody')}</p> : <Lines display={display} lines={lines} />}
    </section>
  );
}

/** As many as can be read; who is about to be announced is seen before, however narrow it gets. */
function Lines({ display, lines }: { readonly display: DisplayAnswer; readonly lines: readonly Line[] }): JSX.Element {
  const { lang } = useModel();
  const list = useRef<HTMLOListElement>(null);
  const room = Math.min(useReadableLines(list), display.settings.last_calls);
  const coming = lines.filter(({ isNew }) => isNew).length;
  const shown = lines.slice(0, Math.max(room, coming));
  const widest = Math.max(2, ...shown.map(({ ticket }) => widthInEms(ticket.label)));
  const rows = Math.max(room, coming, 1);
  return (
    <ol class="list-lines" ref={list} style={{ '--rows': String(rows), '--em': String(widest) }}>
      {shown.map(({ ticket, isNew }) => {
        const desk = deskIn(display, ticket, lang.value);
        return (
          <li key={ticket.ticket_id} class="line" data-new={isNew}>
            <bdi class="line-label" dir="ltr">
              {ticket.label}
            </bdi>
            <span class="line-desk" style={{ '--em': String(widthInTwoLines(desk, 5)) }}>
              <bdi>{desk}</bdi>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Nobody is being called: the place belongs to the pictures, or to a word of welcome. */
function Waiting({ display, hasMedia }: { readonly display: DisplayAnswer; readonly hasMedia: boolean }): JSX.Element {
  const { t, textsOf } = useModel();
  const other = secondLanguage(display);
  return (
    <section class="welcome" data-media={hasMedia}>
      {hasMedia && <Media display={display} />}
      <div class="welcome-words">
        <h1>{t.value('wait')}</h1>
        {other !== null && (
          <p lang={languageTag(other)} dir={writingDirection(other)}>
            {textsOf(other)('wait')}
          </p>
        )}
      </div>
    </section>
  );
}

function secondLanguage({ languages }: DisplayAnswer): string | null {
  const [first = '', second] = languages;
  return second === undefined || isSameLanguage(first, second) ? null : second;
}
