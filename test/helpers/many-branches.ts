/** Site of a bank with many branches, each with its own services, desks, users and devices. */
import { createHash } from 'node:crypto';

/** An id as the program makes them, the same in each run. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const SERVICES = ['Accounts', 'Cards', 'Loans', 'Cash', 'Safe deposit boxes'];

export function manyBranches(count: number) {
  const branches = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    id: idOf(`branch-${at}`),
    city: `City ${at % 40}`,
    region: `Region ${at % 8}`,
  }));
  const each = <Item>(per: number, make: (branch: (typeof branches)[number], at: number) => Item): Item[] =>
    branches.flatMap((branch) => Array.from({ length: per }, (_, at) => make(branch, at)));
  return {
    settings: { default_lang: 'en', languages: ['en', 'de'] },
    locations: branches.map(({ id, number, city, region }) => ({
      id,
      name: `Branch ${number}, ${city}`,
      city,
      region,
      country: 'DE',
      timezone: 'Europe/Berlin',
      schedule: 'Mo-Fr 09:00-17:00; Sa 09:00-12:00',
      languages: ['en', 'de'],
    })),
    services: each(SERVICES.length, ({ id, number }, at) => ({
      id: idOf(`service-${number}-${at}`),
      name: SERVICES[at],
      tag: 'ABCDE'[at],
      location: id,
    })),
    desks: each(4, ({ id, number }, at) => ({
      id: idOf(`desk-${number}-${at}`),
      name: `Desk ${at + 1}`,
      tag: String(at + 1),
      location: id,
    })),
    users: each(3, ({ id, number }, at) => ({
      id: idOf(`user-${number}-${at}`),
      name: `Clerk ${number}.${at + 1}`,
      username: `clerk.${number}.${at + 1}`,
      locations: [id],
      roles: ['acl_qmpad_access'],
    })),
    devices: each(2, ({ id, number }, at) => ({
      id: idOf(`device-${number}-${at}`),
      name: ['Kiosk', 'Display'][at],
      type: [1, 2][at],
      location: id,
    })),
  };
}
