import type { ComponentChildren, JSX } from 'preact';
import { useModel, type View } from '../model.ts';
import { Frame, type NavButton } from '../parts/frame.tsx';
import { PanelBody } from './panel-body.tsx';

interface PanelFrameProps extends View {
  readonly title: string;
  readonly text?: string;
  readonly steps?: readonly NavButton[];
  readonly children: ComponentChildren;
}

/** A part of the panel: a way back to its first page, and all that is long in one place that scrolls. */
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
