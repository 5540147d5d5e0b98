/** Mail delivery to a real mail server: retries, failures and reports. */

import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MailAnswer, MailView, TryMailAnswer } from '../../main/mail/contract/rest/mail.ts';
import { type MailServerOptions, openMailServer, type PlayedMailServer } from '../helpers/mail-server.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const PATIENT = { timeout: 60_000 };
const DAY = 86_400_000;
const TO = 'ana.silva@pontalva.example';
const REPORT = { kind: 'report', to: [TO], subject: 'November\r\nBcc: eve@example.org', text: 'Olá, Ana' } as const;

let server: PlayedMailServer;
let town: Town;

async function open(
  options: MailServerOptions = {},
  settings: object = {},
  silenceMs = 60_000,
  transport: object = {},
): Promise<void> {
  server = await openMailServer(options);
  const given = townSite();
  const mail = { mail_server: '127.0.0.1', mail_port: server.port, mail_from: 'Hall <queue@pontalva.example>' };
  town = await openTown({
    site: { ...given, settings: { ...(given.settings as object), ...mail, ...settings } },
    mail: { random: () => 1, transport: { authorities: server.authority, silenceMs, ...transport } },
  });
}
afterEach(async () => {
  await town.close();
  await server.close();
});

const send = async (mail: object = {}): Promise<void> => {
  const sent = await town.mail?.send({ ...REPORT, ...mail });
  if (sent?.ok !== true) throw new Error(JSON.stringify(sent));
};
const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
  const response = await fetch(`${town.address}/restapi/v2/admin/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Answer;
};
const log = async (): Promise<MailAnswer> => ask<MailAnswer>('GET', 'mail');
/** The newest one when the condition is true. */
async function untilMail(is: (mail: MailView) => boolean): Promise<MailView> {
  let found: MailView | undefined;
  await vi.waitUntil(async () => {
    [found] = (await log()).mails;
    return found !== undefined && is(found);
  }, PATIENT);
  if (found === undefined) throw new Error('There is none');
  return found;
}
/** Advances the clock to the next retry, and waits for it. */
async function untilNextTry(): Promise<MailView> {
  const { id, attempts, next_try_at: next } = await untilMail(({ next_try_at }) => next_try_at !== '');
  town.clock.set(next);
  return untilMail((mail) => mail.id === id && mail.attempts > attempts);
}
/** No log or record shows recipients or content. */
function expectNothingTold(shown: unknown): void {
  expect(JSON.stringify([town.logged, shown])).not.toMatch(/ana\.silva|pontalva\.example|November|Olá/);
}

describe('a mail', () => {
  it('is sent over STARTTLS to each recipient separately, with its attachments, and logged without its content', async () => {
    await open(
      { login: { user: 'queue', password: 'a long secret' } },
      { mail_user: 'queue', mail_password: 'a long secret' },
    );
    const attachments = [{ name: 'relatório.csv', type: 'text/csv', content: Buffer.from('a,b\n1,2\n') }];
    await send({ to: [TO, 'rui@pontalva.example'], attachments });
    await vi.waitUntil(() => server.taken.length === 2, PATIENT);
    expect(server.taken.map(({ to }) => to.join()).toSorted()).toEqual([TO, 'rui@pontalva.example']);
    for (const { secure, user, from, source } of server.taken) {
      expect([secure, user, from]).toEqual([true, 'queue', 'queue@pontalva.example']);
      expect(source).toMatch(/^From: Hall <queue@pontalva\.example>\r$/m);
      expect(source).toMatch(/^Subject: November Bcc: eve@example\.org\r$/m);
      expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(source).toContain(Buffer.from('a,b\n1,2\n').toString('base64'));
      expect(source).not.toMatch(/^Bcc:/m);
    }
    const shown = await untilMail(({ state }) => state === 'sent');
    expect(shown).toMatchObject({ kind: 'report', attempts: 1, fault: '', said: '250 Taken', next_try_at: '' });
    expectNothingTold(await log());
  });

  it('that the server defers is retried with the same id until it is accepted', async () => {
    await open();
    server.next.push('later', 'later');
    await send();
    expect(await untilMail(({ attempts }) => attempts === 1)).toMatchObject({
      state: 'waiting',
      fault: 'later',
      said: '451 4.7.1 Greylisted, come back',
      next_try_at: '2026-11-20T12:01:00.000Z',
    });
    expect(server.taken).toEqual([]);
    expect(await untilNextTry()).toMatchObject({
      attempts: 2,
      state: 'waiting',
      next_try_at: '2026-11-20T12:03:00.000Z',
    });
    expect(await untilNextTry()).toMatchObject({ attempts: 3, state: 'sent' });
    expect(server.tries).toBe(3);
    expect(server.taken[0]?.source).toMatch(/^Date: Fri, 20 Nov 2026 12:00:00 \+0000\r$/m);
    expect(town.logged.flatMap(({ event }) => (event.startsWith('mail.') ? [event] : []))).toEqual([
      'mail.attempt-failed',
    ]);
    expectNothingTold(await log());
  });

  it('that the server rejects permanently fails at once, with a log event', async () => {
    await open();
    server.next.push('never');
    await send();
    expect(await untilMail(({ state }) => state !== 'waiting')).toMatchObject({
      state: 'failed',
      fault: 'refused',
      said: '554 5.7.1 Not wanted here',
    });
    expect(town.logged).toEqual([
      { event: 'mail.abandoned', data: { kind: 'report', reason: 'refused', attempts: 1 } },
    ]);
  });

  it('fails after a day, with a log event', async () => {
    await open({ starttls: false }, { mail_security: 'none' });
    server.next.push(...Array<'later'>(100).fill('later'));
    await send();
    let mail = await untilMail(({ attempts }) => attempts === 1);
    while (mail.state === 'waiting') mail = await untilNextTry();
    expect(mail).toMatchObject({ state: 'failed', fault: 'later' });
    expect(Date.parse(mail.tried_at) - Date.parse(mail.created_at)).toBeGreaterThan(DAY - 3_600_001);
    expect(mail.attempts).toBe(29);
    expect(town.logged.at(-1)).toEqual({
      event: 'mail.abandoned',
      data: { kind: 'report', reason: 'later', attempts: 29 },
    });
  });

  it('survives an interrupted connection', async () => {
    await open();
    server.next.push('reset');
    await send();
    expect(await untilMail(({ attempts }) => attempts === 1)).toMatchObject({ state: 'waiting', fault: 'connection' });
    expect(await untilNextTry()).toMatchObject({ state: 'sent' });
  });

  it('is retried when the server stops responding', async () => {
    await open({}, {}, 500);
    server.next.push('hang');
    await send();
    expect(await untilMail(({ attempts }) => attempts === 1)).toMatchObject({ state: 'waiting', fault: 'timeout' });
    expect(await untilNextTry()).toMatchObject({ state: 'sent' });
  });

  it('of the same key is sent once to each address, with repeated requests', async () => {
    await open();
    await send({ key: 'daily 2026-11-20' });
    await untilMail(({ state }) => state === 'sent');
    await send({ key: 'daily 2026-11-20' });
    await send({ key: 'daily 2026-11-20', to: [TO, 'rui@pontalva.example'] });
    await send({ key: 'daily 2026-11-21' });
    await vi.waitUntil(() => server.taken.length === 3, PATIENT);
    expect((await log()).mails).toHaveLength(3);
  });

  it('waits while the password is wrong, and is sent once it is correct', async () => {
    await open({ login: { user: 'queue', password: 'a long secret' } }, { mail_user: 'queue', mail_password: 'wrong' });
    await send();
    const refused = await untilMail(({ attempts }) => attempts === 1);
    expect(refused).toMatchObject({ state: 'waiting', fault: 'login' });
    expect(refused.said).toMatch(/^535 5\.7\.8 No such login for …$/);
    expect(town.logged).toEqual([{ event: 'mail.attempt-failed', data: { kind: 'report', reason: 'login' } }]);
    const { settings } = await ask<{ settings: object }>('GET', 'settings');
    expect(JSON.stringify(settings)).not.toContain('wrong');
    // Without advancing the clock.
    await ask('PUT', 'settings', { ...settings, mail_password: 'a long secret' });
    expect(await untilMail(({ state }) => state === 'sent')).toMatchObject({ attempts: 2 });
    const audit = JSON.stringify(await ask('GET', 'audit'));
    expect(audit).toContain('{"field":"mail_password","before":"","after":"set","hidden":true}');
    expect(audit).not.toContain('a long secret');
    expect(JSON.stringify(await ask('GET', 'site'))).not.toContain('a long secret');
    // Saved without a password, it stays.
    await ask('PUT', 'settings', settings);
    expect((await log()).has_password).toBe(true);
    await ask('PUT', 'settings', { ...settings, mail_password: '' });
    expect((await log()).has_password).toBe(false);
  });

  it('is refused if invalid, and while no server is configured', async () => {
    await open();
    for (const to of [[], ['nobody'], ['a@b.example,c@d.example']]) {
      expect(await town.mail?.send({ ...REPORT, to })).toMatchObject({
        ok: false,
        error: { errno: 5, parameter: 'to' },
      });
    }
    const { settings } = await ask<{ settings: object }>('GET', 'settings');
    await ask('PUT', 'settings', { ...settings, mail_server: '' });
    expect(await town.mail?.send(REPORT)).toMatchObject({ ok: false, error: { errno: 7 } });
    expect((await log()).set_up).toBe(false);
  });
});

describe('the mail server test', () => {
  const tried = (): Promise<TryMailAnswer> => ask<TryMailAnswer>('POST', 'mail/test', { address: TO });

  it('sends a mail in the language of the user, and shows the server’s reply', async () => {
    await open({ secure: true }, { mail_security: 'tls' });
    expect(await tried()).toMatchObject({ success: true, sent: true, fault: '', said: '250 Taken' });
    expect(server.taken[0]?.source).toMatch(/^Subject: Testmail des Aufrufsystems\r$/m);
    expect(server.taken[0]?.secure).toBe(true);
    expect((await log()).mails).toEqual([]);
  });

  it('reports a server without TLS, and one with the wrong TLS mode', async () => {
    await open({ starttls: false });
    expect(await tried()).toMatchObject({ sent: false, fault: 'tls' });
    const { settings } = await ask<{ settings: object }>('GET', 'settings');
    await ask('PUT', 'settings', { ...settings, mail_security: 'none' });
    expect(await tried()).toMatchObject({ sent: true });
    expect(server.taken[0]?.secure).toBe(false);
  });

  it.each([
    ['a closed port', { mail_port: 9 }, 'connection'],
    ['an unknown name', { mail_server: 'mail.invalid' }, 'name'],
    ['what clouds tell their machines alone', { mail_server: '169.254.169.254' }, 'address'],
  ])('reports %s', async (_what, settings, fault) => {
    await open({}, settings, 300);
    expect(await tried()).toMatchObject({ success: true, sent: false, fault, said: '' });
  });

  it('connects only to usual ports of mail servers, and those that the command line allows', async () => {
    await open({}, {}, 300, { morePorts: [] });
    expect(await tried()).toMatchObject({ sent: false, fault: 'port', said: '' });
    expect(server.tries).toBe(0);
  });

  it.each(['starttls', 'tls'])(
    'does not distinguish a closed port from another service (%s)',
    async (mail_security) => {
      const greeting = createServer((socket) => {
        socket.on('error', () => {});
        socket.end('SSH-2.0-OpenSSH_9.9\r\n');
      });
      await new Promise<void>((resolve) => greeting.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void greeting.close());
      const answers: TryMailAnswer[] = [];
      for (const mail_port of [9, (greeting.address() as AddressInfo).port]) {
        await open({}, { mail_port, mail_security }, 300);
        answers.push(await tried());
        await town.close();
        await server.close();
      }
      await open();
      const [closed, other] = answers;
      expect(other).toEqual({ ...closed, duration_ms: expect.any(Number) });
      expect(closed).toMatchObject({ sent: false, fault: 'connection', said: '' });
    },
  );
});

describe('the password', () => {
  const PASSWORD = 'a long secret';
  const LOGIN = { login: { user: 'queue', password: PASSWORD } };
  const tried = (): Promise<TryMailAnswer> => ask<TryMailAnswer>('POST', 'mail/test', { address: TO });
  const change = async (changed: object): Promise<void> => {
    const { settings } = await ask<{ settings: object }>('GET', 'settings');
    expect(await ask('PUT', 'settings', { ...settings, ...changed })).toMatchObject({ success: true });
  };

  it('is sent only to the server that it was entered for', async () => {
    const other = await openMailServer(LOGIN);
    onTestFinished(() => other.close());
    await open(LOGIN, { mail_user: 'queue', mail_password: PASSWORD }, 1_000, { morePorts: [other.port] });
    await change({ mail_port: other.port });
    expect(await tried()).toMatchObject({ sent: false, fault: 'login' });
    expect(other.taken).toEqual([]);
    // It does not return with its former server, either.
    await change({ mail_port: server.port });
    expect((await ask<MailAnswer>('GET', 'mail')).has_password).toBe(false);
    await change({ mail_port: other.port, mail_password: PASSWORD });
    expect(await tried()).toMatchObject({ sent: true });
    expect(JSON.stringify(await ask('GET', 'audit'))).not.toContain(PASSWORD);
  });

  it.each([
    ['name', { mail_server: 'localhost' }],
    ['protection', { mail_security: 'tls' }],
    ['user', { mail_user: 'other' }],
  ])('is deleted by another %s, and kept by all other changes', async (_what, changed) => {
    await open(LOGIN, { mail_user: 'queue', mail_password: PASSWORD });
    await change({ mail_from: 'Town Hall <queue@pontalva.example>', default_lang: 'pt_PT' });
    expect((await log()).has_password).toBe(true);
    expect(await tried()).toMatchObject({ sent: true });
    await change(changed);
    expect((await log()).has_password).toBe(false);
  });
});

describe('a misbehaving server', () => {
  let other: { readonly port: number; readonly sockets: Set<Socket> };
  beforeEach(async () => {
    const sockets = new Set<Socket>();
    const listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      listening.close();
    });
    other = { port: (listening.address() as AddressInfo).port, sockets };
  });

  it('is reported without any of its text', async () => {
    await open({}, { mail_port: other.port }, 2_000);
    const answer = ask<TryMailAnswer>('POST', 'mail/test', { address: TO });
    await vi.waitUntil(() => other.sockets.size === 1, PATIENT);
    for (const socket of other.sockets) socket.write('SSH-2.0-OpenSSH_9.9 secret banner\r\n');
    expect(await answer).toMatchObject({ sent: false, fault: 'connection', said: '' });
  });
});
