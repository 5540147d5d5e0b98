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
  /** The mark stands after the words: it points onward. */
  readonly onward?: boolean;
  /** Takes no touch yet. */
  readonly waits?: boolean;
  readonly onClick: () => void;
}

interface FrameProps extends View {
  readonly title: string;
  readonly text?: string;
  /** The text is a mere hint: large text may take its room. */
  readonly hint?: boolean;
  /** Stands before the heading. */
  readonly mark?: IconName | null;
  /** What is read out when this screen appears; the title and text if not given. */
  readonly spoken?: string;
  /** The one way out of this screen, always in the same corner. */
  readonly nav?: NavButton | null;
  /** Back and onward, where one screen follows another, in place of languages and way out. */
  readonly steps?: readonly NavButton[];
  readonly languages?: boolean;
  /** Another way than those on the stage. */
  readonly offer?: ComponentChildren;
  readonly children?: ComponentChildren;
}

interface AccessBarProps {
  readonly t: TFunction;
  /** Whether simple language is chosen; null where it is not offered here. */
  readonly simple: boolean | null;
  /** Whether there is anything to be touched that could stand lower. */
  readonly hasReach: boolean;
}

/** Larger text, more contrast, everything lower, simpler words: at the lower edge, where a seated visitor reaches it. */
function AccessBar({ t, simple, hasReach }: AccessBarProps): JSX.Element {
  const { access, call, isNarrow } = useModel();
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
              // The only one that a small screen has room for: a second touch takes it back.
              access.text.value = isNarrow.value && access.text.value === size ? 100 : size;
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

/** What all screens have in common: the site and its clock, one heading, the stage, and the row of controls. */
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
  // What is above it keeps within low reach by it: the style sheet cannot know how many rows it has.
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
            // In one row of a small screen either this or *Listen* has room; it stands with the languages too.
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

/** The visitor has a number, or it is on its way: the words are chosen. Operators and who pairs the machine choose nothing of the kind. */
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
