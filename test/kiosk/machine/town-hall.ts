/** A kiosk in a town hall with three services in two groups: only its machine, and a clock that tests move by hand. */
import type { KioskTicket } from '../../../main/kiosk/contract/kiosk.ts';
import type { Catalog, CurrentService } from '../../../main/kiosk/machine/catalog.ts';
import type { KioskEffect } from '../../../main/kiosk/machine/model.ts';
import { view } from '../../../main/kiosk/machine/view.ts';
import type { PrintFaultReason } from '../../../main/printing/contract/printing.ts';
import { KioskMachine } from './kiosk-machine.ts';

export const texts = (name: string) => ({
  en: { name, description: '' },
  pt_PT: { name: `${name} pt`, description: '' },
});
const service = (id: string, tag: string, groupId: string, more = {}) => ({
  id,
  tag,
  colour: '#123456',
  groupId,
  priorityAllowed: true,
  maxWaiting: 0,
  texts: texts(id),
  ...more,
});

export const CATALOG: Catalog = {
  deviceId: 'kiosk',
  locationId: 'hall',
  siteNames: { en: 'Town hall' },
  timeZone: 'Europe/Lisbon',
  numberWidth: 3,
  logo: '',
  colour: '',
  languages: ['en', 'pt_PT', 'ar'],
  defaultLang: 'en',
  services: [
    service('passports', 'A', 'papers'),
    service('cards', 'B', 'papers', { maxWaiting: 2 }),
    service('taxes', 'C', 'money', { priorityAllowed: false }),
  ],
  groups: [
    { id: 'papers', texts: texts('Papers') },
    { id: 'money', texts: texts('Money') },
  ],
};

const LIVE: CurrentService = { open: true, opensAt: null, waiting: 1, waitSeconds: 60 };
export const TICKET: KioskTicket = {
  number: 'A001',
  serviceName: 'passports',
  colour: '',
  before: 0,
  waitSeconds: 0,
  priority: false,
};

export class Machine extends KioskMachine {
  constructor(live: Record<string, Partial<CurrentService>> = {}) {
    super();
    this.send({ kind: 'printerStatus', status: { kind: 'ready', paperLow: false, confirms: true } });
    this.send({ kind: 'catalog', catalog: CATALOG });
    const now = Object.fromEntries(CATALOG.services.map(({ id }) => [id, { ...LIVE, ...live[id] }]));
    this.send({ kind: 'queues', now });
  }

  touch(serviceId: string, priority = false): this {
    return this.send({ kind: 'touchService', serviceId, priority });
  }

  issued(ticket = TICKET, lang = this.model.lang): this {
    return this.send({ kind: 'ticketIssued', visit: this.model.visit, ticket, lang });
  }

  printed(): this {
    return this.send({
      kind: 'printEnded',
      visit: this.model.visit,
      outcome: { ok: true, value: { confirmed: 'status' } },
    });
  }

  /** By a printer that confirms nothing and that no member of staff has vouched for. */
  printedUnproved(): this {
    const outcome = { ok: true, value: { confirmed: 'none', isUnproved: true } } as const;
    return this.send({ kind: 'printEnded', visit: this.model.visit, outcome });
  }

  printFailed(reason: PrintFaultReason, doubtful = false): this {
    const outcome = { ok: false, error: { reason, doubtful, detail: '' } } as const;
    return this.send({ kind: 'printEnded', visit: this.model.visit, outcome });
  }

  wait(ms: number): this {
    this.now += ms;
    return this.send({ kind: 'timeUp' });
  }

  get state() {
    return view(this.model, this.now, null);
  }

  get screen() {
    return this.state.screen;
  }

  count(kind: KioskEffect['kind']): number {
    return this.effects.filter((effect) => effect.kind === kind).length;
  }
}
