/** Screen with current and previous calls. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { DisplayAnswer } from '../../../main/devices/contract/rest/displays.ts';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { writingDirection } from '../../../main/lib/writing-direction.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { FORTH } from '../../shared/components/marks.ts';
import { languageTag } from '../../shared/i18n.ts';
import { serviceColours } from '../../shared/site-colours.ts';
import { useSqueeze } from '../../shared/use-fit.ts';
import type { Board, BoardRow } from '../board.ts';
import { arrange, isTagInFocus, type LineText, numbersShare, readableLines, widestLine } from '../line-room.ts';
import { useModel } from '../model.ts';
import { deskIn, deskTagIn, isSameLanguage, nameIn, serviceIn } from '../names.ts';
import { Brand } from '../parts/brand.tsx';
import { Foot } from '../parts/foot.tsx';
import { Media } from '../parts/media.tsx';
import { Queues } from '../parts/queues.tsx';
import { SignedCallFilms } from '../parts/signed-call.tsx';
import { pictureRoom } from '../picture-room.ts';
import { useIdleRoom } from '../use-idle-room.ts';
import {
  needOfColumn,
  needOfLines,
  REGULAR,
  useLeastLetters,
  useMeasuredLetters,
  useRoom,
  widthInEms,
} from '../use-letters.ts';

interface Shown {
  readonly display: DisplayAnswer;
  readonly board: Board;
}

/** Current call, recent calls, images and footer. */
export function CallsScreen({ display, board }: Shown): JSX.Element {
  const { lang, t } = useModel();
  const least = useLeastLetters(display);
  useMeasuredLetters(display);
  const { focus, lines, announcing } = board;
  const hasMedia = display.settings.media.length > 0;
  const hasList = lines.length > 0;
  const lineEms = usualLine(display, lang.value, least);
  const room = pictureRoom({
    width: window.innerWidth,
    height: window.innerHeight,
    least: isSure(display) ? least : 0,
    lineEms,
    lines: hasList ? display.settings.last_calls : 0,
    isTwofold: focus !== null && theirLanguage(focus, lang.value) !== null,
  });
  // An announcement has the whole screen.
  const hasPictures = hasMedia && announcing === 0 && room.pictures > 0;
  return (
    <main
      class="calls"
      data-pictures={hasPictures}
      data-idle={focus === null}
      data-list={hasList}
      style={{
        '--wanted': String(display.settings.last_calls),
        '--least': `${least}px`,
        '--line-ems': String(lineEms),
        '--pictures': `${room.pictures}px`,
        '--call': `${room.call}px`,
        '--listed': `${room.list}px`,
      }}
    >
      {focus === null ? (
        <Waiting display={display} hasMedia={hasMedia} services={board.services} />
      ) : (
        <>
          <h1 class="spoken">{t.value('called')}</h1>
          <Focus key={announcing} ticket={focus} display={display} isNow={announcing !== 0} least={least} />
        </>
      )}
      {hasList && <List display={display} lines={lines} least={least} />}
      {hasMedia && focus !== null && <Media display={display} isShown={hasPictures} />}
      {focus !== null && <SignedCallFilms />}
      <Foot display={display} services={board.services} />
      <p class="spoken" role="status">
        {focus !== null && announcing !== 0 ? `${focus.label} ${deskIn(display, focus, lang.value)}` : ''}
      </p>
    </main>
  );
}

/** Language of the visitor, if it differs from the page's. */
function theirLanguage({ lang }: EventTicket, ofPage: string): string | null {
  return lang === '' || isSameLanguage(lang, ofPage) ? null : lang;
}

interface FocusProps {
  readonly ticket: EventTicket;
  readonly display: DisplayAnswer;
  readonly isNow: boolean;
  /** Minimum readable font size in CSS pixels. */
  readonly least: number;
}

function Focus({ ticket, display, isNow, least }: FocusProps): JSX.Element {
  const { lang } = useModel();
  const place = useRef<HTMLElement>(null);
  const room = { ...useRoom(place), least };
  useSqueeze(place, needOfColumn);
  const visitor = theirLanguage(ticket, lang.value);
  const desk = deskIn(display, ticket, lang.value);
  const theirDesk = visitor === null ? '' : deskIn(display, ticket, visitor);
  const service = serviceIn(display, ticket, lang.value);
  const theirService = visitor === null ? '' : serviceIn(display, ticket, visitor);
  const tag = deskTagIn(display, ticket);
  const isTag = isTagInFocus({ desk: ARROW + widthInEms(desk), tag: tag === '' ? 0 : ARROW + widthInEms(tag) }, room);
  const large = isTag ? tag : desk;
  const colour = display.services.find(({ id }) => id === ticket.service_id)?.colour ?? '';
  return (
    <section
      class="focus"
      ref={place}
      data-now={isNow}
      style={{
        ...serviceColours(colour),
        '--desk-em': String(ARROW + widthInEms(large)),
        '--whole-em': String(widthInEms(desk, REGULAR)),
        '--whole': String(Number(isTag)),
        '--their-em': String(Math.max(1, widthInEms(theirDesk))),
      }}
    >
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
      <p class="focus-desk">
        <Mark path={FORTH} turns />
        <span class="focus-desk-name">
          <bdi>{large}</bdi>
        </span>
      </p>
      {isTag && (
        <p class="focus-desk-whole">
          <bdi>{desk}</bdi>
        </p>
      )}
      {visitor !== null && theirDesk !== desk && <Foreign class="focus-their-desk" lang={visitor} text={theirDesk} />}
    </section>
  );
}

/** Width of the arrow with its space, relative to the font size. */
const ARROW = 1.2;
interface ForeignProps {
  readonly class: string;
  readonly lang: string;
  readonly text: string;
}

/** Text in the visitor's language, if it differs from the page's. */
function Foreign({ class: name, lang, text }: ForeignProps) {
  return (
    <span class={name} lang={languageTag(lang)} dir={writingDirection(lang)}>
      {text}
    </span>
  );
}

interface Listed {
  readonly display: DisplayAnswer;
  readonly lines: readonly BoardRow[];
  readonly least: number;
}

/** Calls that are still to be announced, and recent calls. */
function List({ display, lines, least }: Listed): JSX.Element {
  const { t } = useModel();
  return (
    <section class="list" aria-label={t.value('lastCalls')}>
      <Lines display={display} lines={lines} least={least} />
    </section>
  );
}

/** A text in the display's first language, with its second below. */
function TwoLanguages({ display, text }: { readonly display: DisplayAnswer; readonly text: string }): JSX.Element {
  const { t, textsOf } = useModel();
  const other = secondLanguage(display);
  return (
    <span class="list-words">
      <span>{t.value(text)}</span>
      {other !== null && (
        <span lang={languageTag(other)} dir={writingDirection(other)}>
          {textsOf(other)(text)}
        </span>
      )}
    </span>
  );
}

/** Height of a heading between lines in CSS pixels, as in the style sheet. */
const headHeight = (): number =>
  1.35 * Math.min(64, Math.max(24, 0.027 * Math.min(window.innerWidth, window.innerHeight)));

/** As many lines as are readable; queued announcements are always included. */
function Lines({ display, lines, least }: Listed): JSX.Element {
  const { lang, t } = useModel();
  const list = useRef<HTMLDivElement>(null);
  const coming = lines.filter(({ isNew }) => isNew).length;
  const whole = useRoom(list);
  useSqueeze(list, needOfLines);
  useMeasuredLetters(display);
  const texts = lines.map(({ ticket }) =>
    lineText(ticket.label, deskIn(display, ticket, lang.value), deskTagIn(display, ticket)),
  );
  const { layout, lines: all } = arrange(texts, { width: whole.width, least });
  // Below each other, the heading of the first group is the title.
  const hasNext = coming > 0 && layout === 'beside';
  const heads = Number(hasNext) + Number(coming > 0 && coming < lines.length);
  const room = {
    width: whole.width,
    height: Math.max(0, whole.height - heads * headHeight()),
    least,
  };
  const wanted = display.settings.last_calls;
  const fitting = Math.min(wanted, room.height === 0 ? wanted : readableLines(all, wanted, room, layout));
  const rows = Math.max(fitting, coming, 1);
  const shown = all.slice(0, rows);
  const share = numbersShare(shown);
  const group = (from: number, to: number) => (
    <ol class="list-group">
      {lines.slice(from, to).map(({ ticket, isNew }, at) => {
        const { desk = 1, isTag = false } = shown[from + at] ?? {};
        return (
          <li key={ticket.ticket_id} class="line" data-new={isNew}>
            <bdi class="line-label" dir="ltr">
              {ticket.label}
            </bdi>
            <span class="line-desk" style={{ '--em': String(desk) }}>
              <bdi>{isTag ? deskTagIn(display, ticket) : deskIn(display, ticket, lang.value)}</bdi>
            </span>
          </li>
        );
      })}
    </ol>
  );
  const sizes = {
    '--rows': String(rows),
    '--heads': String(rows > coming ? heads : Number(hasNext)),
    '--numbers': String(share),
    '--em': String(Math.max(2, ...shown.map(({ label }) => label))),
  };
  return (
    <>
      <div class="list-title" data-layout={layout} style={sizes}>
        {layout === 'below' ? (
          <TwoLanguages display={display} text={coming > 0 ? 'next' : 'lastCalls'} />
        ) : (
          <>
            <TwoLanguages display={display} text="number" />
            <TwoLanguages display={display} text="desk" />
          </>
        )}
      </div>
      <div
        class="list-lines"
        ref={list}
        data-room={fitting}
        data-layout={layout}
        data-crowded={room.height === 0 || coming > fitting}
        style={sizes}
      >
        {coming > 0 && <h2 class={hasNext ? 'list-head' : 'spoken'}>{t.value('next')}</h2>}
        {coming > 0 && group(0, coming)}
        {rows > coming && lines.length > coming && (
          <>
            <h2 class={coming > 0 ? 'list-head' : 'spoken'}>{t.value('lastCalls')}</h2>
            {group(coming, rows)}
          </>
        )}
      </div>
    </>
  );
}

function lineText(label: string, desk: string, tag: string): LineText {
  return {
    label: widthInEms(label),
    desk: widthInEms(desk, REGULAR),
    tag: tag === '' ? 0 : widthInEms(tag, REGULAR),
  };
}

/** Maximum share of a landscape screen for the list. */
const MAX_OF_SCREEN = 0.5;

/** Width of a list line at this location, relative to the font size: independent of current calls. */
function usualLine(display: DisplayAnswer, lang: string, least: number): number {
  const { services, desks, number_width, default_lang } = display;
  const width = MAX_OF_SCREEN * window.innerWidth;
  const label = services
    .map(({ tag }) => `${tag}${'0'.repeat(number_width)}`)
    .reduce((longest, each) => (widthInEms(each) > widthInEms(longest) ? each : longest), '');
  const texts = desks.map((desk) => lineText(label, nameIn(desk, lang, default_lang), desk.tag));
  const { layout, lines } = arrange(texts.length === 0 ? [lineText(label, '', '')] : texts, { width, least });
  return Math.min(widestLine(layout, lines), width / least);
}

/** Without a screen size, no reading distance is reported. */
const isSure = ({ device }: DisplayAnswer): boolean => device.screen_inches !== 0;

interface WaitingProps {
  readonly display: DisplayAnswer;
  readonly hasMedia: boolean;
  readonly services: Board['services'];
}

/** No current call: shows images or the organisation, and the queues, as they fit. */
function Waiting({ display, hasMedia, services }: WaitingProps): JSX.Element {
  const { t, textsOf } = useModel();
  const other = secondLanguage(display);
  const place = useRef<HTMLElement>(null);
  useIdleRoom(place);
  return (
    <section class="welcome" ref={place}>
      {hasMedia && <Media display={display} isShown />}
      <div class="welcome-words">
        <Brand display={display} />
        <h1>{t.value('pleaseWait')}</h1>
        {other !== null && (
          <p lang={languageTag(other)} dir={writingDirection(other)}>
            {textsOf(other)('pleaseWait')}
          </p>
        )}
      </div>
      <Queues display={display} services={services} />
    </section>
  );
}

function secondLanguage({ languages }: DisplayAnswer): string | null {
  const [first = '', second] = languages;
  return second === undefined || isSameLanguage(first, second) ? null : second;
}
