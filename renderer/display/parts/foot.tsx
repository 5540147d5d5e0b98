/** Footer of the display: logo, messages, time. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DisplayAnswer } from '../../../main/devices/contract/rest/displays.ts';
import type { EventService } from '../../../main/events/contract/events.ts';
import { writingDirection } from '../../../main/lib/writing-direction.ts';
import type { DisplaySettings } from '../../../main/site/contract/site.ts';
import { GO_ON, PAUSE, SOUND } from '../../shared/components/hall-marks.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { UNLINKED } from '../../shared/components/marks.ts';
import { languageTag } from '../../shared/i18n.ts';
import { clockTime, longDate } from '../../shared/time.ts';
import { waitWords } from '../../shared/wait-text.ts';
import { longestWaits } from '../board.ts';
import { useModel } from '../model.ts';
import { nameIn } from '../names.ts';
import { useTurns } from '../rotation.ts';
import { readingMs, type TickerMessage, tickerMessages } from '../ticker.ts';
import { Brand } from './brand.tsx';
import { mayMove } from './media.tsx';

/** How long the button is visible after a touch or pointer movement. */
const SEEN_MS = 10_000;

interface FootProps {
  readonly display: DisplayAnswer;
  readonly services: readonly EventService[];
}

/** Logo, messages and time of the organisation. */
export function Foot({ display, services }: FootProps): JSX.Element {
  const messages = useMessages(display, services);
  return (
    <footer class="foot">
      <Brand display={display} />
      <FootMessage messages={messages} />
      <SoundButton settings={display.settings} />
      <PauseButton settings={display.settings} messages={messages.length} />
      <Clock timeZone={display.location.timezone} />
    </footer>
  );
}

/** Messages of the site, then the longest waiting times. */
function useMessages(display: DisplayAnswer, services: readonly EventService[]): readonly TickerMessage[] {
  const { lang, t } = useModel();
  const { settings, languages, default_lang } = display;
  const waits = longestWaits(services).map(({ service_id, next_wait }) => {
    const known = display.services.find(({ id }) => id === service_id);
    return `${known === undefined ? '' : nameIn(known, lang.value, default_lang)} ${waitWords(next_wait, t.value)}`;
  });
  const messages = tickerMessages(settings, languages, default_lang);
  if (waits.length === 0) return messages;
  return [...messages, { lang: lang.value, text: t.value('waits', { waits: waits.join(' · ') }) }];
}

function FootMessage({ messages }: { readonly messages: readonly TickerMessage[] }): JSX.Element {
  const { isLive, rotation } = useModel();
  const message = messages[rotation.messages.value % Math.max(1, messages.length)];
  useTurns(rotation, rotation.messages, message === undefined || messages.length < 2 ? null : readingMs(message));
  return isLive.value ? <Ticker message={message} /> : <StaleNotice />;
}

/** Warning that the numbers may be outdated. */
export function StaleNotice(): JSX.Element {
  const { t } = useModel();
  return (
    <p class="stale" role="status">
      <Mark path={UNLINKED} />
      <span>{t.value('stale')}</span>
    </p>
  );
}

function Ticker({ message }: { readonly message: TickerMessage | undefined }): JSX.Element {
  if (message === undefined) return <div class="ticker" />;
  return (
    <p
      class="ticker"
      key={`${message.lang} ${message.text}`}
      lang={languageTag(message.lang)}
      dir={writingDirection(message.lang)}
    >
      {message.text}
    </p>
  );
}

function Clock({ timeZone }: { readonly timeZone: string }): JSX.Element {
  const { now, lang } = useModel();
  return (
    <p class="clock">
      <time class="clock-time">{clockTime(now.value, lang.value, timeZone)}</time>
      <span class="clock-date">{longDate(now.value, lang.value, timeZone)}</span>
    </p>
  );
}

/** Only for browsers that block sound until the first touch. */
function SoundButton({
  settings,
}: {
  readonly settings: Pick<DisplaySettings, 'quiet' | 'chime' | 'voice'>;
}): JSX.Element | null {
  const { sound, loop, t } = useModel();
  const isHeldBack = (!sound.isOpen.value && !settings.quiet) || loop.state.value === 'blocked';
  if (!isHeldBack || !(settings.chime || settings.voice)) return null;
  return (
    <button type="button" class="sound" onClick={() => sound.open()}>
      <Mark path={SOUND} />
      <span>{t.value('sound')}</span>
    </button>
  );
}

interface PauseButtonProps {
  readonly settings: Pick<DisplaySettings, 'media'>;
  /** Number of messages that take turns. */
  readonly messages: number;
}

/**
 * Pauses and resumes images and messages, like the space bar. Visible while paused, and after user activity; always
 * reachable by keyboard.
 */
function PauseButton({ settings, messages }: PauseButtonProps): JSX.Element | null {
  const { media } = settings;
  const changes = media.length > 1 || media.some(mayMove) || messages > 1;
  return changes ? <Pause /> : null;
}

function Pause(): JSX.Element {
  const { rotation, t } = useModel();
  const isPaused = rotation.isPaused.value;
  const [isSought, setSought] = useState(false);
  const [wasTold, setTold] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether it was visible at the touch: an invisible button must not be pressed by chance. */
  const wasSeen = useRef(true);
  const toggle = (): void => {
    setTold(true);
    rotation.toggle();
  };
  useEffect(() => {
    let timer: number | undefined;
    const seek = (): void => {
      window.clearTimeout(timer);
      setSought(true);
      timer = window.setTimeout(() => setSought(false), SEEN_MS);
    };
    const touch = (): void => {
      wasSeen.current = button.current?.dataset.seen === 'true';
      seek();
    };
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      const isOfControl = target instanceof Element && target.closest('button, a') !== null;
      if (event.key !== ' ' || isOfControl || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      toggle();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointermove', seek, { passive: true, signal });
    document.addEventListener('pointerdown', touch, { passive: true, signal });
    document.addEventListener('keydown', press, { signal });
    return () => {
      window.clearTimeout(timer);
      listening.abort();
    };
  }, []);
  const name = t.value(isPaused ? 'still.resume' : 'still.pause');
  return (
    <>
      <button
        ref={button}
        type="button"
        class="pause"
        data-seen={isPaused || isSought}
        aria-label={name}
        title={name}
        onClick={({ detail }) => {
          // From keyboard or screen reader: always valid.
          if (detail === 0 || wasSeen.current) toggle();
        }}
      >
        <Mark path={isPaused ? GO_ON : PAUSE} />
      </button>
      <p class="spoken" role="status">
        {wasTold ? t.value(isPaused ? 'still.paused' : 'still.resumed') : ''}
      </p>
    </>
  );
}
