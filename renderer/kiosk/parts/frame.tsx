/** Common frame of all kiosk screens. */

import type { TFunction } from 'i18next';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { clockTime, longDate } from '../../shared/time.ts';
import { TEXT_SIZES } from '../access.ts';
import { useListening } from '../listening.ts';
import { useModel, type View } from '../model.ts';
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
  readonly onClick: () => void;
}

interface FrameProps extends View {
  readonly title: string;
  readonly text?: string;
  /** The text is only a hint: large text may replace it. */
  readonly hint?: boolean;
  /** Icon before the heading. */
  readonly mark?: IconName | null;
  /** Announcement of this screen; default: title and text. */
  readonly spoken?: string;
  /** Exit button, always in the same corner. */
  readonly nav?: NavButton | null;
  /** Back and next buttons of a sequence of screens, in place of languages and exit. */
  readonly steps?: readonly NavButton[];
  readonly languages?: boolean;
  /** Alternative to the buttons on the stage. */
  readonly offer?: ComponentChildren;
  readonly children?: ComponentChildren;
}

interface AccessBarProps {
  readonly t: TFunction;
  /** Whether simple language is on; null if not offered here. */
  readonly simple: boolean | null;
  /** Whether the screen has controls that can be moved lower. */
  readonly hasReach: boolean;
}

/**
 * Accessibility bar: larger text, contrast, lower controls, simple language. At the lower edge, within reach of a
 * seated visitor.
 */
function AccessBar({ t, simple, hasReach }: AccessBarProps): JSX.Element {
  const { access, call, hasOneSize } = useModel();
  const listening = useListening();
  return (
    <fieldset class="access" aria-label={t('access.label')}>
      <fieldset class="sizes" aria-label={t('access.text')}>
        {TEXT_SIZES.map((size) => (
          <button
            key={size}
            type="button"
            class="size"
            data-size={size}
            aria-label={t(`access.size.${size}`)}
            aria-pressed={access.text.value === size}
            onClick={() => {
              // A small screen has space for one size only: a second touch resets it.
              access.text.value = hasOneSize.value && access.text.value === size ? 100 : size;
            }}
          >
            <span aria-hidden="true">A</span>
          </button>
        ))}
      </fieldset>
      <Setting name="contrast" t={t} />
      {hasReach && <Setting name="reach" t={t} />}
      {simple !== null && (
        <Toggle name="simple" t={t} isOn={simple} onTurn={() => call('chooseSimple', { on: !simple })} />
      )}
      {listening.isOffered.value && (
        <Toggle name="listen" t={t} isOn={listening.isOn.value} onTurn={listening.toggle} />
      )}
    </fieldset>
  );
}

function Setting({ name, t }: { readonly name: 'contrast' | 'reach'; readonly t: TFunction }): JSX.Element {
  const setting = useModel().access[name];
  return (
    <Toggle
      name={name}
      t={t}
      isOn={setting.value}
      onTurn={() => {
        setting.value = !setting.value;
      }}
    />
  );
}

interface ToggleProps {
  readonly name: 'contrast' | 'reach' | 'simple' | 'listen';
  readonly t: TFunction;
  readonly isOn: boolean;
  readonly onTurn: () => void;
}

function Toggle({ name, t, isOn, onTurn }: ToggleProps): JSX.Element {
  return (
    <button
      type="button"
      class={`toggle toggle-${name}`}
      aria-pressed={isOn}
      title={t(`accessLong.${name}`)}
      onClick={onTurn}
    >
      <Icon name={name} />
      <FitText text={t(`access.${name}`)} />
    </button>
  );
}

/** Common parts of all screens: site and clock, one heading, the stage, and the controls. */
export function Frame({
  state,
  t,
  title,
  text,
  hint = false,
  mark = null,
  spoken,
  nav = null,
  steps = [],
  languages = true,
  offer,
  children,
}: FrameProps): JSX.Element {
  const { isSilent, isOffered } = useListening();
  const { isNarrow, hidesLanguages, asksLanguage } = useModel();
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
  const hasLanguages = languages && state.languages.length > 0;
  const hasStrip = hasLanguages && !hidesLanguages.value;
  const way = steps.length === 0 && <div class="bar-nav">{nav !== null && <Nav {...nav} />}</div>;
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
          <h1 tabIndex={-1}>
            <FitText text={title} />
          </h1>
          {text !== undefined && text !== '' && <div class={hint ? 'band-text band-hint' : 'band-text'}>{text}</div>}
        </div>
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
        {(state.staff != null || Boolean(offer)) && (
          <div class="ways">
            {offer}
            <StaffCall state={state} t={t} />
          </div>
        )}
        {hasStrip && <LanguageStrip state={state} t={t} />}
        {steps.length > 0 && (
          <nav class="steps" aria-label={t('pages.label')}>
            {steps.map((step) => (
              <Nav key={step.icon} {...step} />
            ))}
          </nav>
        )}
        {isNarrow.value && way}
        <div class="bar">
          {!isNarrow.value && way}
          {hasLanguages && !hasStrip && (
            <button
              type="button"
              class="nav to-languages"
              onClick={() => {
                asksLanguage.value = true;
              }}
            >
              <Icon name="languages" />
              <FitText text={t('languages')} />
            </button>
          )}
          <AccessBar
            t={t}
            // A small screen has space for either this or *Listen* in a row; it is also on the language screen.
            simple={
              hasStrip || isDecided(state) || (isNarrow.value && hasLanguages && isOffered.value)
                ? null
                : (state.simple ?? null)
            }
            hasReach={state.screen.name !== 'pairing'}
          />
        </div>
        <TimeoutPanel t={t} leave={nav?.primary === true ? nav : null} />
      </footer>
      <p class="spoken" aria-live="polite">
        {spoken ?? [title, text].filter(Boolean).join(' ')}
      </p>
    </>
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

function Nav({ label, icon, primary = false, onward = false, waits = false, onClick }: NavButton): JSX.Element {
  return (
    <button
      type="button"
      class={primary ? 'nav nav-primary' : 'nav'}
      data-way={icon === 'back' ? 'back' : 'on'}
      aria-disabled={waits}
      onClick={onClick}
    >
      {!onward && <Icon name={icon} turns={icon === 'back'} />}
      <span>{label}</span>
      {onward && <Icon name={icon} turns />}
    </button>
  );
}
