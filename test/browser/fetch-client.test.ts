/**
 * The interface as a page uses it: called by Chromium's own fetch, from the server's origin and from a page elsewhere
 * whose origin the site allows. A browser asks before it sends UPDATE to another origin.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readXml } from '../contract/send.ts';
import { ANSWERS, type AnswerName, shapeFaults } from '../contract/shapes.ts';
import { NEW_FORM, TEXT_TYPE } from '../contract/situations.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of a form, or of multipart fields; a text goes as it is. */
  readonly body?: string | { readonly as: 'form' | 'multipart'; readonly fields: Readonly<Record<string, string>> };
}

let browser: Browser;
let town: Town;
/** A page of somebody else, at an origin that the site allows. */
let elsewhere: Server;
const pages = new Map<string, Page>();

beforeAll(async () => {
  elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const site = townSite();
  const settings = { ...(site.settings as object), cors_origins: [origin] };
  town = await openTown({
    site: { ...site, settings, question_answer_types: [TEXT_TYPE] },
    prepare: (server) => {
      // A page says itself what it may ask; other answers may ask nothing.
      server.get('/blank', (_request, reply) =>
        reply.type('text/html').header('content-security-policy', "default-src 'self'").send('<!doctype html>'),
      );
    },
  });
  browser = await launchChromium();
  for (const [name, address] of [
    ['the same origin', `${town.address}/blank`],
    ['an allowed origin', origin],
  ] as const) {
    const page = await browser.newPage();
    await page.goto(address);
    pages.set(name, page);
  }
});
afterAll(async () => {
  await browser.close();
  await town.close();
  await new Promise((resolve) => elsewhere.close(resolve));
});

describe.each(['the same origin', 'an allowed origin'])('from %s', (where) => {
  function call(sent: Sent): Promise<{ status: number; text: string }> {
    const page = pages.get(where);
    if (page === undefined) throw new Error(`There is no page at ${where}`);
    return page.evaluate(
      async ({ address, method, path, headers, body }) => {
        const written = (): string | URLSearchParams | FormData | null => {
          if (body === undefined || typeof body === 'string') return body ?? null;
          if (body.as === 'form') return new URLSearchParams(body.fields);
          const form = new FormData();
          for (const [name, value] of Object.entries(body.fields)) form.append(name, value);
          return form;
        };
        const request: RequestInit = { method, headers: headers ?? {}, body: written() };
        const response = await fetch(address + path, request);
        return { status: response.status, text: await response.text() };
      },
      { address: town.address, ...sent },
    );
  }

  /** Calls, and checks that exactly the shape of the interface comes back. */
  async function ask(answer: AnswerName, sent: Sent) {
    const { status, text } = await call(sent);
    expect([status, text]).toEqual([200, expect.any(String)]);
    const value = sent.path.includes('format=xml') ? readXml(text, ANSWERS[answer]) : JSON.parse(text);
    expect(shapeFaults(value, ANSWERS[answer])).toEqual([]);
    return value;
  }

  const queue = (operation: string): string => `/restapi/v2/queuemanagement/${operation}`;
  const json = { 'content-type': 'application/json' };

  it('POST takes a visitor from the ticket to the end, in every encoding', async () => {
    const fields = { service_id: 'passports', client_name: 'Zoë & Co', lang: 'pt' };
    const drawn = await ask('created', { method: 'POST', path: queue('createticket'), body: { as: 'form', fields } });
    expect(drawn.ticket).toMatchObject({ client_name: 'Zoë & Co', lang: 'pt_PT' });
    const { answer } = await ask('call', {
      method: 'POST',
      path: `${queue('callticket')}?desk_id=desk-1&user_id=ana&format=xml`,
      headers: json,
      body: JSON.stringify({ ticket_id: drawn.ticket.id }),
    });
    await ask('done', { method: 'POST', path: `${queue('recall')}?answer_id=${answer.id}` });
    const end: Sent = {
      method: 'POST',
      path: queue('endcall'),
      body: { as: 'multipart', fields: { answer_id: answer.id } },
    };
    await ask('done', end);
    const again = await call(end);
    expect([again.status, JSON.parse(again.text).errno]).toEqual([409, 116]);
    const { ticket } = await ask('details', { method: 'GET', path: `/restapi/ticket/details/${drawn.ticket.id}` });
    expect(ticket.state).toBe(5);
  });

  it('GET looks things up in the language that is asked for', async () => {
    const { locations } = await ask('locations', {
      method: 'GET',
      path: '/restapi/locations?filter[locations][]=hall&format=xml',
      headers: { 'accept-language': 'pt-PT' },
    });
    expect(locations).toMatchObject([{ id: 'hall', name: 'Câmara Municipal' }]);
  });

  it('UPDATE changes a form, and DELETE removes it', async () => {
    const body = JSON.stringify(NEW_FORM);
    const { id } = await ask('formId', { method: 'POST', path: '/restapi/v2/forms', headers: json, body });
    const path = `/restapi/v2/forms/${id}`;
    const changed = JSON.stringify({ ...NEW_FORM, name: 'Changed' });
    await ask('formId', { method: 'UPDATE', path, headers: json, body: changed });
    expect((await ask('form', { method: 'GET', path })).role.name).toBe('Changed');
    const refused = await call({ method: 'UPDATE', path: '/restapi/v2/forms/nothing', headers: json, body: changed });
    expect([refused.status, JSON.parse(refused.text).errno]).toEqual([404, 6]);
    await ask('done', { method: 'DELETE', path });
  });
});
