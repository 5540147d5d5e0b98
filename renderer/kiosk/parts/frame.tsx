/** Common frame of all kiosk screens. */

import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { clockTime, longDate } from '../../shared/time.ts';
import { useListening } from '../listening.ts';
import { useModel, type View } from '../model.ts';
import { AccessBar } from './access-bar.tsx';
import { FitText } from './fit-text.tsx';
import { Icon, type IconName } from './icon.tsx';
import { LanguageStrip } from './language-strip.tsx';
import { StaffCall } from './staff-call.tsx';
import { TimeoutPanel } from './timeout-panel.tsx';

export interface NavButton {
  readonly label: string;
  readonly icon: IconName;
  readonly primary?: boolean;
  /** Whether the icon is after the text, because it points forward. */
  readonly onward?: boolean;
  /** Ignores touches for now. */
  readonly waits?: boolean;
  /** Only keeps its place: nothing moves when it appears. */
  readonly isReserved?: boolean;
  readonly onClick: () => void;
}

export interface QuestionStep {
  /** Counts from 1. */
  readonly index: number;
  readonly count: number;
}

interface FrameProps extends View {
  readonly title: string;
  readonly text?: string;
  /** The text is only a hint: large text may replace it. */
  readonly hint?: boolean;
  /** Whether the stage has the heading, as part of its content. */
  readonly isHeadedBelow?: boolean;
  /** Place in a sequence of questions, as a line below the band. */
  readonly progress?: QuestionStep | null;
  /** Icon before the heading. */
  readonly mark?: IconName | null;
  /** Announcement of this screen; default: title and text. */
  readonly spoken?: string;
  /** Exit button, always in the same corner. */
  readonly nav?: NavButton | null;
  /** Back and next buttons of a sequence of screens, in place of languages and exit. */
  readonly steps?: readonly NavButton[];
  readonly languages?: boolean;
  /** Alternative to the content of the stage. */
  readonly offer?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Common parts of all screens: site and clock, one heading, the stage, and the controls. */
export function Frame({
  state,
  t,
  title,
  text,
  hint = false,
  isHeadedBelow = false,
  progress = null,
  mark = null,
  spoken,
  nav = null,
  steps = [],
  languages = true,
  offer,
  children,
}: FrameProps): JSX.Element {
  const { isSilent } = useListening();
  const foot = useRef<HTMLElement>(null);
  // The content above keeps out of this bar, whose number of rows the style sheet cannot know.
  useLayoutEffect(() => {
    const element = foot.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--foot', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <header class="band">
        <div class="band-top">
          <Brand name={state.siteName} logo={state.logo} />
          <Clock lang={state.lang} timeZone={state.timeZone} />
        </div>
        <div class="band-question">
          {mark !== null && (
            <div class="band-mark">
              <Icon name={mark} />
            </div>
          )}
          {!isHeadedBelow && <Heading text={title} />}
          {text !== undefined && text !== '' && <div class={hint ? 'band-text band-hint' : 'band-text'}>{text}</div>}
        </div>
        {progress !== null && (
          <div class="band-progress" aria-hidden="true">
            <div style={{ inlineSize: `${(100 * progress.index) / progress.count}%` }} />
          </div>
        )}
      </header>
      <main class="stage">
        {isSilent.value && (
          <div class="notice notice-attention" role="alert">
            {t('speech.silent')}
          </div>
        )}
        {children}
      </main>
      <footer class="foot" ref={foot}>
        {steps.length > 0 && (
          <nav class="steps" aria-label={t('pages.label')}>
            {steps.map((step) => (
              <Nav key={step.icon} {...step} />
            ))}
          </nav>
        )}
        <div class="bar">
          {nav !== null && (
            <div class="bar-nav">
              <Nav {...nav} />
            </div>
          )}
          {offer}
          <StaffCall state={state} t={t} />
          {languages && state.languages.length > 0 && <LanguageStrip state={state} t={t} />}
          <AccessBar state={state} t={t} simple={isDecided(state) ? null : (state.simple ?? null)} />
        </div>
        <TimeoutPanel t={t} leave={nav?.primary === true ? nav : null} />
      </footer>
      <p class="spoken" aria-live="polite">
        {spoken ?? [title, text].filter(Boolean).join(' ')}
      </p>
    </>
  );
}

/** The heading of a screen, which has the focus when it appears. */
export function Heading({ text }: { readonly text: string }): JSX.Element {
  return (
    <h1 tabIndex={-1}>
      <FitText text={text} />
    </h1>
  );
}

/** Language choice is over once a ticket is being issued. Operator panel and pairing have none. */
const isDecided = ({ screen, panel }: KioskState): boolean =>
  panel !== null ||
  ['issuing', 'printing', 'take-ticket', 'pairing'].includes(screen.name) ||
  (screen.name === 'problem' && screen.ticket !== null);

function Brand({ name, logo }: { readonly name: string; readonly logo: string }): JSX.Element {
  if (logo === '') return <div class="brand">{name}</div>;
  return (
    <div class="brand brand-logo">
      <img src={logo} alt={name} draggable={false} />
    </div>
  );
}

function Clock({ lang, timeZone }: { readonly lang: string; readonly timeZone: string }): JSX.Element {
  const now = useModel().now.value;
  return (
    <div class="clock">
      <time class="clock-time" dateTime={new Date(now).toISOString()}>
        {clockTime(now, lang, timeZone)}
      </time>
      <span class="clock-date">{longDate(now, lang, timeZone)}</span>
    </div>
  );
}

function Nav({
  label,
  icon,
  primary = false,
  onward = false,
  waits = false,
  isReserved = false,
  onClick,
}: NavButton): JSX.Element {
  return (
    <button
      type="button"
      class={primary ? 'nav nav-primary' : 'nav'}
      data-way={icon === 'back' && !isReserved ? 'back' : 'on'}
      aria-disabled={waits}
      disabled={isReserved}
      onClick={onClick}
    >
      {!onward && <Icon name={icon} turns={icon === 'back'} />}
      <span>{label}</span>
      {onward && <Icon name={icon} turns />}
    </button>
  );
}
