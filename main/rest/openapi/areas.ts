/** Areas that group operations in the API description. */
export const AREAS = {
  queue: { title: 'Tickets and calls', purpose: 'From the ticket to the end of the visit.' },
  phones: { title: 'Tickets on phones', purpose: 'For the visitor, who has the secret of the ticket.' },
  lists: { title: 'Waiting lists', purpose: 'Who waits, was paused or cancelled, and how many.' },
  lookups: { title: 'Lookups', purpose: 'What the site has, and what was called last.' },
  forms: { title: 'Forms', purpose: 'Templates of questions, and the answers of visitors.' },
  devices: {
    title: 'Kiosks and devices',
    purpose: 'What kiosks, readers, displays and counter pads need to know.',
  },
  access: {
    title: 'Keys and passwords',
    purpose: 'How users, devices and readers of reports get their keys, and how these end.',
  },
  reports: { title: 'Reports', purpose: 'How it goes, and how it went.' },
  admin: { title: 'Administration', purpose: 'The back office: everything that an administrator sets up.' },
  machine: {
    title: 'Watching the server',
    purpose: 'For programs that watch over this one, and for pages that hear of everything at once.',
  },
} as const;

export type Area = keyof typeof AREAS;
