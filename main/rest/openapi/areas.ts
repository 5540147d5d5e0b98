/** Areas that group operations in the API description. */
export const AREAS = {
  queue: { title: 'Tickets and calls', purpose: 'Issue tickets, call visitors and end visits.' },
  phones: { title: 'Tickets on phones', purpose: 'For the visitor with the secret of the ticket.' },
  lists: { title: 'Waiting lists', purpose: 'Waiting, paused and cancelled tickets, and their counts.' },
  lookups: { title: 'Lookups', purpose: 'Locations, services, desks and users of the site, and the last calls.' },
  forms: { title: 'Forms', purpose: 'Form templates, and the answers of visitors.' },
  devices: {
    title: 'Kiosks and devices',
    purpose: 'Configuration and status of kiosks, readers, displays and counter pads.',
  },
  access: {
    title: 'Keys and passwords',
    purpose: 'Issue and revoke the keys of users, devices and report clients.',
  },
  reports: { title: 'Reports', purpose: 'Live figures and historical reports.' },
  admin: { title: 'Administration', purpose: 'Back office: the configuration of the site.' },
  machine: {
    title: 'Monitoring and events',
    purpose: 'Health checks, metrics and event streams.',
  },
} as const;

export type Area = keyof typeof AREAS;
