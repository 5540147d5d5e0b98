import type { PanelScreen } from '../../../main/contract/panel.ts';

/** Names the place for the eye of the style sheet and for the focus: each step of a change of paper is one. */
export function panelPlace(screen: PanelScreen): string {
  return screen.name === 'paper' ? `panel-paper-${screen.step}` : `panel-${screen.name}`;
}
