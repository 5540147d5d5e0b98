/**
 * Site configuration of the small town in tests.
 *
 * Town hall (Lisbon): Passports `A`, Taxes `B` (weekdays 09:00 to 16:00), Weddings `C` (no priority, at most two
 * wait), Archive `D` (switched off); desks 1 (all), 2 (Taxes only), 3 (closed). Clinic (Madrid): Blood tests `S`, desk 9.
 */
export function townSite(): Record<string, unknown> {
  const at = (location: string) => (item: object) => ({ location, ...item });
  return {
    settings: { default_lang: 'en', languages: ['en', 'pt_PT', 'ar'] },
    locations: [
      {
        id: 'hall',
        name: 'Town Hall',
        timezone: 'Europe/Lisbon',
        country: 'PT',
        city: 'Pontalva',
        email: 'hall@pontalva.example',
        languages: ['pt_PT', 'en'],
        ticket_tolerance: 2,
        translations: { pt_PT: { name: 'Câmara Municipal' } },
      },
      { id: 'clinic', name: 'Clinic', timezone: 'Europe/Madrid', country: 'ES', reset_time: '04:00', number_width: 2 },
    ],
    service_groups: [{ id: 'papers', name: 'Papers', description: 'All papers', location: 'hall' }],
    server_services: [{ id: 'identity', name: 'Identity' }],
    services: [
      ...[
        {
          id: 'passports',
          name: 'Passports',
          tag: 'A',
          rgbColour: '0b5f70',
          server_service: 'identity',
          service_group: 'papers',
          extra_text: 'Bring a photo.',
          footer_text: 'Thank you.',
          expected_wait: 300,
          metadata: { floor: '1' },
          translations: { pt_PT: { name: 'Passaportes', extra_text: 'Traga uma fotografia.' } },
        },
        { id: 'taxes', name: 'Taxes', tag: 'B', schedule: 'Mo-Fr 09:00-16:00', service_group: 'papers' },
        { id: 'weddings', name: 'Weddings', tag: 'C', priority_allowed: false, max_waiting: 2 },
        { id: 'archive', name: 'Archive', tag: 'D', state: 0 },
      ].map(at('hall')),
      { id: 'blood', name: 'Blood tests', tag: 'S', location: 'clinic', maxTicketNumber: 3 },
    ],
    desks: [
      ...[
        { id: 'desk-1', name: 'Desk 1', tag: '1' },
        { id: 'desk-2', name: 'Desk 2', tag: '2', services: ['taxes'] },
        { id: 'desk-3', name: 'Desk 3', tag: '3', state: 0 },
      ].map(at('hall')),
      { id: 'desk-9', name: 'Desk 9', tag: '9', location: 'clinic' },
    ],
    users: [
      { id: 'ana', username: 'ana.silva', name: 'Ana Silva' },
      { id: 'rui', username: 'rui.costa', name: 'Rui Costa' },
      { id: 'eva', username: 'eva', name: 'Eva', locations: ['clinic'] },
      { id: 'left', username: 'left', name: 'Gone', state: 0 },
    ],
    devices: [
      ...[
        { id: 'kiosk-1', name: 'Entrance', type: 1, printer: 'tcp://printer:9100', readers: ['wedge:'] },
        { id: 'pad-1', name: 'Pad', type: 6 },
        { id: 'reader-1', name: 'Reader', type: 7, code: '0042' },
        { id: 'kiosk-off', name: 'Old', type: 1, state: 0 },
      ].map(at('hall')),
      { id: 'kiosk-9', name: 'Clinic kiosk', type: 1, location: 'clinic', languages: ['ar'] },
    ],
  };
}
