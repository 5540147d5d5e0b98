import type { Choice, KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';

export function service(id: string, name: string): Choice {
  return {
    kind: 'service',
    id,
    name,
    description: '',
    tag: 'A',
    colour: '#1d5fa8',
    open: true,
    opensAt: null,
    full: false,
    waiting: 3,
    waitSeconds: 240,
    priorityAllowed: false,
  };
}

export function state(screen: KioskScreen, more: Partial<KioskState> = {}): KioskState {
  return {
    screen,
    lang: 'en',
    dir: 'ltr',
    languages: [],
    siteName: 'Town Hall',
    logo: '',
    colour: '',
    timeZone: 'UTC',
    wedge: null,
    checkIn: false,
    dark: false,
    alone: false,
    printer: 'ok',
    timeout: null,
    panel: null,
    ...more,
  };
}

export const idle = state({ name: 'idle', choices: [service('s1', 'Residence'), service('s2', 'Payments')] });
