/** All participants of the simulated morning, each with their own page. */
import type { Browser } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Deed, Outcome } from '../../../demo/simulation/actions.ts';
import { LOCATION, type Morning, type Visitor } from '../../../demo/simulation/plan.ts';
import { pageHere } from '../../../demo/simulation/site.ts';
import type { Hall } from '../../../demo/simulation/waiting-room.ts';
import { type Listener, listen } from '../listener.ts';
import { agreementOf, shows } from './agreement.ts';
import { type Clerk, openClerk } from './clerk.ts';
import { type Display, openDisplay } from './display.ts';
import { type Kiosk, openKiosk } from './kiosk.ts';
import { openPhone, type Phone } from './phone.ts';
import { labelOf } from './shapes.ts';
import type { TownHall } from './town-hall.ts';

export interface PlayedMorning {
  perform(deed: Deed): Promise<Outcome>;
  /** Compares all pages; waits for pages that lag. */
  agree(hall: Hall): Promise<void>;
  /** Waits until every page shows that it is connected, or that it is not. */
  allLive(live: boolean): Promise<void>;
  /** Subscribes again after a restart of the server. */
  listenAgain(): Promise<void>;
  idOf(label: string): string;
  faults(): readonly string[];
  readonly display: Display;
}

export async function openMorning(town: TownHall, browser: Browser, plan: Morning): Promise<PlayedMorning> {
  const [display, kiosks, clerks] = await Promise.all([
    openDisplay(town, browser),
    Promise.all((['kiosk-1', 'kiosk-2'] as const).map((id) => openKiosk(town, browser, id))),
    Promise.all(plan.clerks.map((clerk) => openClerk(town, browser, clerk))),
  ]);
  const phones = new Map<string, Phone>();
  const closed: Phone[] = [];
  const ids = new Map<string, string>();
  let listener: Listener;

  const listenAgain = async (): Promise<void> => {
    const opened = await listen(town.address, LOCATION);
    onTestFinished(() => opened.socket.terminate());
    listener = opened;
  };
  await listenAgain();

  const clerkOf = (desk: string): Clerk => clerks.find(({ person }) => person.desk === desk)!;
  const agreement = agreementOf(town, plan, { display, kiosks, clerks, phones });

  /** Takes a ticket and checks that screen, paper, queue and phone show the same one. */
  async function takes(visitor: Visitor): Promise<string> {
    const kiosk = kiosks.find(({ id }) => id === visitor.kiosk) as Kiosk;
    const { label, paper } = await kiosk.takeTicket(visitor);
    expect(paper.faults).toEqual([]);
    expect(paper.bigText).toBe(label);
    expect(paper.qr).toMatch(/^https:\/\/queue\.pontalva\.example\/ticket\/\S+$/);
    const secret = paper.qr!.split('/').at(-1)!;
    expect(await town.rest.phone(secret)).toMatchObject({ label, lang: visitor.lang, priority: visitor.priority });

    // Numbers are unique within the day, so the number identifies the ticket.
    const created = await listener.until(
      (message) => message.type === 'ticket.created' && message.ticket.label === label,
    );
    if (created.type !== 'ticket.created') throw new Error('A ticket was created.');
    const id = created.ticket.ticket_id;
    expect(ids.has(label), `${label} was given twice`).toBe(false);
    ids.set(label, id);
    const details = await town.rest.details(id);
    expect(labelOf(details.ticket_service.tag, details.number)).toBe(label);
    expect(details).toMatchObject({ lang: visitor.lang, device: { id: visitor.kiosk } });
    expect(details.flags).toBe(visitor.appointment ? 2 : visitor.priority ? 1 : 0);
    if (visitor.phone) phones.set(label, await openPhone(browser, pageHere(town.address, paper.qr!), visitor.lang));
    return label;
  }

  async function perform(deed: Deed): Promise<Outcome> {
    switch (deed.kind) {
      case 'takes':
        return takes(deed.visitor);
      case 'leaves':
        return (await phones.get(deed.label)!.leavesQueue()) ? deed.label : null;
      case 'calls':
        return clerkOf(deed.clerk.desk).callsNext();
      case 'calls back':
        return clerkOf(deed.clerk.desk).callsBack(deed.label, deed.from);
      case 'sends on':
        await clerkOf(deed.clerk.desk).sendsOn(deed.target);
        return deed.label;
      case 'recalls':
      case 'ends':
      case 'pauses':
      case 'misses':
        await clerkOf(deed.clerk.desk)[deed.kind]();
        return deed.label;
    }
  }

  return {
    perform,
    display,
    listenAgain,
    idOf: (label) => ids.get(label) ?? '',
    async agree(hall) {
      await agreement(hall);
      // Phones of finished visits are closed.
      for (const { label, state } of hall.people()) {
        const phone = phones.get(label);
        if (state !== 'gone' || phone === undefined) continue;
        phones.delete(label);
        closed.push(phone);
        await phone.close();
      }
    },
    async allLive(live) {
      const pages = { display, ...Object.fromEntries(kiosks.map((each) => [each.id, each])) };
      const staff = Object.fromEntries(clerks.map((each) => [each.person.desk, each]));
      const all = {
        ...pages,
        ...staff,
        ...Object.fromEntries([...phones].map(([label, each]) => [`phone ${label}`, each])),
      };
      await Promise.all(
        Object.entries(all).map(([name, page]) => shows(`whether ${name} is live`, page.isLive).toBe(live)),
      );
    },
    faults: () =>
      [display, ...kiosks, ...clerks, ...phones.values(), ...closed]
        .flatMap(({ faults }) => faults)
        // Connection errors that the browser logs while the server is down.
        .filter((fault) => !fault.includes('ERR_CONNECTION')),
  };
}
