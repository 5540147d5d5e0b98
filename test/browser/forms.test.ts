/** Questions before the ticket: asked by the real page, kept by the real server, and nowhere in the log. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { question } from '../forms/rules/form-site.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type Machine, type MachineOptions, openMachine, Visitor } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';

const SITE = {
  settings: { languages: ['en', 'pt_PT'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'Europe/Lisbon' }],
  services: [
    { id: 'permits', name: 'Permits', location: 'hall', tag: 'A', forms: ['permit'] },
    { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'B' },
  ],
  devices: [
    { id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall' },
    { id: 'card-1', name: 'Card', type: 7, location: 'hall', code: 'CARD-0001' },
  ],
  forms: [
    {
      id: 'permit',
      name: 'Permit',
      questions: {
        before: [
          question('reason', 'one of', {
            required: true,
            config: {
              options: ['New', 'Running'],
              translations: { pt_PT: { question: 'Qual é o assunto?', options: ['Novo', 'Em curso'] } },
            },
          }),
          question('file', 'text', {
            after: ['reason', 'Running'],
            required: true,
            config: { mask: 5, regex: '[0-9]{4}/[0-9]{5}', example: '2030/00042' },
          }),
          question('mail', 'e-mail', { on: ['ticket_kiosks', 'card_reader'] }),
          question('badge', 'text', { on: ['card_reader'], required: true }),
        ],
      },
    },
  ],
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Kept {
  readonly questions: readonly {
    readonly id: string;
    readonly question: string;
    readonly answers: readonly string[];
  }[];
}

async function arrive(options: MachineOptions = {}) {
  const site = await siteFile(SITE);
  const machine = await openMachine({ printer: 'none', site, ...options });
  const visitor = await Visitor.at(machine, browser, { width: 800, height: 1280 });
  return { machine, visitor, form: new Form(visitor) };
}

/** What a visitor does at a form. */
class Form {
  readonly visitor: Visitor;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  async asks(questionId: string): Promise<void> {
    await this.visitor.sees(`form-${questionId}`);
  }

  async touch(name: string | RegExp): Promise<void> {
    await this.visitor.page.getByRole('button', { name, exact: true }).click();
  }

  async types(text: string): Promise<void> {
    for (const key of text) await this.touch(key);
  }

  line() {
    return this.visitor.page.locator('.line-text');
  }
}

async function answersOf(machine: Machine, service: string): Promise<Record<string, readonly string[]>> {
  const { tickets } = await machine.post<{ tickets: readonly { id: string }[] }>('waitingticketslist', {
    service_id: service,
  });
  const kept = await machine.get<Kept>(`/restapi/v2/tickets/${tickets.at(-1)?.id}/answers`);
  return Object.fromEntries(
    kept.questions.filter(({ answers }) => answers.length > 0).map((one) => [one.id, one.answers]),
  );
}

describe('a service that asks', () => {
  it('has its questions answered with the kiosk’s own keys, and the answers stand with the ticket', async () => {
    const { machine, visitor, form } = await arrive();
    await visitor.touch('Permits');
    await form.asks('reason');
    await form.touch('Running');
    await form.asks('file');
    await form.types('2030');
    await form.touch('Next');
    await visitor.page.getByRole('alert').getByText('Please type it like this: 2030/00042').waitFor();
    await form.types('/00042');
    await form.touch('Next');
    await form.asks('mail');
    await form.types('ana@example.org');
    await form.touch('Get my ticket');
    await visitor.sees('problem');

    expect(await answersOf(machine, 'permits')).toEqual({
      reason: ['Running'],
      file: ['2030/00042'],
      mail: ['ana@example.org'],
    });
    expect(await visitor.text()).toContain('A001');
    await visitor.isDone();
    expect(visitor.faults).toEqual([]);

    const log = machine.log.lines.join('\n');
    expect(log).toContain('"phase":"form"');
    for (const answer of ['Running', '2030/', '/00042', 'ana@']) expect(log).not.toContain(answer);
  });

  it('lets the visitor go back, answer otherwise and leave out what may be left out', async () => {
    const { machine, visitor, form } = await arrive();
    await visitor.speaks('Português');
    await visitor.touch('Permits');
    await form.asks('reason');
    await form.touch('Em curso');
    await form.asks('file');
    await form.types('2030/00042');
    await form.touch('Voltar');
    await form.asks('reason');
    await visitor.page.getByRole('button', { name: 'Em curso', pressed: true }).waitFor();
    await form.touch('Novo');
    await form.asks('mail');
    await form.touch('Saltar');
    await visitor.sees('problem');
    expect(await answersOf(machine, 'permits')).toEqual({ reason: ['New'] });
  });

  it('forgets the answers of a visitor who goes back to the services', async () => {
    const { visitor, form } = await arrive();
    await visitor.touch('Permits');
    await form.touch('Running');
    await form.asks('file');
    await form.touch('Back');
    await form.asks('reason');
    await form.touch('Back');
    await visitor.sees('choose');
    await visitor.touch('Permits');
    await form.asks('reason');
    expect(await visitor.page.getByRole('button', { pressed: true, name: 'Running' }).count()).toBe(0);
  });

  it('asks a card’s own questions, filled in from what stands on the card', async () => {
    const pattern = encodeURIComponent('^(?<id>[A-Z]+-[0-9]+)(;(?<badge>.*))?$');
    const { machine, visitor, form } = await arrive({ serialReader: `rule=table&pattern=${pattern}` });
    await machine.swipe('CARD-0001;B-77');
    await machine.until(({ screen }) => screen.name === 'choose' && screen.card);
    await visitor.touch('Permits');
    await form.asks('mail');
    await form.touch('Skip');
    await form.asks('badge');
    expect(await visitor.page.locator('.line-text').textContent()).toBe('B-77');
    await form.touch('Delete the last character');
    await form.types('8');
    await form.touch('Get my ticket');
    await visitor.sees('problem');
    expect(await answersOf(machine, 'permits')).toEqual({ badge: ['B-78'] });
    expect(machine.log.lines.join('\n')).not.toMatch(/B-7|CARD/);
  });

  it('leaves the others alone: one touch, one ticket', async () => {
    const { machine, visitor } = await arrive();
    await visitor.touch('Taxes');
    await visitor.sees('problem');
    expect(await answersOf(machine, 'taxes')).toEqual({});
  });

  it('says that there is no ticket when the server does not take the answers', async () => {
    const { machine, visitor, form } = await arrive();
    await visitor.touch('Permits');
    await form.asks('reason');
    await form.touch('New');
    await form.asks('mail');
    // Meanwhile the site has changed: an answer that was free is wanted now.
    const permit = await machine.get<{ role: { name: string; questions: Record<string, object> } }>(
      '/restapi/v2/forms/permit',
    );
    const before = Object.values(permit.role.questions.before ?? {}).map((each) =>
      (each as { id: string }).id === 'mail' ? { ...each, required: true } : each,
    );
    const changed = await fetch(`${machine.program.address}/restapi/v2/forms/permit`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: permit.role.name, questions: { before, during: [], end: [] } }),
    });
    expect(await changed.json()).toMatchObject({ success: true });
    await form.touch('Skip');
    await visitor.sees('problem');
    expect(await visitor.text()).toContain('We could not give you a ticket');
  });
});
