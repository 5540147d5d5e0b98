/** What the log says of a request, from its head to the database and back, under one id. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../main/store/contract/store.ts';
import { openTown, type Town, type TownOptions } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
const opened = async (options: TownOptions = {}): Promise<void> => {
  town = await openTown({ logsRequests: true, ...options });
};
afterEach(() => town.close());

const ANSWERED = ['http.request-completed', 'http.request-slow'];

const trusting = (...proxies: readonly string[]): Record<string, unknown> => {
  const site = townSite();
  return { ...site, settings: { ...(site.settings as object), trusted_proxies: proxies } };
};

/** @param event or several, for what may take long on a busy machine. */
function told(event: string | readonly string[], request?: string): readonly Record<string, unknown>[] {
  return town.logged
    .filter((line) => [event].flat().includes(line.event))
    .map(({ data }) => data as Record<string, unknown>)
    .filter((data) => request === undefined || data.request === request);
}

async function draw(headers: Record<string, string> = {}, body: object = {}): Promise<string> {
  const answer = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ service_id: 'passports', ...body }),
  });
  await answer.text();
  return answer.headers.get('x-request-id') ?? '';
}

describe('the log of requests', () => {
  it('has the requests to the server and the store, with the id of the answer', async () => {
    await opened();
    const id = await draw();
    await expect.poll(() => told(ANSWERED, id)).toHaveLength(1);
    expect(told(ANSWERED, id)).toEqual([
      { request: id, operation: 'createticket', status: 200, caller: '', ms: expect.any(Number) },
    ]);
    expect(told(['store.query-completed', 'store.query-slow'], id)).toContainEqual({
      request: id,
      operation: 'createTicket',
      ms: expect.any(Number),
    });
  });

  it('says nothing of what was asked', async () => {
    await opened();
    const id = await draw({}, { client_name: 'Maria Silva', note: 'a secret note' });
    await expect.poll(() => told(ANSWERED, id)).toHaveLength(1);
    expect(JSON.stringify(town.logged)).not.toMatch(/Maria|secret note/);
  });

  it('is empty unless enabled', async () => {
    await opened({ logsRequests: false });
    const ids = [await draw(), await draw()];
    expect(new Set(ids).size).toBe(2);
    expect([...told('http.request-completed'), ...told('store.query-completed')]).toEqual([]);
  });
});

describe('the id of a request', () => {
  it('is that of a trusted proxy', async () => {
    await opened({ site: trusting('127.0.0.1') });
    expect(await draw({ 'x-request-id': 'proxy-7f3a' })).toBe('proxy-7f3a');
    await expect.poll(() => told(ANSWERED, 'proxy-7f3a')).toHaveLength(1);
  });

  it.each([
    ['of a stranger', '192.0.2.1', 'mine-1'],
    ['that is no plain word', '127.0.0.1', 'two words'],
    ['that is too long', '127.0.0.1', 'x'.repeat(101)],
  ])('is not one %s', async (_, proxy, given) => {
    await opened({ site: trusting(proxy) });
    expect(await draw({ 'x-request-id': given })).toMatch(/^[\w-]+-[0-9a-z]+$/);
    expect(JSON.stringify(town.logged)).not.toContain(given);
  });
});

describe('a bug in the store', () => {
  /** An operation gets what no operation can bear. */
  const spoiled = (store: Store): Store => ({
    ...store,
    run: (operation, input, options) =>
      store.run(
        operation,
        operation === 'createTicket' ? { ...input, flags: 'Maria "Silva"' as never } : input,
        options,
      ),
  });

  it('is logged with its request and its position', async () => {
    await opened({ wrapStore: spoiled });
    const id = await draw();
    expect(told('store.unexpected-error', id)).toEqual([
      { request: id, operation: 'createTicket', error: expect.stringMatching(/\n +at /) },
    ]);
    expect(told('http.unexpected-error', id)).toHaveLength(1);
    expect(JSON.stringify(town.logged)).not.toContain('Maria');
  });
});
