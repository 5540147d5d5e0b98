/** Log of the simulated morning: one line per event, without names, notes or form answers. */
import type { Deed, Outcome, Target } from './simulation/actions.ts';
import type { Person } from './simulation/person.ts';
import { LOCATION } from './simulation/plan.ts';
import type { MorningSite } from './simulation/site.ts';

export interface Story {
  /** Null for events without a line. */
  line(deed: Deed, outcome: Outcome, page: string | null): string | null;
  opening(address: string, speed: number): string;
  /** The main pages. */
  pages(address: string): readonly string[];
  closing(people: readonly Person[]): string;
}

/** @param clock local time of the town hall */
export function storyOf(site: MorningSite, clock: () => string): Story {
  const nameOf = (list: readonly { readonly id: string; readonly name: string }[], id: string): string =>
    list.find((each) => each.id === id)?.name ?? id;
  const service = (id: string): string => nameOf(site.services, id);

  function target({ type, id }: Target): string {
    if (type === 'service') return service(id);
    return type === 'desk' ? nameOf(site.desks, id) : nameOf(site.users, id);
  }

  function happened(deed: Deed, page: string | null): string {
    switch (deed.kind) {
      case 'takes': {
        const { visitor } = deed;
        const how = visitor.appointment ? ', with an appointment' : visitor.priority ? ', with priority' : '';
        const where = nameOf(site.devices, visitor.kiosk);
        const phone = visitor.phone && page !== null ? `\n                 on the phone: ${page}` : '';
        return `takes a ticket for ${service(visitor.service)} (${where})${how}${phone}`;
      }
      case 'leaves':
        return 'leaves the queue, by phone';
      case 'calls':
        return `called to ${deed.clerk.deskName}${deed.ending === null ? '' : `; ${deed.ending} is done`}`;
      case 'calls back':
        return deed.from === 'paused'
          ? `back at ${deed.clerk.deskName}`
          : `is here after all, called to ${deed.clerk.deskName}`;
      case 'recalls':
        return `recalled to ${deed.clerk.deskName}`;
      case 'ends':
        return `is done at ${deed.clerk.deskName}`;
      case 'pauses':
        return 'has to fetch something: paused';
      case 'misses':
        return `no-show at ${deed.clerk.deskName}`;
      case 'sends on':
        return `transferred to ${target(deed.target)}${deed.target.priority ? ', with priority' : ''}`;
    }
  }

  const kiosk = (address: string, id: string): string => `${address}/kiosk?device=${id}`;
  const display = (address: string): string => {
    const device = site.devices.find(({ type, location }) => type === 9 && location === LOCATION);
    return `${address}/display?device=${device?.id ?? ''}`;
  };

  return {
    pages: (address) => [kiosk(address, 'kiosk-1'), display(address), `${address}/counter`, `${address}/admin`],
    line(deed, outcome, page) {
      if (outcome !== null) return `${clock()}  ${outcome.padEnd(5)}  ${happened(deed, page)}`;
      if (deed.kind === 'calls' && deed.ending !== null) {
        return `${clock()}  ${deed.ending.padEnd(5)}  has been served at ${deed.clerk.deskName}; the queue is empty`;
      }
      return null;
    },
    opening(address, speed) {
      return [
        `A morning at ${nameOf(site.locations, LOCATION)}, ${speed} times the real speed. Pages to watch:`,
        '',
        `  kiosk in the entrance hall   ${kiosk(address, 'kiosk-1')}`,
        `  kiosk on the first floor     ${kiosk(address, 'kiosk-2')}`,
        `  display                      ${display(address)}`,
        `  counters                     ${address}/counter`,
        '                               in three tabs: be Counter 1, 2 or 3, at Desk 1, 2 or 3',
        `  back office                  ${address}/admin`,
        '  a ticket on a phone          its address is printed below with the ticket',
        '',
        'Take tickets and call them yourself, if you like: the clerks serve your numbers too. Stop with Ctrl+C.',
        '',
      ].join('\n');
    },
    closing(people) {
      const how = (ending: string): number => people.filter((person) => person.ending === ending).length;
      const others = how('elsewhere');
      return [
        `The morning is over. ${people.length} came: ${how('served')} were served, ${how('left')} left the queue, `,
        `${how('missed')} were no-shows${others === 0 ? '' : `, ${others} were called by other clerks`}.`,
      ].join('');
    },
  };
}
