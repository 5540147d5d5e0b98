import type { KioskScreen } from '../../../main/kiosk/contract/kiosk.ts';
import type { View } from '../model.ts';

/** What a screen is drawn from: the view, and its own part of the state. */
export interface KioskScreenProps<Name extends KioskScreen['name']> extends View {
  readonly screen: Extract<KioskScreen, { readonly name: Name }>;
}
