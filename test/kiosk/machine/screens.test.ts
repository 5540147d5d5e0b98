/** What the kiosk shows: screens, choices, and what the page around them says. */
import { describe, expect, it } from 'vitest';
import type { Catalog, CurrentService } from '../../../main/kiosk/machine/catalog.ts';
import { CHOOSE_MS, TAKE_TICKET_MS } from '../../../main/kiosk/machine/model.ts';
import { view } from '../../../main/kiosk/machine/view.ts';
import { commonHours } from '../../../main/lib/weekly-hours.ts';
import type { PrinterStatus } from '../../../main/printing/contract/printing.ts';
import { KioskMachine } from './kiosk-machine.ts';
import { CATALOG, Machine, texts } from './town-hall.ts';

const hears = (more: Partial<Catalog>, live: Record<string, Partial<CurrentService>> = {}): Machine =>
  new Machine(live).send({ kind: 'catalog', catalog: { ...CATALOG, ...more } });

const idle = (kiosk: KioskMachine) => view(kiosk.model, kiosk.now, null);

describe('a kiosk that has just started', () => {
  it('is in its own language, and knows nothing of the site', () => {
    expect(idle(new KioskMachine())).toEqual({
      screen: { name: 'starting' },
      lang: 'en',
      dir: 'ltr',
      simple: false,
      languages: [],
      siteName: '',
      logo: '',
      colour: '',
      timeZone: 'UTC',
      wedge: null,
      checkIn: false,
      lookUp: false,
      staff: null,
      dark: false,
      ticketSlot: 'below',
      screenInches: 0,
      speech: 'headset',
      headsetOutput: '',
      keys: '',
      scanSeconds: 0,
      lessMotion: false,
      pronunciations: [],
      alone: false,
      printer: 'none',
      timeout: null,
      panel: null,
    });
  });

  it('takes no touch, language or code before it has a catalog', () => {
    const kiosk = new KioskMachine()
      .send({ kind: 'touchService', serviceId: 'passports', priority: false })
      .send({ kind: 'chooseLanguage', lang: 'en' })
      .send({ kind: 'chooseSimple', on: true })
      .send({ kind: 'touchGroup', groupId: 'papers' })
      .send({ kind: 'startCheckIn' })
      .send({ kind: 'cardUnknown' });
    expect(kiosk.effects).toEqual([]);
    expect(kiosk.model.phase).toEqual({ name: 'idle' });
    expect(idle(kiosk).simple).toBe(false);
  });

  it('says why it cannot work, before and after it has had a catalog', () => {
    const kiosk = new KioskMachine().send({ kind: 'linkDown', reason: 'never-connected' });
    expect(idle(kiosk).screen).toEqual({ name: 'out-of-service', reason: 'never-connected' });
    kiosk.send({ kind: 'alone' });
    expect(idle(kiosk).screen).toEqual({ name: 'starting' });
  });

  it('shows no message of staff before it knows the languages of the site', () => {
    const kiosk = new KioskMachine().send({ kind: 'shut', message: { en: 'Back at three.' } });
    expect(idle(kiosk).screen).toEqual({ name: 'starting' });
  });
});

describe('what the site has set', () => {
  it('reaches the page', () => {
    const set: Partial<Catalog> = {
      logo: 'data:image/png;base64,AA==',
      colour: '#00aa55',
      ticketSlot: 'right',
      screenInches: 22,
      speech: 'loudspeaker',
      headsetOutput: 'Headset',
      keys: 'F13=next',
      scanSeconds: 3,
      lessMotion: true,
      pronunciations: ['IRS = I R S'],
      timeZone: 'Europe/Lisbon',
    };
    const kiosk = hears({ ...set, siteNames: { en: 'Town hall', pt_PT: 'Câmara' } });
    expect(kiosk.state).toMatchObject({ ...set, siteName: 'Town hall', printer: 'ok', simple: false });
    expect(kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' }).state.siteName).toBe('Câmara');
  });

  it('shows no strip of languages where there is one language', () => {
    expect(hears({ languages: ['en'] }).state.languages).toEqual([]);
    expect(hears({ languages: ['en', 'pt_PT'] }).state.languages.map(({ id }) => id)).toEqual(['en', 'pt_PT']);
  });

  it('offers no simple language where the program has no words in it', () => {
    const kiosk = hears({ languages: ['en', 'th'] }).send({ kind: 'chooseSimple', on: true });
    expect(kiosk.state.simple).toBe(true);
    expect(kiosk.send({ kind: 'chooseLanguage', lang: 'th' }).state.simple).toBeNull();
    kiosk.touch('passports');
    expect(kiosk.effects).toMatchObject([{ kind: 'issue', lang: 'th' }]);
    expect(kiosk.effects[0]).not.toHaveProperty('simple');
  });

  it('passes on how a keyboard reader types', () => {
    const wedge = { maxMedianGapMs: 35, minLength: 6 };
    expect(view(new Machine().model, 0, wedge).wedge).toBe(wedge);
  });

  it('makes the screen black while the location is closed and no visitor uses the kiosk', () => {
    const shut = { open: false, opensAt: '2026-11-21T09:00:00Z' };
    const closed = { passports: shut, cards: shut, taxes: shut };
    const kiosk = hears({ darkWhenClosed: true }, closed);
    expect(kiosk.state).toMatchObject({ dark: true, screen: { name: 'closed' } });
    kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' });
    expect(kiosk.state).toMatchObject({ dark: false, screen: { name: 'closed' } });
    expect(hears({ darkWhenClosed: true }).state.dark).toBe(false);
    expect(hears({}, closed).state.dark).toBe(false);
  });
});

describe('the printer', () => {
  const ready = { kind: 'ready', confirms: true } as const;

  it.each<readonly [PrinterStatus, string]>([
    [{ kind: 'none' }, 'none'],
    [{ ...ready, paperLow: false }, 'ok'],
    [{ ...ready, paperLow: true }, 'low'],
    [{ kind: 'connecting' }, 'ok'],
    [{ kind: 'mute' }, 'ok'],
    [{ kind: 'silent' }, 'silent'],
    [{ kind: 'no-paper' }, 'no-paper'],
    [{ kind: 'cover-open' }, 'fault'],
  ])('with status %o is shown as %s', (status, shown) => {
    expect(new Machine().send({ kind: 'printerStatus', status }).state.printer).toBe(shown);
  });
});

describe('services on the first screen', () => {
  it('show the texts of the site, and the number of waiting visitors', () => {
    const [first] = CATALOG.services;
    if (first === undefined) throw new Error('The town hall has no service.');
    const described = {
      ...first,
      pictogram: 'passport',
      texts: { en: { name: 'Passports', description: 'Bring a photo.' } },
    };
    const kiosk = hears({ services: [described], groups: [] }, { passports: { waiting: 4, waitSeconds: 900 } });
    expect(kiosk.screen).toEqual({
      name: 'idle',
      choices: [
        {
          kind: 'service',
          id: 'passports',
          name: 'Passports',
          description: 'Bring a photo.',
          tag: 'A',
          colour: '#123456',
          pictogram: 'passport',
          open: true,
          opensAt: null,
          full: false,
          waiting: 4,
          waitSeconds: 900,
          priorityAllowed: true,
        },
      ],
    });
  });

  it('without words, pictogram or live state are shown by their id, as closed', () => {
    const [first, second] = CATALOG.services;
    if (first === undefined || second === undefined) throw new Error('The town hall has too few services.');
    const kiosk = hears({ services: [first, { ...second, texts: {} }] });
    kiosk.send({ kind: 'queues', now: { passports: { open: true, opensAt: null, waiting: 0, waitSeconds: 0 } } });
    const { screen } = kiosk;
    expect(screen.name === 'idle' && screen.choices[1]).toEqual({
      kind: 'service',
      id: 'cards',
      name: 'cards',
      description: '',
      tag: 'B',
      colour: '#123456',
      pictogram: '',
      open: false,
      opensAt: null,
      full: false,
      waiting: 0,
      waitSeconds: null,
      priorityAllowed: true,
    });
  });

  it('that are closed are not called full', () => {
    const kiosk = new Machine({ cards: { open: false, waiting: 9, full: true } });
    expect(kiosk.screen).toMatchObject({ choices: [{}, { id: 'cards', open: false, full: false }, {}] });
  });

  it('are full when as many wait as may, and not one earlier', () => {
    const full = (waiting: number | null) => {
      const { screen } = new Machine({ cards: { waiting } });
      return screen.name === 'idle' && screen.choices.map((each) => each.kind === 'service' && each.full);
    };
    expect(full(1)).toEqual([false, false, false]);
    expect(full(2)).toEqual([false, true, false]);
    expect(full(3)).toEqual([false, true, false]);
    // A kiosk offline does not know how many wait.
    expect(full(null)).toEqual([false, false, false]);
  });

  it('are missing where the site has none', () => {
    expect(hears({ services: [], groups: [] }).screen).toEqual({ name: 'out-of-service', reason: 'no-services' });
    const unheard = hears({ services: [], groups: [] }).send({ kind: 'queues', now: {} });
    expect(unheard.screen).toEqual({ name: 'out-of-service', reason: 'no-services' });
  });

  it('say no time of opening where none is known', () => {
    const shut = { open: false, opensAt: null };
    const { screen } = new Machine({ passports: shut, cards: shut, taxes: shut });
    expect(screen).toEqual({ name: 'closed', opensAt: null, hours: null, choices: [] });
  });

  it('have one message while closed with the same hours, and a list where their hours differ', () => {
    const closed = { open: false, opensAt: '2026-11-23T09:00:00Z' };
    const all = { passports: closed, cards: closed, taxes: closed };
    const inHours = (...schedules: readonly string[]) =>
      hears(
        {
          services: CATALOG.services.map((service, place) => ({
            ...service,
            hours: commonHours([schedules[place] ?? '']),
          })),
        },
        all,
      );
    const week = 'Mo-Fr 09:00-16:00';
    const { screen } = inHours(week, week, week);
    expect(screen).toMatchObject({ name: 'closed', opensAt: closed.opensAt, choices: [] });
    expect(screen).toHaveProperty('hours.4', [{ from: '09:00', to: '16:00' }]);
    expect(screen).toHaveProperty('hours.5', []);
    const differing = inHours(week, week, 'Mo-Th 09:00-16:00');
    expect(differing.screen).toMatchObject({ hours: null, choices: [{ id: 'passports' }, { id: 'cards' }, {}] });
    // A kiosk that shows groups lists services here, because only these have hours.
    expect(differing.send({ kind: 'fits', choices: 1 }).screen).toMatchObject({ choices: [{}, {}, {}] });
    // A service that is switched off does not open.
    expect(
      inHours(week, week, 'Mo').send({
        kind: 'queues',
        now: {
          ...differing.model.now,
          taxes: { open: false, opensAt: null, waiting: 0, waitSeconds: null },
        },
      }).screen,
    ).toMatchObject({ choices: [], hours: [{}, {}, {}, {}, {}, [], []] });
    const later = { ...closed, opensAt: '2026-11-23T10:00:00Z' };
    const other = hears({}, { ...all, taxes: later }).screen;
    expect(other).toMatchObject({ opensAt: closed.opensAt, choices: [{}, {}, { opensAt: later.opensAt }] });
  });
});

describe('groups on the first screen', () => {
  const grouped = (more: Partial<Catalog> = {}, live: Record<string, Partial<CurrentService>> = {}) =>
    hears(more, live).send({ kind: 'fits', choices: 2 });
  const shown = (kiosk: Machine) => ('choices' in kiosk.screen ? kiosk.screen.choices : []);
  const ids = (kiosk: Machine) => shown(kiosk).map(({ kind, id }) => `${kind} ${id}`);

  it('say how many services they have, how many are open, and who waits', () => {
    const groups = [
      { id: 'papers', pictogram: 'papers', texts: { en: { name: 'Papers', description: 'Of people' } } },
      { id: 'money', texts: {} },
    ];
    const kiosk = grouped({ groups }, { cards: { open: false, waiting: 3 } });
    expect(shown(kiosk)).toEqual([
      {
        kind: 'group',
        id: 'papers',
        name: 'Papers',
        description: 'Of people',
        pictogram: 'papers',
        serviceCount: 2,
        openCount: 1,
        waiting: 4,
      },
      {
        kind: 'group',
        id: 'money',
        name: 'money',
        description: '',
        pictogram: '',
        serviceCount: 1,
        openCount: 1,
        waiting: 1,
      },
    ]);
  });

  it('count no visitors for a service without a state', () => {
    const kiosk = grouped();
    kiosk.send({ kind: 'queues', now: { taxes: { open: true, opensAt: null, waiting: 5, waitSeconds: null } } });
    expect(shown(kiosk)).toMatchObject([
      { id: 'papers', openCount: 0, waiting: 0 },
      { id: 'money', waiting: 5 },
    ]);
  });

  it('come before services without a group', () => {
    const [passports, ...others] = CATALOG.services;
    if (passports === undefined) throw new Error('The town hall has no service.');
    const services = [{ ...passports, groupId: '' }, ...others];
    expect(ids(grouped({ services }))).toEqual(['group papers', 'group money', 'service passports']);
  });

  it('stay away where fewer than two have services', () => {
    const groups = [...CATALOG.groups.slice(0, 1), { id: 'empty', texts: texts('Empty') }];
    expect(ids(grouped({ groups }))).toEqual(['service passports', 'service cards', 'service taxes']);
    expect(ids(grouped({ groups: [...CATALOG.groups, { id: 'empty', texts: {} }] }))).toEqual([
      'group papers',
      'group money',
    ]);
  });

  it('shut when a new catalog lacks the group that was open, and stay open otherwise', () => {
    const kiosk = grouped().send({ kind: 'touchGroup', groupId: 'papers' });
    kiosk.send({ kind: 'catalog', catalog: { ...CATALOG, colour: '#000000' } });
    expect(ids(kiosk)).toEqual(['service passports', 'service cards']);
    kiosk.send({ kind: 'catalog', catalog: { ...CATALOG, groups: CATALOG.groups.slice(1) } });
    expect(kiosk.screen).toMatchObject({ name: 'choose', group: null });
    expect(ids(kiosk)).toEqual(['service passports', 'service cards', 'service taxes']);
  });

  it('open for a touch on one that is there, and for no other', () => {
    const kiosk = grouped().send({ kind: 'touchGroup', groupId: 'gone' });
    expect(kiosk.screen.name).toBe('idle');
    expect(kiosk.send({ kind: 'touchGroup', groupId: 'money' }).screen).toMatchObject({ group: { id: 'money' } });
  });

  it('are shut again for the next visitor', () => {
    const kiosk = grouped().send({ kind: 'touchGroup', groupId: 'money' }).wait(CHOOSE_MS);
    expect(ids(kiosk)).toEqual(['group papers', 'group money']);
    kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' });
    expect(kiosk.screen).toMatchObject({ name: 'choose', group: null });
  });

  it('give the visitor as much time again on the way back', () => {
    const kiosk = grouped().send({ kind: 'touchGroup', groupId: 'money' });
    kiosk.now += CHOOSE_MS - 1;
    kiosk.send({ kind: 'back' });
    expect(kiosk.wait(CHOOSE_MS - 1).screen.name).toBe('choose');
    expect(kiosk.wait(1).screen.name).toBe('idle');
  });
});

describe('appointments to choose from', () => {
  const offer = { id: 'visit-1', serviceId: 'cards', serviceName: 'Cards there', tag: 'B' };
  const read = (scheduledTo: string, serviceId = 'cards') =>
    ({ kind: 'appointmentsRead', appointments: [{ ...offer, serviceId, scheduledTo }] }) as const;

  it('have colour and pictogram of a service that this kiosk offers', () => {
    const services = CATALOG.services.map((each) => ({ ...each, pictogram: 'card' }));
    const kiosk = hears({ services }).send(read('2026-07-20 12:20:00'));
    expect(kiosk.screen).toEqual({
      name: 'appointments',
      choices: [
        {
          kind: 'appointment',
          id: 'visit-1',
          name: 'cards',
          description: '',
          tag: 'B',
          colour: '#123456',
          pictogram: 'card',
          // In Lisbon, an hour ahead in summer.
          at: '2026-07-20T11:20:00.000Z',
        },
      ],
    });
  });

  it('have the words of the server for another one, and no time where that cannot be read', () => {
    const kiosk = new Machine().send(read('soon', 'blood'));
    expect(kiosk.screen).toMatchObject({
      choices: [{ name: 'Cards there', colour: '', pictogram: '', at: null }],
    });
  });
});

describe('a message of staff', () => {
  const said = (message: Record<string, string>, lang: string, languages = ['en', 'pt_PT', 'ar']) =>
    hears({ languages })
      .send({ kind: 'chooseLanguage', lang })
      .wait(CHOOSE_MS)
      .send({ kind: 'shut', message })
      .send({ kind: 'chooseLanguage', lang }).screen;

  it('is read in the base language, and else in the first language of the site', () => {
    expect(said({ en: 'Back at three.', pt: 'Até já.' }, 'pt_PT')).toEqual({ name: 'shut', message: 'Até já.' });
    expect(said({ en: 'Back at three.' }, 'pt_PT')).toEqual({ name: 'shut', message: 'Back at three.' });
    expect(said({ fr: 'À tout à l’heure.' }, 'pt_PT')).toEqual({ name: 'shut', message: '' });
  });

  it('may change while the kiosk is closed', () => {
    const kiosk = new Machine().send({ kind: 'shut', message: { en: 'Back at three.' } });
    kiosk.send({ kind: 'chooseLanguage', lang: 'en' }).send({ kind: 'shut', message: { en: 'Back at four.' } });
    expect(kiosk.screen).toEqual({ name: 'shut', message: 'Back at four.' });
  });

  it('waits for the visitor who stands there, also when it changes', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'en' });
    kiosk.send({ kind: 'shut', message: { en: 'Back at three.' } });
    kiosk.send({ kind: 'shut', message: { en: 'Back at four.' } });
    expect(kiosk.screen.name).toBe('choose');
    expect(kiosk.wait(CHOOSE_MS).screen).toEqual({ name: 'shut', message: 'Back at four.' });
  });

  it('that ends gives no second visit to the one who stands there', () => {
    const kiosk = new Machine().touch('passports').issued().printed().send({ kind: 'reopened' });
    expect(kiosk.screen.name).toBe('take-ticket');
    kiosk.send({ kind: 'shut', message: {} }).send({ kind: 'reopened' });
    expect(kiosk.wait(TAKE_TICKET_MS).screen.name).toBe('idle');
  });
});

describe('a new catalog', () => {
  const portuguese = { ...CATALOG, languages: ['pt_PT', 'ar'], defaultLang: 'pt_PT' };

  it('keeps the language of the visitor who stands there, where it still has it', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'ar' });
    expect(kiosk.send({ kind: 'catalog', catalog: portuguese }).state.lang).toBe('ar');
    expect(kiosk.wait(CHOOSE_MS).state.lang).toBe('pt_PT');
  });

  it('sets its own language for one that it lacks, and where no visitor is', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'en' });
    expect(kiosk.send({ kind: 'catalog', catalog: portuguese }).state.lang).toBe('pt_PT');
    const both = { ...CATALOG, defaultLang: 'ar' };
    expect(new Machine().send({ kind: 'catalog', catalog: both }).state.lang).toBe('ar');
  });
});
