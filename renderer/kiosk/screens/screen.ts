import type { KioskScreen } from '../../../main/kiosk/contract/kiosk.ts';
import type { View } from '../model.ts';

/** Props of a screen: the view, and its part of the state. */
export interface KioskScreenProps<Name extends KioskScreen['name']> extends View {
  readonly screen: Extract<KioskScreen, { readonly name: Name }>;
}
