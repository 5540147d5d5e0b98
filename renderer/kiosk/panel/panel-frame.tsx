/** Frame of the operator panel pages, and their shared parts. */
import type { ComponentChildren, JSX } from 'preact';
import type { PanelPrint, PanelScreen } from '../../../main/kiosk/contract/panel.ts';
import { clockTime, longDate } from '../../shared/time.ts';
import { useModel, type View } from '../model.ts';
import { Frame, type NavButton } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';

interface PanelFrameProps extends View {
  readonly title: string;
  readonly text?: string;
  readonly steps?: readonly NavButton[];
  readonly children: ComponentChildren;
}

interface PanelBodyProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** Scrollable content. */
export function PanelBody({ name, children }: PanelBodyProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <section class="panel-body" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}

/** Page of the panel: a way back to the home page, and one scrollable area. */
export function PanelFrame({ state, t, title, text = '', steps = [], children }: PanelFrameProps): JSX.Element {
  const { call } = useModel();
  const back: NavButton = { label: t('back'), icon: 'back', onClick: () => call('panelGo', { place: 'home' }) };
  return (
    <Frame
      state={state}
      t={t}
      title={title}
      text={text}
      languages={false}
      {...(steps.length > 0 ? { steps } : { nav: back })}
    >
      <PanelBody name={title}>{children}</PanelBody>
    </Frame>
  );
}

/** Props of a panel page: the view, and its screen. */
export interface PanelProps<Name extends PanelScreen['name']> extends View {
  readonly screen: Extract<PanelScreen, { name: Name }>;
}

/** `14:32`, with the date unless it is today. @param at ISO instant @param now epoch milliseconds */
export function moment(at: string, now: number, lang: string, timeZone: string): string {
  const then = Date.parse(at);
  const time = clockTime(then, lang, timeZone);
  const day = longDate(then, lang, timeZone);
  return day === longDate(now, lang, timeZone) ? time : `${day}, ${time}`;
}

/** Result of a print, announced when it changes. */
export function PrintNotice({ said, print }: { readonly said: string; readonly print: PanelPrint }): JSX.Element {
  const isGood = print === 'printed' || print === 'printing';
  return (
    <div class="panel-notice" role="status" data-print={print}>
      {said !== '' && (
        <div class={isGood ? 'notice' : 'notice notice-attention'}>
          <Icon name={print === 'printed' ? 'check' : isGood ? 'paper' : 'attention'} />
          <span>{said}</span>
        </div>
      )}
    </div>
  );
}
