import type { JSX } from 'preact';
import english from '../../../assets/locales/en/panel.json';
import type { PanelScreen } from '../../../main/kiosk/contract/panel.ts';
import { type MoreTexts, type TextFile, textLoaders } from '../../shared/i18n.ts';
import type { View } from '../model.ts';
import { HomePart } from './home-part.tsx';
import { NetworkPart, PaperPart, RestartPart, SoundPart, TicketsPart } from './parts.tsx';
import { PinPart } from './pin-part.tsx';

const files = import.meta.glob<TextFile>(
  ['../../../assets/locales/*/panel.json', '!../../../assets/locales/en/panel.json'],
  { import: 'default' },
);

export const panelTexts: MoreTexts = { english, loaders: textLoaders(files) };

/** Operator panel, in place of the visitors' screens. */
export function Panel({ state, t, screen }: View & { readonly screen: PanelScreen }): JSX.Element {
  switch (screen.name) {
    case 'pin':
      return <PinPart state={state} t={t} screen={screen} />;
    case 'home':
      return <HomePart state={state} t={t} screen={screen} />;
    case 'paper':
      return <PaperPart state={state} t={t} screen={screen} />;
    case 'tickets':
      return <TicketsPart state={state} t={t} screen={screen} />;
    case 'network':
      return <NetworkPart state={state} t={t} screen={screen} />;
    case 'sound':
      return <SoundPart state={state} t={t} screen={screen} />;
    case 'restart':
      return <RestartPart state={state} t={t} screen={screen} />;
  }
}
