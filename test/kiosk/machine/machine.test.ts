import { describe, expect, it } from 'vitest';
import { CardValue } from '../../../main/kiosk/contract/reader.ts';
import type { CurrentService } from '../../../main/kiosk/machine/catalog.ts';
import {
  type CardGrant,
  CHOOSE_MS,
  type CodeAnswer,
  LEFT_MS,
  NOTE_NUMBER_MS,
  TAKE_TICKET_MS,
  TAKEN_MS,
  WARN_MS,
} from '../../../main/kiosk/machine/model.ts';
import { CATALOG, Machine, TICKET, texts } from './town-hall.ts';

describe('a kiosk that staff have closed', () => {
  const SAID = { en: 'Back at three.', ar: 'نعود في الثالثة.' };

  it('reports it in the language of the visitor, and accepts no touch, card or code', () => {
    const kiosk = new Machine().send({ kind: 'shut', message: SAID });
    expect(kiosk.screen).toEqual({ name: 'shut', message: 'Back at three.' });
    kiosk.send({ kind: 'chooseLanguage', lang: 'ar' });
    expect(kiosk.screen).toEqual({ name: 'shut', message: 'نعود في الثالثة.' });
    kiosk.touch('passports').send({ kind: 'cardUnknown' }).send({ kind: 'startCheckIn' });
    kiosk.send({ kind: 'appointmentRead', appointment: { id: 'visit', serviceId: 'passports' } });
    expect(kiosk.screen.name).toBe('shut');
    expect(kiosk.effects).toEqual([]);
    kiosk.wait(CHOOSE_MS);
    expect(kiosk.screen).toEqual({ name: 'shut', message: 'Back at three.' });
    expect(kiosk.send({ kind: 'reopened' }).screen.name).toBe('idle');
  });

  it('reports it in simple language if the site has that text', () => {
    const message = { ...SAID, en_simple: 'We come back at 3.' };
    const kiosk = new Machine().send({ kind: 'shut', message }).send({ kind: 'chooseSimple', on: true });
    expect(kiosk.screen).toEqual({ name: 'shut', message: 'We come back at 3.' });
    kiosk.send({ kind: 'chooseLanguage', lang: 'ar' });
    expect(kiosk.screen).toEqual({ name: 'shut', message: 'نعود في الثالثة.' });
    kiosk.wait(CHOOSE_MS);
    expect(kiosk.screen).toEqual({ name: 'shut', message: 'Back at three.' });
  });

  it('lets the present visitor finish, and starts no visit from that last screen', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'pt_PT' }).send({ kind: 'shut', message: SAID });
    expect(kiosk.screen.name).toBe('choose');
    kiosk.touch('passports').issued().printed();
    expect(kiosk.screen.name).toBe('take-ticket');
    kiosk.send({ kind: 'cardUnknown' });
    expect(kiosk.screen.name).toBe('take-ticket');
    expect(kiosk.wait(TAKE_TICKET_MS).screen.name).toBe('shut');
  });

  it('reports it also while its server is unavailable', () => {
    const kiosk = new Machine().send({ kind: 'shut', message: {} }).send({ kind: 'linkDown', reason: 'server-away' });
    expect(kiosk.screen).toEqual({ name: 'shut', message: '' });
  });
});

describe('an offline kiosk', () => {
  const alone = (live: Record<string, Partial<CurrentService>> = {}): Machine =>
    new Machine(live).send({ kind: 'alone' });

  it('issues tickets, and reports offline mode until its server is back', () => {
    const kiosk = alone();
    expect(kiosk.state).toMatchObject({ alone: true, screen: { name: 'idle' } });
    kiosk
      .touch('passports')
      .issued({ ...TICKET, before: null, waitSeconds: null })
      .printed();
    expect(kiosk.screen).toMatchObject({ name: 'take-ticket', ticket: { before: null } });
    kiosk.send({ kind: 'catalog', catalog: CATALOG });
    expect(kiosk.state.alone).toBe(false);
    expect(kiosk.send({ kind: 'catalog', catalog: CATALOG, alone: true }).state.alone).toBe(true);
  });

  it('offers no check-in, and reports to visitors with a card that no look-up is possible', () => {
    const kiosk = new Machine().send({ kind: 'catalog', catalog: { ...CATALOG, checkIn: true } });
    expect(kiosk.state.checkIn).toBe(true);
    kiosk.send({ kind: 'alone' });
    expect(kiosk.state.checkIn).toBe(false);
    expect(kiosk.send({ kind: 'startCheckIn' }).screen.name).toBe('idle');
    kiosk.send({ kind: 'appointmentRefused', reason: 'check-in-away' });
    expect(kiosk.screen).toEqual({ name: 'problem', reason: 'check-in-away', ticket: null });
    expect(kiosk.send({ kind: 'done' }).screen.name).toBe('idle');
  });

  it('shows no queue length of services and groups that it does not know completely', () => {
    const kiosk = alone({ passports: { waiting: null, waitSeconds: null }, taxes: { full: true } });
    kiosk.send({ kind: 'fits', choices: 2 });
    const { screen } = kiosk;
    expect(screen.name === 'idle' && screen.choices).toMatchObject([
      { id: 'papers', waiting: null },
      { id: 'money', waiting: 1 },
    ]);
    // That service has no numbers left.
    expect(kiosk.touch('taxes').effects).toEqual([]);
  });
});

describe('a visit', () => {
  it('leads from a touch to a printed ticket and back to idle', () => {
    const kiosk = new Machine();
    expect(kiosk.screen.name).toBe('idle');
    expect(kiosk.touch('passports').screen).toEqual({ name: 'issuing', serviceName: 'passports' });
    expect(kiosk.issued().screen).toEqual({ name: 'printing', ticket: TICKET });
    expect(kiosk.printed().screen).toEqual({ name: 'take-ticket', ticket: TICKET });
    expect(kiosk.wait(TAKE_TICKET_MS).screen.name).toBe('idle');
    expect(kiosk.effects.map((effect) => effect.kind)).toEqual(['issue', 'print']);
  });

  it('asks once whether priority is needed, where the service has it, and takes the way back to the services', () => {
    const ask = (): Machine => new Machine().send({ kind: 'touchService', serviceId: 'passports' });
    expect(ask().screen).toEqual({ name: 'priority', serviceName: 'passports' });
    expect(ask().send({ kind: 'answerPriority', priority: true }).effects).toMatchObject([
      { kind: 'issue', serviceId: 'passports', priority: true },
    ]);
    const without = ask().send({ kind: 'answerPriority', priority: false });
    expect(without.effects).toMatchObject([{ kind: 'issue', priority: false }]);
    expect(without.send({ kind: 'answerPriority', priority: true }).count('issue')).toBe(1);
    const back = ask().send({ kind: 'back' });
    expect(back.screen.name).toBe('choose');
    expect(back.send({ kind: 'answerPriority', priority: true }).effects).toEqual([]);
    expect(ask().wait(CHOOSE_MS).screen.name).toBe('idle');
    // A service without priority does not ask.
    expect(new Machine().send({ kind: 'touchService', serviceId: 'taxes' }).effects).toMatchObject([
      { kind: 'issue', priority: false },
    ]);
  });

  it('issues one ticket for repeated touches', () => {
    const kiosk = new Machine().touch('passports').touch('passports').touch('taxes').issued().touch('passports');
    expect(kiosk.count('issue')).toBe(1);
  });

  it('uses the chosen language, and the default one again for the next visitor', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'ar' });
    expect(kiosk.state).toMatchObject({ lang: 'ar', dir: 'rtl', screen: { name: 'choose' } });
    expect(kiosk.wait(CHOOSE_MS).state).toMatchObject({ lang: 'en', dir: 'ltr', screen: { name: 'idle' } });
    kiosk.send({ kind: 'chooseLanguage', lang: 'xx' });
    expect(kiosk.state.lang).toBe('en');
  });

  it('shows simple language on request, in every language that has it, and not to the next visitor', () => {
    const kiosk = new Machine().send({ kind: 'chooseSimple', on: true });
    expect(kiosk.state).toMatchObject({ simple: true, lang: 'en', screen: { name: 'choose' } });
    expect(kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' }).state.simple).toBe(true);
    expect(kiosk.send({ kind: 'chooseSimple', on: false }).state.simple).toBe(false);
    kiosk.send({ kind: 'chooseSimple', on: true });
    expect(kiosk.wait(CHOOSE_MS).state).toMatchObject({ simple: false, screen: { name: 'idle' } });
  });

  it('uses the site’s texts in simple language from the services to the ticket, and normal texts otherwise', () => {
    const own = {
      id: 'passports',
      texts: { ...texts('passports'), pt_PT_simple: { name: 'Viajar', description: '' } },
    };
    const services = CATALOG.services.map((each) => (each.id === own.id ? { ...each, ...own } : each));
    const groups = CATALOG.groups.map((group) => ({
      ...group,
      texts: { ...group.texts, pt_PT_simple: texts('Papéis').en },
    }));
    const siteNames = { ...CATALOG.siteNames, pt_PT_simple: 'A Câmara' };
    const kiosk = new Machine().send({ kind: 'catalog', catalog: { ...CATALOG, services, groups, siteNames } });
    const read = () => {
      const { screen, siteName } = kiosk.state;
      const choices = 'choices' in screen ? screen.choices.map(({ name }) => name) : [];
      const group = screen.name === 'choose' ? screen.group?.name : undefined;
      return [siteName, group, ...choices];
    };
    kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' }).send({ kind: 'touchGroup', groupId: 'papers' });
    expect(read()).toEqual(['Town hall', 'Papers pt', 'passports pt', 'cards pt']);
    kiosk.send({ kind: 'chooseSimple', on: true });
    expect(read()).toEqual(['A Câmara', 'Papéis', 'Viajar', 'cards pt']);
    kiosk.touch('passports');
    expect(kiosk.screen).toEqual({ name: 'issuing', serviceName: 'Viajar' });
    expect(kiosk.effects.at(-1)).toMatchObject({ kind: 'issue', lang: 'pt_PT', simple: true });
  });

  it('changes no texts during printing', () => {
    const kiosk = new Machine().touch('passports').send({ kind: 'chooseSimple', on: true });
    expect(kiosk.state).toMatchObject({ simple: false, screen: { name: 'issuing' } });
    expect(kiosk.issued().send({ kind: 'chooseSimple', on: true }).state.simple).toBe(false);
    expect(kiosk.printed().send({ kind: 'chooseSimple', on: true }).state.simple).toBe(true);
  });

  it('returns to idle only without touches, with a countdown', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'pt_PT' });
    kiosk.wait(CHOOSE_MS - 1);
    expect(kiosk.state).toMatchObject({ screen: { name: 'choose' }, timeout: { remainingMs: 1 } });
    kiosk.send({ kind: 'stillHere' });
    expect(kiosk.wait(CHOOSE_MS - 1).screen.name).toBe('choose');
    expect(kiosk.wait(1).screen.name).toBe('idle');
  });

  it('doubles the timeout for a visitor who asks for more time, and not for the next one', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'pt_PT' }).send({ kind: 'moreTime' });
    expect(kiosk.wait(2 * CHOOSE_MS - 1).screen.name).toBe('choose');
    expect(kiosk.wait(1).screen.name).toBe('idle');
    kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' });
    expect(kiosk.wait(CHOOSE_MS).screen.name).toBe('idle');
    kiosk.send({ kind: 'moreTime' }).send({ kind: 'chooseLanguage', lang: 'pt_PT' });
    expect(kiosk.wait(CHOOSE_MS).screen.name).toBe('idle');
  });

  it('multiplies the timeout for visitors with speech output, on all screens', () => {
    const kiosk = new Machine().send({ kind: 'pace', times: 3 }).touch('passports').issued().printed();
    expect(kiosk.wait(3 * TAKE_TICKET_MS - 1).screen.name).toBe('take-ticket');
    kiosk.send({ kind: 'moreTime' });
    expect(kiosk.wait(6 * TAKE_TICKET_MS - 1).screen.name).toBe('take-ticket');
    expect(kiosk.wait(1).screen.name).toBe('idle');
    expect(kiosk.model.pace).toBe(1);
  });

  it('warns 20 seconds before its end, on every screen with a timeout', () => {
    const choosing = new Machine().send({ kind: 'chooseLanguage', lang: 'pt_PT' });
    const refused = new Machine().touch('passports').send({ kind: 'ticketRefused', visit: 0, reason: 'refused' });
    const taking = new Machine().touch('passports').issued().printed();
    for (const { state } of [choosing, refused, taking]) {
      expect(state.timeout?.warnMs).toBe(20_000);
      expect(state.timeout?.remainingMs).toBeGreaterThan(20_000);
    }
  });

  it('ignores a late response after the next visitor has started', () => {
    const kiosk = new Machine().touch('passports');
    const late = kiosk.model.visit;
    kiosk.send({ kind: 'ticketRefused', visit: late, reason: 'server-away' }).send({ kind: 'done' }).touch('taxes');
    kiosk.send({ kind: 'ticketIssued', visit: late, ticket: TICKET, lang: 'en' });
    expect(kiosk.screen.name).toBe('issuing');
  });

  it('gives priority only where the service has it', () => {
    const kiosk = new Machine().touch('taxes', true);
    expect(kiosk.effects[0]).toMatchObject({ kind: 'issue', priority: false });
    expect(new Machine().touch('passports', true).effects[0]).toMatchObject({ priority: true });
  });
});

describe('groups', () => {
  it('appear when the services do not fit, and back leads one level up', () => {
    const kiosk = new Machine().send({ kind: 'fits', choices: 2 });
    expect(kiosk.screen).toMatchObject({ name: 'idle', choices: [{ kind: 'group', id: 'papers' }, { kind: 'group' }] });
    kiosk.send({ kind: 'touchGroup', groupId: 'papers' });
    expect(kiosk.screen).toMatchObject({
      name: 'choose',
      group: { id: 'papers', waiting: 2 },
      choices: [{ id: 'passports' }, { id: 'cards' }],
    });
    expect(kiosk.send({ kind: 'back' }).screen).toMatchObject({ name: 'choose', group: null });
    expect(kiosk.send({ kind: 'back' }).screen.name).toBe('idle');
  });

  it('are not shown while all services fit', () => {
    const kiosk = new Machine().send({ kind: 'fits', choices: 3 });
    expect(kiosk.screen).toMatchObject({ choices: [{ kind: 'service' }, { kind: 'service' }, { kind: 'service' }] });
  });
});

describe('a card on the last screen of a visit', () => {
  const card = { deviceId: 'reader-1', clientName: null };

  it('that was unknown gives way to the next one', () => {
    const kiosk = new Machine().send({ kind: 'cardUnknown' });
    expect(kiosk.screen).toMatchObject({ name: 'problem', reason: 'card-unknown' });
    kiosk.send({ kind: 'cardRead', card });
    expect(kiosk.screen).toMatchObject({ name: 'choose', card: true });
  });

  it('begins the next visit when the ticket is there', () => {
    const kiosk = new Machine().touch('passports').issued().printed();
    const { visit } = kiosk.model;
    expect(kiosk.send({ kind: 'cardRead', card }).screen).toMatchObject({ name: 'choose', card: true });
    expect(kiosk.model.visit).toBe(visit + 1);
  });

  it('does not hide a number that the visitor must write down', () => {
    const kiosk = new Machine().touch('passports').issued().printFailed('no-paper');
    expect(kiosk.send({ kind: 'cardRead', card }).screen).toMatchObject({ name: 'problem', ticket: TICKET });
  });
});

describe('a print that fails', () => {
  it.each([
    ['no-paper', false, 'no-paper'],
    ['cover-open', false, 'cover-open'],
    ['cutter', false, 'printer-fault'],
    ['absent', false, 'printer-absent'],
    ['timeout', true, 'print-doubtful'],
    ['unconfirmed', true, 'print-unconfirmed'],
  ] as const)('(%s, doubtful %s) shows the number and why, and never issues again', (reason, doubtful, shown) => {
    const kiosk = new Machine().touch('passports').issued().printFailed(reason, doubtful);
    expect(kiosk.screen).toEqual({ name: 'problem', reason: shown, ticket: TICKET });
    kiosk.touch('passports').wait(NOTE_NUMBER_MS - 1);
    expect(kiosk.screen.name).toBe('problem');
    expect(kiosk.wait(1).screen).toMatchObject({ name: 'problem', left: true, ticket: TICKET });
    expect(kiosk.wait(LEFT_MS).screen.name).toBe('idle');
    expect(kiosk.count('issue')).toBe(1);
    expect(kiosk.count('print')).toBe(1);
  });

  it('without print confirmation shows the number, although paper may come out', () => {
    const kiosk = new Machine().touch('passports').issued().printedUnproved();
    expect(kiosk.screen).toEqual({ name: 'problem', reason: 'print-unconfirmed', ticket: TICKET });
    expect(kiosk.wait(NOTE_NUMBER_MS).screen).toMatchObject({ name: 'problem', left: true, ticket: TICKET });
  });

  it('is not even tried without a printer: the number is shown', () => {
    const kiosk = new Machine()
      .send({ kind: 'printerStatus', status: { kind: 'none' } })
      .touch('passports')
      .issued();
    expect(kiosk.screen).toMatchObject({ name: 'problem', reason: 'no-printer', ticket: TICKET });
    expect(kiosk.count('print')).toBe(0);
  });
});

describe('a number that was not printed', () => {
  const noted = () => new Machine().touch('passports').issued().printFailed('no-paper', false);

  it('stays until the next visitor comes, without a countdown', () => {
    const kiosk = noted();
    expect(kiosk.state.timeout).toBeNull();
    kiosk.wait(NOTE_NUMBER_MS);
    expect(kiosk.state).toMatchObject({ timeout: null, screen: { ticket: TICKET, left: true } });
    expect(kiosk.send({ kind: 'done' }).screen.name).toBe('idle');
  });

  it('belongs to the visitor again after a touch', () => {
    const kiosk = noted().wait(NOTE_NUMBER_MS).send({ kind: 'stillHere' });
    expect(kiosk.screen).toMatchObject({ name: 'problem', left: false });
    expect(kiosk.wait(NOTE_NUMBER_MS - 1).screen).toMatchObject({ left: false });
  });

  it('is replaced by the next visitor’s card, but not while its own visitor is present', () => {
    const card = { deviceId: 'reader', clientName: new CardValue('Somebody') };
    expect(noted().send({ kind: 'cardRead', card }).screen.name).toBe('problem');
    expect(noted().wait(NOTE_NUMBER_MS).send({ kind: 'cardRead', card }).screen.name).toBe('choose');
  });

  describe('and was taken along on a phone', () => {
    const opened = (kiosk: Machine, visit = kiosk.model.visit): Machine => kiosk.send({ kind: 'takenAlong', visit });
    const taken = () => opened(noted());

    it('reports it and disappears soon, with a countdown from the start', () => {
      const kiosk = taken();
      expect(kiosk.state).toMatchObject({
        timeout: { remainingMs: TAKEN_MS },
        screen: { ticket: TICKET, taken: true },
      });
      expect(TAKEN_MS).toBeGreaterThanOrEqual(WARN_MS);
      expect(kiosk.wait(TAKEN_MS - 1).screen.name).toBe('problem');
      expect(kiosk.wait(1).screen.name).toBe('idle');
    });

    it('stays after a touch, a request for more time, or with speech output', () => {
      expect(
        taken()
          .wait(TAKEN_MS - 1)
          .send({ kind: 'stillHere' })
          .wait(TAKEN_MS - 1).screen.name,
      ).toBe('problem');
      expect(
        taken()
          .send({ kind: 'moreTime' })
          .wait(2 * TAKEN_MS - 1).screen.name,
      ).toBe('problem');
      const heard = opened(noted().send({ kind: 'pace', times: 3 }));
      expect(heard.wait(3 * TAKEN_MS - 1).screen.name).toBe('problem');
      expect(heard.wait(1).screen.name).toBe('idle');
    });

    it('disappears as soon without a visitor, also with a second phone', () => {
      const kiosk = opened(noted().wait(NOTE_NUMBER_MS));
      expect(kiosk.screen).toMatchObject({ taken: true, left: false });
      expect(opened(kiosk.wait(TAKEN_MS - 1)).wait(1).screen.name).toBe('idle');
    });

    it('is replaced by the next visitor’s card', () => {
      const card = { deviceId: 'reader', clientName: new CardValue('Somebody') };
      expect(taken().send({ kind: 'cardRead', card }).screen.name).toBe('choose');
    });

    it('does not concern later visitors, nor a printed number', () => {
      const next = noted();
      const { visit } = next.model;
      next.send({ kind: 'done' }).touch('passports').issued().printFailed('no-paper');
      expect(opened(next, visit).screen).toEqual({ name: 'problem', reason: 'no-paper', ticket: TICKET });
      expect(opened(new Machine().touch('passports').issued().printed()).screen.name).toBe('take-ticket');
      expect(opened(new Machine()).screen.name).toBe('idle');
    });
  });

  it('disappears when staff have closed the kiosk', () => {
    const kiosk = noted().send({ kind: 'shut', message: {} });
    expect(kiosk.wait(NOTE_NUMBER_MS).screen.name).toBe('shut');
  });
});

describe('a card', () => {
  const card = { deviceId: 'reader', clientName: new CardValue('Somebody') };

  it('opens the services, is sent with the next ticket, and is cleared after the visit', () => {
    const kiosk = new Machine().send({ kind: 'cardRead', card });
    expect(kiosk.screen).toMatchObject({ name: 'choose', card: true });
    kiosk.touch('passports');
    expect(kiosk.effects[0]).toMatchObject({ kind: 'issue', card });
    kiosk.issued().printed().wait(TAKE_TICKET_MS).touch('taxes');
    expect(kiosk.effects.at(-1)).toMatchObject({ kind: 'issue', card: null });
  });

  it('changes nothing if it is swiped while a ticket is issued', () => {
    const kiosk = new Machine().touch('passports').send({ kind: 'cardRead', card });
    expect(kiosk.screen.name).toBe('issuing');
    expect(kiosk.model.card).toBeNull();
  });

  it('is reported as unknown, without a ticket', () => {
    expect(new Machine().send({ kind: 'cardUnknown' }).screen).toEqual({
      name: 'problem',
      reason: 'card-unknown',
      ticket: null,
    });
  });
});

describe('a card with a rule', () => {
  const card = (grant: Partial<CardGrant>) =>
    ({
      kind: 'cardRead',
      card: { deviceId: '', clientName: null, grant: { priority: false, lang: '', services: [], ...grant } },
    }) as const;

  it('takes a card while it asks about priority, and does not ask where the card grants it', () => {
    const ask = (): Machine => new Machine().send({ kind: 'touchService', serviceId: 'passports' });
    expect(ask().send(card({ priority: true })).effects).toMatchObject([{ kind: 'issue', priority: true }]);
    expect(ask().send(card({})).screen.name).toBe('priority');
    expect(
      new Machine().send(card({ priority: true })).send({ kind: 'touchService', serviceId: 'passports' }).effects,
    ).toMatchObject([{ kind: 'issue', priority: true }]);
  });

  it('sets the language, unless the visitor has chosen one, and only for this visit', () => {
    const kiosk = new Machine().send(card({ lang: 'ar' }));
    expect(kiosk.state.lang).toBe('ar');
    expect(kiosk.touch('cards').effects).toMatchObject([{ lang: 'ar', priority: false }]);
    expect(kiosk.issued().printed().send({ kind: 'done' }).state.lang).toBe('en');
    const chosen = new Machine().send({ kind: 'chooseLanguage', lang: 'pt_PT' }).send(card({ lang: 'ar' }));
    expect(chosen.state.lang).toBe('pt_PT');
    expect(new Machine().send(card({ lang: 'th' })).state.lang).toBe('en');
  });

  it('has priority where the service allows it', () => {
    expect(new Machine().send(card({ priority: true })).touch('cards').effects).toMatchObject([{ priority: true }]);
    expect(new Machine().send(card({ priority: true })).touch('taxes').effects).toMatchObject([{ priority: false }]);
  });

  it('shows only its services, without groups, and only for this visit', () => {
    const kiosk = new Machine().send({ kind: 'fits', choices: 2 }).send(card({ services: ['cards', 'taxes'] }));
    expect(kiosk.screen).toMatchObject({ choices: [{ id: 'cards' }, { id: 'taxes' }] });
    expect(kiosk.touch('passports').effects).toEqual([]);
    expect(kiosk.wait(CHOOSE_MS).screen).toMatchObject({ choices: [{ kind: 'group' }, { kind: 'group' }] });
  });

  it('issues a ticket at once for its only service, and shows the service if it is closed', () => {
    expect(new Machine().send(card({ services: ['cards'] })).effects).toMatchObject([{ serviceId: 'cards' }]);
    const closed = new Machine({ cards: { open: false } }).send(card({ services: ['cards'] }));
    expect(closed.effects).toEqual([]);
    expect(closed.screen).toMatchObject({ name: 'choose', choices: [{ id: 'cards', open: false }] });
  });

  it('issues nothing if none of its services is offered', () => {
    expect(new Machine().send(card({ services: ['blood'] })).screen).toMatchObject({ reason: 'refused', ticket: null });
  });

  it.each([
    ['cardBlocked', 'card-blocked'],
    ['cardExpired', 'card-expired'],
  ] as const)('says %s in its own words', (kind, reason) => {
    const kiosk = new Machine().send({ kind });
    expect(kiosk.screen).toEqual({ name: 'problem', reason, ticket: null });
    expect(kiosk.send({ kind: 'done' }).screen.name).toBe('idle');
  });
});

describe('the code of an appointment', () => {
  const visit = { id: 'visit-1', serviceId: 'cards' };

  it('gets its ticket at once, in the language of the appointment', () => {
    const kiosk = new Machine().send({ kind: 'appointmentRead', appointment: visit });
    expect(kiosk.screen).toEqual({ name: 'issuing', serviceName: 'cards' });
    expect(kiosk.effects).toMatchObject([
      { kind: 'issue', serviceId: 'cards', lang: '', card: null, appointment: { id: 'visit-1', late: false } },
    ]);
    expect(kiosk.issued().printed().screen.name).toBe('take-ticket');
  });

  it('gets it in the chosen language of the visitor', () => {
    const kiosk = new Machine().send({ kind: 'chooseLanguage', lang: 'pt_PT' });
    expect(kiosk.send({ kind: 'appointmentRead', appointment: visit }).effects).toMatchObject([{ lang: 'pt_PT' }]);
  });

  it('uses the language of its ticket on the screen, unless the visitor has chosen another, and only for this visit', () => {
    const read = { kind: 'appointmentRead', appointment: visit } as const;
    const kiosk = new Machine().send(read).issued(TICKET, 'ar');
    expect(kiosk.state.lang).toBe('ar');
    expect(kiosk.printed().send({ kind: 'done' }).state.lang).toBe('en');
    const chosen = new Machine().send({ kind: 'chooseLanguage', lang: 'pt_PT' }).send(read).issued(TICKET, 'ar');
    expect(chosen.state.lang).toBe('pt_PT');
    expect(new Machine().send(read).issued(TICKET, 'th').state.lang).toBe('en');
  });

  it('issues one ticket if read twice', () => {
    const kiosk = new Machine().send({ kind: 'appointmentRead', appointment: visit });
    kiosk.send({ kind: 'appointmentRead', appointment: visit }).send({ kind: 'appointmentRefused', reason: 'refused' });
    expect(kiosk.effects).toHaveLength(1);
    expect(kiosk.screen.name).toBe('issuing');
  });

  it.each(['appointment-early', 'appointment-late', 'appointment-done'] as const)('says %s', (reason) => {
    const kiosk = new Machine().send({ kind: 'appointmentRefused', reason });
    expect(kiosk.screen).toEqual({ name: 'problem', reason, ticket: null });
    expect(kiosk.send({ kind: 'done' }).screen.name).toBe('idle');
  });

  it('lets the visitor choose if it is too late, and sends the code for the missed service only', () => {
    const late = { deviceId: '', clientName: null, missed: visit };
    const missed = new Machine().send({ kind: 'cardRead', card: late });
    expect(missed.screen).toMatchObject({ name: 'choose', card: false, late: true });
    expect(missed.touch('cards').effects).toMatchObject([{ appointment: { id: 'visit-1', late: true } }]);
    const other = new Machine().send({ kind: 'cardRead', card: late }).touch('passports');
    expect(other.effects[0]).not.toHaveProperty('appointment');
  });
});

describe('a code of several appointments', () => {
  const offer = (id: string, serviceId: string, hour: string) => ({
    id,
    serviceId,
    serviceName: `${serviceId} there`,
    tag: 'B',
    scheduledTo: `2026-11-20 ${hour}:00`,
  });
  const appointments = [offer('visit-1', 'cards', '12:20'), offer('visit-2', 'blood', '12:40')];
  const read = { kind: 'appointmentsRead', appointments } as const;
  const touched = (kiosk: Machine, appointmentId: string): Machine =>
    kiosk.send({ kind: 'touchAppointment', appointmentId });

  it('shows each with its service and time, in the texts of the kiosk where it has them', () => {
    const kiosk = new Machine().send(read);
    const shown = (name: string) => ({
      name: 'appointments',
      choices: [
        { kind: 'appointment', id: 'visit-1', name, at: '2026-11-20T12:20:00.000Z' },
        { kind: 'appointment', id: 'visit-2', name: 'blood there', at: '2026-11-20T12:40:00.000Z' },
      ],
    });
    expect(kiosk.screen).toMatchObject(shown('cards'));
    expect(kiosk.effects).toEqual([]);
    expect(kiosk.send({ kind: 'chooseLanguage', lang: 'pt_PT' }).screen).toMatchObject(shown('cards pt'));
  });

  it('gets the ticket of the one that is touched, once', () => {
    const kiosk = touched(touched(new Machine().send(read), 'visit-2'), 'visit-1');
    expect(kiosk.effects).toMatchObject([
      { kind: 'issue', serviceId: 'blood', lang: '', card: null, appointment: { id: 'visit-2', late: false } },
    ]);
    expect(kiosk.screen.name).toBe('issuing');
  });

  it('takes no appointment that is not on the screen', () => {
    expect(touched(new Machine().send(read), 'visit-3').screen.name).toBe('appointments');
    expect(touched(new Machine(), 'visit-1').effects).toEqual([]);
  });

  it('leads back to the services, and to idle without touches', () => {
    expect(new Machine().send(read).send({ kind: 'back' }).screen.name).toBe('choose');
    const kiosk = new Machine().send(read);
    expect(kiosk.wait(CHOOSE_MS - 1).screen.name).toBe('appointments');
    expect(touched(kiosk.wait(1), 'visit-1').screen.name).toBe('idle');
    expect(kiosk.effects).toEqual([]);
  });

  it('is replaced by the next card', () => {
    const kiosk = new Machine()
      .send(read)
      .send({ kind: 'appointmentRead', appointment: { id: 'x', serviceId: 'cards' } });
    expect(kiosk.effects).toMatchObject([{ appointment: { id: 'x' } }]);
    expect(new Machine().send(read).send({ kind: 'cardUnknown' }).screen).toMatchObject({ reason: 'card-unknown' });
  });
});

describe('a typed code', () => {
  const visit = { id: 'visit-1', serviceId: 'cards' };
  const read = { kind: 'appointmentRead', appointment: visit } as const;
  const withCodes = (): Machine => new Machine().send({ kind: 'catalog', catalog: { ...CATALOG, checkIn: true } });
  const typing = (): Machine => withCodes().send({ kind: 'startCheckIn' });
  const asked = (code = 'QR-1'): Machine => typing().send({ kind: 'checkIn', code });
  const answered = (kiosk: Machine, answer: CodeAnswer, visitNumber = kiosk.model.visit): Machine =>
    kiosk.send({ kind: 'codeAnswered', visit: visitNumber, answer });

  it('can be entered only where there are appointments', () => {
    expect(new Machine().state.checkIn).toBe(false);
    expect(new Machine().send({ kind: 'startCheckIn' }).screen.name).toBe('idle');
    expect(withCodes().state.checkIn).toBe(true);
    expect(typing().screen).toEqual({ name: 'check-in', looking: false, fault: '' });
  });

  it('is looked up once, and kept as secret as a card', () => {
    const kiosk = asked().send({ kind: 'checkIn', code: 'QR-2' });
    expect(kiosk.screen).toEqual({ name: 'check-in', looking: true, fault: '' });
    expect(kiosk.effects).toHaveLength(1);
    const [effect] = kiosk.effects;
    expect(effect?.kind === 'lookUp' && effect.code.reveal()).toBe('QR-1');
    expect(JSON.stringify([kiosk.model, kiosk.effects])).not.toContain('QR-1');
  });

  it('gets its ticket in the language of the appointment, or the chosen one', () => {
    const issue = { kind: 'issue', serviceId: 'cards', appointment: { id: 'visit-1', late: false } };
    expect(answered(asked(), read).effects.at(-1)).toMatchObject({ ...issue, lang: '' });
    const kiosk = typing().send({ kind: 'chooseLanguage', lang: 'ar' }).send({ kind: 'checkIn', code: 'QR-1' });
    expect(answered(kiosk, read).effects.at(-1)).toMatchObject({ ...issue, lang: 'ar' });
    expect(kiosk.screen).toEqual({ name: 'issuing', serviceName: 'cards' });
  });

  it.each(['unknown', 'wait'] as const)('that is refused (%s) can be typed again', (fault) => {
    const kiosk = answered(asked(), { kind: 'codeRefused', fault });
    expect(kiosk.screen).toEqual({ name: 'check-in', looking: false, fault });
    kiosk.send({ kind: 'checkIn', code: 'QR-1' });
    expect(kiosk.screen).toMatchObject({ looking: true, fault: '' });
    expect(answered(kiosk, read).screen.name).toBe('issuing');
  });

  it('gets the same message as a read code when it is early, late or repeated', () => {
    const refused = { kind: 'appointmentRefused', reason: 'appointment-early' } as const;
    expect(answered(asked(), refused).screen).toEqual({ name: 'problem', reason: 'appointment-early', ticket: null });
    const card = { deviceId: '', clientName: null, missed: visit };
    const late = answered(asked(), { kind: 'cardRead', card });
    expect(late.screen).toMatchObject({ name: 'choose', late: true });
    expect(late.touch('cards').effects.at(-1)).toMatchObject({ appointment: { id: 'visit-1', late: true } });
  });

  it('is not needed when a reader reads it meanwhile', () => {
    expect(typing().send(read).screen.name).toBe('issuing');
    const kiosk = asked().send(read);
    expect(kiosk.screen.name).toBe('check-in');
    expect(answered(kiosk, read).count('issue')).toBe(1);
  });

  it('shows its result neither to the next visitor nor without a request', () => {
    const kiosk = asked();
    const late = kiosk.model.visit;
    answered(kiosk, { kind: 'appointmentRefused', reason: 'server-away' }).send({ kind: 'done' });
    expect(answered(kiosk, read, late).screen.name).toBe('idle');
    kiosk.send({ kind: 'startCheckIn' }).send({ kind: 'checkIn', code: 'QR-9' });
    expect(answered(kiosk, read, late).screen).toMatchObject({ name: 'check-in', looking: true });
    expect(answered(typing(), read).screen.name).toBe('check-in');
  });

  it('is cleared on the way back and after inactivity, but not during its look-up', () => {
    expect(typing().send({ kind: 'back' }).screen.name).toBe('choose');
    expect(typing().wait(CHOOSE_MS).screen.name).toBe('idle');
    const kiosk = asked().send({ kind: 'back' }).wait(CHOOSE_MS).send({ kind: 'stillHere' });
    expect(kiosk.screen).toMatchObject({ name: 'check-in', looking: true });
    expect(kiosk.state.timeout).toBeNull();
    expect(answered(kiosk, { kind: 'codeRefused', fault: 'unknown' }).wait(CHOOSE_MS).screen.name).toBe('idle');
  });

  it('gets a result also after a short outage of the server', () => {
    const kiosk = asked().send({ kind: 'linkDown', reason: 'server-away' });
    const refused = { kind: 'appointmentRefused', reason: 'server-away' } as const;
    expect(answered(kiosk, refused).screen).toEqual({ name: 'problem', reason: 'server-away', ticket: null });
  });

  it('opens no service behind its screen', () => {
    expect(typing().touch('passports').send({ kind: 'touchGroup', groupId: 'papers' }).effects).toEqual([]);
  });
});

describe('unavailable services', () => {
  it('are not issued when closed or full', () => {
    const kiosk = new Machine({ passports: { open: false }, cards: { waiting: 2 } }).touch('passports').touch('cards');
    expect(kiosk.effects).toEqual([]);
    expect(kiosk.screen).toMatchObject({ choices: [{ open: false }, { open: true, full: true }, { full: false }] });
  });

  it('close the kiosk when all are closed, with the earliest opening time', () => {
    const closed = (opensAt: string) => ({ open: false, opensAt });
    const kiosk = new Machine({
      passports: closed('2026-11-21T09:00:00Z'),
      cards: closed('2026-11-21T08:00:00Z'),
      taxes: closed('2026-11-23T08:00:00Z'),
    });
    expect(kiosk.screen).toMatchObject({ name: 'closed', opensAt: '2026-11-21T08:00:00Z' });
  });

  it('are not shown as closed before their state is known', () => {
    const kiosk = new Machine().send({ kind: 'queues', now: {} });
    expect(kiosk.screen.name).toBe('starting');
  });

  it('put it out of service while the server is unavailable, and it recovers automatically', () => {
    const kiosk = new Machine().send({ kind: 'linkDown', reason: 'server-away' });
    expect(kiosk.screen).toEqual({ name: 'out-of-service', reason: 'server-away' });
    expect(kiosk.touch('passports').effects).toEqual([]);
    expect(kiosk.send({ kind: 'catalog', catalog: CATALOG }).screen.name).toBe('idle');
  });
});

describe('languages', () => {
  it('are all shown, each in its own script', () => {
    expect(new Machine().state.languages).toEqual([
      { id: 'en', name: 'English', dir: 'ltr' },
      { id: 'pt_PT', name: 'Português', dir: 'ltr' },
      { id: 'ar', name: 'العربية', dir: 'rtl' },
    ]);
  });
});
