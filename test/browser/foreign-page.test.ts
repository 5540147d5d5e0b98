/**
 * A page of elsewhere, open in a browser on the server's own computer, where no key is asked for: in real Chromium, with
 * all the ways that a page has to speak to another server without asking first.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type Machine, openMachine, Visitor } from '../helpers/machine.ts';

/** A name of somebody else that leads to this computer. */
const REBOUND = 'rebind.example';

let browser: Browser;
let elsewhere: Server;
let origin: string;

beforeAll(async () => {
  browser = await launchChromium([`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`]);
  elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  // The same computer under another name is another site to a browser.
  origin = `http://${REBOUND}:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => elsewhere.close(resolve));
});

async function pageAt(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Submits a form, as a script of that page does by itself, and gives what the browser then shows. */
async function submits(page: Page, action: string, fields: Record<string, string>, encoding: string): Promise<string> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url() === action),
    page.evaluate(
      ({ action, fields, encoding }) => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action, enctype: encoding });
        for (const [name, value] of Object.entries(fields)) {
          const input = document.createElement('input');
          Object.assign(input, { name, value });
          form.append(input);
        }
        document.body.append(form);
        form.submit();
      },
      { action, fields, encoding },
    ),
  ]);
  await page.waitForURL(action);
  return `${answer.status()}`;
}

const counts = async (machine: Machine) => {
  const { users, webhooks, devices } = await machine.get<Record<string, readonly unknown[]>>('/restapi/v2/admin/site');
  const { tickets } = await machine.post<{ tickets: readonly unknown[] }>('waitingticketslist', {
    service_id: 'residence',
  });
  return [users?.length, webhooks?.length, devices?.length, tickets?.length];
};

describe('a page of elsewhere, beside an open server', () => {
  it('changes nothing by forms, by requests without a question, or by pictures', async () => {
    const machine = await openMachine({ printer: 'none' });
    const { address } = machine.program;
    const before = await counts(machine);
    const page = await pageAt(origin);
    const admin = `${address}/restapi/v2/admin`;
    for (const [path, fields] of [
      [`${admin}/users`, { username: 'mallory', password: 'a long password', 'roles[]': 'admin_site' }],
      [`${admin}/webhooks`, { url: 'https://evil.example/' }],
      [`${admin}/users/admin/revoke`, {}],
      [`${admin}/devices/kiosk-1/key`, {}],
      [`${address}/restapi/v2/queuemanagement/createticket`, { service_id: 'residence' }],
    ] as const) {
      for (const encoding of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
        expect([path, encoding, await submits(page, path, fields, encoding)]).toEqual([path, encoding, '403']);
        await page.goto(origin);
      }
    }
    // Under another address of this computer, too: to a browser that is the same site, but another origin.
    const neighbour = await pageAt(origin.replace(REBOUND, '127.0.0.1'));
    expect(await submits(neighbour, `${admin}/users`, { username: 'mallory' }, 'text/plain')).toBe('403');

    const asked = page.waitForEvent('requestfailed', (request) => request.url() === `${admin}/users?by=fetch`);
    const seen = await page.evaluate(
      async ({ admin }) => {
        const body = JSON.stringify({ username: 'mallory', roles: ['admin_site'] });
        const sent = await fetch(`${admin}/users?by=fetch`, { method: 'POST', mode: 'no-cors', body }).then(
          (answer) => answer.type,
          () => 'kept away',
        );
        const read = await fetch(`${admin}/site`).then(
          (answer) => answer.text(),
          () => 'not to be read',
        );
        const beacon = navigator.sendBeacon(`${admin}/users?by=beacon`, new URLSearchParams({ username: 'mallory' }));
        const picture = new Image();
        const shown = new Promise((resolve) => {
          picture.onload = () => resolve('a picture');
          picture.onerror = () => resolve('no picture');
        });
        picture.src = `${admin.replace('/restapi/v2/admin', '')}/media/display-bridge.svg`;
        return [sent, read, beacon, await shown];
      },
      { admin },
    );
    // The answer itself says that no page of elsewhere may have it, and so the browser keeps it.
    expect((await asked).failure()?.errorText).toMatch(/BLOCKED_BY_RESPONSE/);
    expect(seen).toEqual(['kept away', 'not to be read', true, 'no picture']);
    expect(await counts(machine)).toEqual(before);
  });

  it('opens none of the WebSockets', async () => {
    const machine = await openMachine({ printer: 'none' });
    const page = await pageAt(origin);
    const address = machine.program.address.replace('http', 'ws');
    const opened = await page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map(
            (each) =>
              new Promise((resolve) => {
                const socket = new WebSocket(each);
                socket.onopen = () => resolve('open');
                socket.onerror = () => resolve('refused');
              }),
          ),
        ),
      ['/kiosk/shell', '/restapi/v2/events?location=town-hall', '/restapi/v2/tickets/live'].map(
        (path) => address + path,
      ),
    );
    expect(opened).toEqual(['refused', 'refused', 'refused']);
  });

  it('gets nothing under a name of its own that leads here', async () => {
    const machine = await openMachine({ printer: 'none' });
    const { port } = new URL(machine.program.address);
    // A page whose answer let it ask: the server refuses, not the browser alone.
    const page = await pageAt(`http://${REBOUND}:${port}/kiosk/`, { bypassCSP: true });
    // To the browser this is the page's own server.
    const seen = await page.evaluate(async () => {
      const socket = new WebSocket(`ws://${window.location.host}/kiosk/shell`);
      const opened = await new Promise((resolve) => {
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      });
      const statuses = await Promise.all(
        ['/restapi/v2/admin/site', '/kiosk/', '/healthz', '/restapi/openapi.json'].map(
          async (path) => (await fetch(path)).status,
        ),
      );
      const put = await fetch('/restapi/v2/admin/site', { method: 'PUT', body: '{}' });
      return [opened, ...statuses, put.status];
    });
    // Whether the process lives is no secret: load balancers ask by the address of the machine.
    expect(seen).toEqual(['refused', 421, 421, 200, 421, 421]);
  });

  it('can have a link to the kiosk, and no frame around it', async () => {
    const machine = await openMachine({ printer: 'none' });
    const page = await pageAt(origin);
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = `${address}/admin/`;
      const link = document.createElement('a');
      Object.assign(link, { href: `${address}/kiosk`, textContent: 'Take a number' });
      document.body.append(frame, link);
    }, machine.program.address);
    await expect.poll(() => page.frames().length).toBe(2);
    // In the frame stands Chromium's own page about a fault.
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    expect(await page.frames()[1]?.locator('main, [data-screen], form').count()).toBe(0);
    await page.getByRole('link', { name: 'Take a number' }).click();
    await page.waitForSelector('[data-screen="choose"]');
    // And the page works as if its address had been typed.
    const visitor = await Visitor.at(machine, browser);
    await visitor.sees('choose');
  });
});
