/**
 * Calls of the page to the operator panel.
 *
 * A PIN protects them. It is never sent back to the page.
 */
import Type, { type Static } from 'typebox';
import { VOLUME_STEPS } from './kiosk-access.ts';
import { PANEL_PLACES } from './panel.ts';

const object = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** Ignored in states where they make no sense; all but the first two need an unlocked panel. */
export const PanelCalls = {
  /** The long press. Ignored by a kiosk without a PIN. */
  openPanel: object({}),
  panelPin: object({ pin: Type.String({ pattern: '^[0-9]{1,12}$' }) }),
  closePanel: object({}),
  panelGo: object({ place: Type.Enum([...PANEL_PLACES]) }),
  /** The step of the paper change is done. */
  panelNext: object({}),
  panelTest: object({}),
  /** The test page came out of a printer without print confirmation. */
  panelProved: object({}),
  panelReprint: object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
  /** Closes the kiosk for visitors, or opens it. */
  panelKiosk: object({ open: Type.Boolean() }),
  /** Sets the initial speech volume for every visitor. */
  panelVolume: object({ step: Type.Integer({ minimum: 1, maximum: VOLUME_STEPS }) }),
  /** Reloads the page, or restarts the program. */
  panelRestart: object({ what: Type.Enum(['page', 'program']) }),
} as const;

export type PanelCallName = keyof typeof PanelCalls;
export type PanelCall = {
  [Name in PanelCallName]: { readonly kind: Name } & Readonly<Static<(typeof PanelCalls)[Name]>>;
}[PanelCallName];
