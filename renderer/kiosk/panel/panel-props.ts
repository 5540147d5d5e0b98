import type { PanelScreen } from '../../../main/kiosk/contract/panel.ts';
import type { View } from '../model.ts';

/** What a part of the panel is given: the view, and its own screen. */
export interface PanelProps<Name extends PanelScreen['name']> extends View {
  readonly screen: Extract<PanelScreen, { name: Name }>;
}
