/**
 * Calls of the page to the operator panel.
 *
 * Behind a PIN, which goes one way only.
 */
import Type, { type Static } from 'typebox';
import { VOLUME_STEPS } from './kiosk-access.ts';
import { PANEL_PLACES } from './panel.ts';

const object = <T extends Record<string, Type.TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** Ignored in every state in which they make no sense; all but the first two while the panel is locked. */
export const PanelCalls = {
  /** The long press. A kiosk without a PIN ignores it. */
  openPanel: object({}),
  panelPin: object({ pin: Type.String({ pattern: '^[0-9]{1,12}$' }) }),
  closePanel: object({}),
  panelGo: object({ place: Type.Enum([...PANEL_PLACES]) }),
  /** The person has done the step of the change of paper. */
  panelNext: object({}),
  panelTest: object({}),
  /** The test slip came out of a printer that confirms nothing. */
  panelProved: object({}),
  panelReprint: object({ key: Type.String({ minLength: 1, maxLength: 200 }) }),
  /** Close the kiosk for visitors, or open it. */
  panelKiosk: object({ open: Type.Boolean() }),
  /** How loud the speech begins for every visitor. */
  panelVolume: object({ step: Type.Integer({ minimum: 1, maximum: VOLUME_STEPS }) }),
  /** Starts the page or the whole program anew. */
  panelRestart: object({ what: Type.Enum(['page', 'program']) }),
} as const;

export type PanelCallName = keyof typeof PanelCalls;
export type PanelCall = {
  [Name in PanelCallName]: { readonly kind: Name } & Readonly<Static<(typeof PanelCalls)[Name]>>;
}[PanelCallName];
