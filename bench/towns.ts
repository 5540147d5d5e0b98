/** Sites of any size for benches: towns that are always open, each with services, desks and a kiosk, and what is asked of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RushRequest } from './rush.ts';

const QUEUE = '/restapi/v2/queuemanagement';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Writes a site file, and gives its name. Every desk serves all services of its town. */
export function townsSite(folder: string, towns: number, services: number, desks = 4): string {
  const site = {
    locations: numbers(towns).map((town) => ({ id: `town-${town}`, name: `Town ${town}`, timezone: 'Europe/Lisbon' })),
    services: numbers(towns).flatMap((town) =>
      numbers(services).map((service) => ({
        id: `service-${town}-${service}`,
        name: `Service ${service}`,
        location: `town-${town}`,
        tag: String.fromCharCode(65 + (service % 26)),
        first_ticket_number: 1,
        maxTicketNumber: 999_999,
      })),
    ),
    desks: numbers(towns).flatMap((town) =>
      numbers(desks).map((desk) => ({ id: `desk-${town}-${desk}`, name: `Desk ${desk}`, location: `town-${town}` })),
    ),
    users: numbers(towns).flatMap((town) =>
      numbers(desks).map((desk) => ({ id: `user-${town}-${desk}`, username: `clerk-${town}-${desk}`, name: 'Clerk' })),
    ),
    devices: numbers(towns).map((town) => ({
      id: `kiosk-${town}`,
      name: 'Entrance',
      type: 1,
      location: `town-${town}`,
    })),
  };
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify(site));
  return file;
}

export const draw = (town: number, service = 0): RushRequest => ({
  path: `${QUEUE}/createticket`,
  body: { service_id: `service-${town}-${service}`, device_id: `kiosk-${town}`, lang: 'en' },
});

export const callNext = (town: number, desk: number): RushRequest => ({
  path: `${QUEUE}/callnextticket`,
  body: { desk_id: `desk-${town}-${desk}`, user_id: `user-${town}-${desk}`, services: [`service-${town}-0`] },
});

/** A ticket, a call, a ticket, a call, at so many desks. */
export const byTurns = (town: number, desks: number): readonly RushRequest[] =>
  numbers(desks).flatMap((desk) => [draw(town), callNext(town, desk)]);

/** One ticket of each service of each town. */
export const everywhere = (towns: number, services: number): readonly RushRequest[] =>
  numbers(services).flatMap((service) => numbers(towns).map((town) => draw(town, service)));
