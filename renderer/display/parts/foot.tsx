import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DisplayAnswer } from '../../../main/contract/rest/displays.ts';
import { writingDirection } from '../../../main/contract/writing-direction.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { UNLINKED } from '../../shared/components/marks.ts';
import { languageTag } from '../../shared/i18n.ts';
import { clockTime, longDate } from '../../shared/time.ts';
import { useModel } from '../model.ts';
import { nameIn } from '../names.ts';
import { readingMs, tickerMessages } from '../ticker.ts';
import { SoundButton } from './sound-button.tsx';

/** Whose house this is, what it has to say, and what time it is. */
export function Foot({ display }: { readonly display: DisplayAnswer }): JSX.Element {
  const { lang } = useModel();
  const { location } = display;
  const name = nameIn(location, lang.value, display.default_lang);
  return (
    <footer class="foot">
      <div class="foot-brand">
        {location.logo === '' ? <strong>{name}</strong> : <img src={location.logo} alt={name} />}
      </div>
      <FootMessage display={display} />
      <SoundButton settings={display.settings} />
      <Clock timeZone={location.timezone} />
    </footer>
  );
}

function FootMessage({ display }: { readonly display: DisplayAnswer }): JSX.Element {
  const { isLive } = useModel();
  return isLive.value ? <Ticker display={display} /> : <StaleNotice />;
}

/** Says at once that the numbers may be old. */
export function StaleNotice(): JSX.Element {
  const { t } = useModel();
  return (
    <p class="stale" role="status">
      <Mark path={UNLINKED} />
      <span>{t.value('stale')}</span>
    </p>
  );
}

function Ticker({ display }: { readonly display: DisplayAnswer }): JSX.Element {
  const { settings, languages, default_lang } = display;
  const messages = tickerMessages(settings, languages, default_lang);
  const [place, setPlace] = useState(0);
  const message = messages[place % Math.max(1, messages.length)];
  const ms = message === undefined || messages.length < 2 ? null : readingMs(message);

  useEffect(() => {
    if (ms === null) return undefined;
    const timer = window.setTimeout(() => setPlace((before) => before + 1), ms);
    return () => window.clearTimeout(timer);
  }, [place, ms]);

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
