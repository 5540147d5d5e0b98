/** Steps of the setup wizard. Progress is not stored: it is derived from the site. */
import { DEVICE_TYPE, type Device, type SiteFile } from '../../../main/site/contract/site.ts';

export const STEPS = ['house', 'brand', 'services', 'desks', 'people', 'kiosk', 'display', 'ticket'] as const;
export type WizardStep = (typeof STEPS)[number];

/** Steps that can be skipped. */
export const OPTIONAL: ReadonlySet<WizardStep> = new Set(['brand', 'people', 'display']);

/** What the wizard needs to know besides the site. */
export interface SeenDevices {
  /** Ids of connected devices. */
  readonly connected: ReadonlySet<string>;
  /** Ids of devices that have printed. */
  readonly printed: ReadonlySet<string>;
}

export const NOTHING_SEEN: SeenDevices = { connected: new Set(), printed: new Set() };

const PAGES_OF_KIOSKS: readonly number[] = [DEVICE_TYPE.kiosk, DEVICE_TYPE.concierge, DEVICE_TYPE.extender];

export function kiosksIn(file: SiteFile): readonly Device[] {
  return file.devices.filter(({ type }) => PAGES_OF_KIOSKS.includes(type));
}

export function displaysIn(file: SiteFile): readonly Device[] {
  return file.devices.filter(({ type }) => type === DEVICE_TYPE.display);
}

export function isDone(step: WizardStep, file: SiteFile, seen: SeenDevices): boolean {
  switch (step) {
    case 'house':
      return file.locations.length > 0;
    case 'brand':
      return file.locations.some(({ logo }) => logo !== '');
    case 'services':
      return file.services.length > 0 && file.services.every(({ tag }) => tag !== '');
    case 'desks':
      return file.desks.length > 0;
    case 'people':
      return file.users.length > 1;
    case 'kiosk':
      return kiosksIn(file).some(({ id }) => seen.connected.has(id));
    case 'display':
      return displaysIn(file).some(({ id }) => seen.connected.has(id));
    case 'ticket':
      return kiosksIn(file).some(({ id }) => seen.printed.has(id));
  }
}

/** The first required step that is not done; the last one if all are done. */
export function nextStep(file: SiteFile, seen: SeenDevices): WizardStep {
  return STEPS.find((step) => !(OPTIONAL.has(step) || isDone(step, file, seen))) ?? 'ticket';
}
