/** The check for newer versions, with a real feed at a turned clock. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isNewer, startUpdateCheck } from '../../main/app/update-check.ts';
import type { Clock } from '../../main/lib/context.ts';
import { openTown } from '../helpers/town.ts';
import { turnedClock } from '../helpers/turned-clock.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day and the most that spreads the checks. */
const LATER_MS = DAY_MS + HOUR_MS;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (feed: object): Answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(feed));

/** A certificate that no authority has signed. */
function untrustedCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'update-feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem'];
  const cert = ['-out', 'cert.pem', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...key, ...cert], { cwd: folder, stdio: 'pipe' });
  return { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) };
}

async function openFeed(first: Answer, tls?: ReturnType<typeof untrustedCertificate>) {
  let answer = first;
  const requests: IncomingMessage[] = [];
  const listener: Answer = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/feed.json`,
    requests,
    become: (next: Answer) => {
      answer = next;
    },
  };
}

async function startAt(answer: Answer, tls?: ReturnType<typeof untrustedCertificate>) {
  const feed = await openFeed(answer, tls);
  const clock = turnedClock('2026-11-27T09:00:00Z');
  const log = recordingLog();
  /** How often the job has begun to wait for its next check; the deadline of a check is shorter. */
  let waits = 0;
  const counted: Clock = {
    now: clock.now,
    after(ms, callback) {
      if (ms > 60_000) waits += 1;
      return clock.after(ms, callback);
    },
  };
  const check = startUpdateCheck({ feed: feed.url, version: '1.0.0', clock: counted, log, random: () => 0.5 });
  onTestFinished(() => check.close());
  const isWaiting = (): Promise<void> => expect.poll(() => waits).toBe(feed.requests.length + 1);
  /** Lets the time of the next check come, and waits for its request. */
  async function nextCheck(ms: number): Promise<void> {
    await isWaiting();
    const before = feed.requests.length;
    clock.advance(ms);
    await expect.poll(() => feed.requests.length).toBe(before + 1);
  }
  return { ...feed, check, clock, log, isWaiting, nextCheck };
}

describe('the check for newer versions', () => {
  it('reports a newer version once', async () => {
    const notes = 'https://updates.example.org/1.0.1';
    const { check, log, nextCheck } = await startAt(json({ version: '1.0.1', notes }));
    await nextCheck(HOUR_MS);
    await expect.poll(check.newer).toEqual({ version: '1.0.1', notes });
    await nextCheck(LATER_MS);
    await nextCheck(LATER_MS);
    expect(log.lines).toEqual([JSON.stringify({ event: 'update.available', version: '1.0.0', newer: '1.0.1', notes })]);
  });

  it('reports a later one again, and forgets one that was withdrawn', async () => {
    const { check, become, log, nextCheck } = await startAt(json({ version: '1.0.1' }));
    await nextCheck(HOUR_MS);
    await expect.poll(check.newer).toEqual({ version: '1.0.1', notes: '' });
    become(json({ version: '1.1.0' }));
    await nextCheck(LATER_MS);
    await expect.poll(() => check.newer()?.version).toBe('1.1.0');
    expect(log.events()).toEqual(['update.available', 'update.available']);
    become(json({ version: '1.0.0' }));
    await nextCheck(LATER_MS);
    await expect.poll(check.newer).toBeNull();
  });

  it('asks after a part of an hour, and then once a day', async () => {
    const { clock, requests, isWaiting, nextCheck } = await startAt(json({ version: '1.0.1' }));
    await isWaiting();
    clock.advance(HOUR_MS / 2 - 1);
    await nextCheck(1);
    expect(requests).toHaveLength(1);
    await isWaiting();
    clock.advance(DAY_MS + HOUR_MS / 2 - 1);
    await nextCheck(1);
    expect(requests).toHaveLength(2);
  });

  it('sends neither version nor names', async () => {
    const { requests, nextCheck } = await startAt(json({ version: '1.0.1' }));
    await nextCheck(HOUR_MS);
    const [{ url, method, headers } = {}] = requests;
    expect([method, url, headers?.['user-agent'], headers?.cookie, headers?.authorization]).toEqual([
      'GET',
      '/feed.json',
      'take-a-number',
      undefined,
      undefined,
    ]);
    expect(JSON.stringify(headers)).not.toContain('1.0.0');
  });

  it('follows no redirect', async () => {
    const other = await openFeed(json({ version: '9.9.9' }));
    const { check, log, nextCheck } = await startAt((_request, response) => {
      response.writeHead(302, { location: other.url }).end();
    });
    await nextCheck(HOUR_MS);
    await expect.poll(() => log.lines.length).toBe(1);
    expect(log.lines[0]).toContain('the feed returned HTTP 302');
    expect([check.newer(), other.requests.length]).toEqual([null, 0]);
  });

  it('asks no server with an untrusted certificate', async () => {
    const { check, log, requests, isWaiting, clock } = await startAt(
      json({ version: '9.9.9' }),
      untrustedCertificate(),
    );
    await isWaiting();
    clock.advance(HOUR_MS);
    await expect.poll(() => log.lines.length).toBe(1);
    expect(log.lines[0]).toContain('certificate');
    expect([check.newer(), requests.length]).toEqual([null, 0]);
  });

  it.each<[string, Answer, string]>([
    ['without a version', json({ version: 2 }), 'version of the feed is missing'],
    ['with another version', json({ version: '1.0.1-beta' }), 'version of the feed is missing'],
    ['that is no JSON', (_request, response) => void response.end('<html>'), 'version of the feed is missing'],
    [
      'with notes that run a script',
      json({ version: '1.0.1', notes: 'javascript:alert(1)' }),
      'notes of the feed is not an https URL',
    ],
    ['whose connection ends', (request) => void request.socket.destroy(), 'other side closed'],
    [
      'with notes that name no host',
      json({ version: '1.0.1', notes: 'https://[' }),
      'notes of the feed is not an https URL',
    ],
    [
      'with notes and a password',
      json({ version: '1.0.1', notes: 'https://a:b@example.org/' }),
      'notes of the feed is not an https URL',
    ],
    [
      'with long notes',
      json({ version: '1.0.1', notes: `https://example.org/${'x'.repeat(500)}` }),
      'notes of the feed is not an https URL',
    ],
    [
      'that is packed and too large',
      (_request, response) => {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync(Buffer.alloc(10 * 1024 * 1024, ' ')));
      },
      'larger than 16384 bytes',
    ],
    ['that is too large', json({ version: '1.0.1', more: 'x'.repeat(17 * 1024) }), 'larger than 16384 bytes'],
  ])('warns once of a feed %s', async (_what, answer, warning) => {
    const { check, log, nextCheck } = await startAt(answer);
    await nextCheck(HOUR_MS);
    await expect.poll(() => log.lines.length).toBe(1);
    expect(log.lines[0]).toContain(warning);
    await nextCheck(LATER_MS);
    await nextCheck(LATER_MS);
    expect([check.newer(), log.events()]).toEqual([null, ['update.feed-failed']]);
  });

  it('encodes what could change a terminal or the direction of a line', async () => {
    const notes = 'https://example.org/\u001b[31m\u202e<b>"';
    const { check, nextCheck } = await startAt(json({ version: '1.0.1', notes }));
    await nextCheck(HOUR_MS);
    await expect.poll(check.newer).toEqual({
      version: '1.0.1',
      notes: 'https://example.org/%1B[31m%E2%80%AE%3Cb%3E%22',
    });
  });

  it('gives up a feed that stops in the middle', async () => {
    const { clock, log, nextCheck } = await startAt((_request, response) => void response.write('{"version":'));
    await nextCheck(HOUR_MS);
    clock.advance(20_000);
    await expect.poll(() => log.lines.length).toBe(1);
    expect(log.lines[0]).toContain('no response within 20 seconds');
  });

  it('gives up a feed that does not answer', async () => {
    const { clock, log, nextCheck } = await startAt(() => {});
    await nextCheck(HOUR_MS);
    clock.advance(20_000);
    await expect.poll(() => log.lines.length).toBe(1);
    expect(log.lines[0]).toContain('no response within 20 seconds');
  });

  it('warns again after the feed could be read', async () => {
    const { become, check, log, nextCheck } = await startAt(json({}));
    await nextCheck(HOUR_MS);
    await expect.poll(() => log.lines.length).toBe(1);
    become(json({ version: '1.0.1' }));
    await nextCheck(LATER_MS);
    await expect.poll(check.newer).not.toBeNull();
    become(json({}));
    await nextCheck(LATER_MS);
    await expect.poll(log.events).toEqual(['update.feed-failed', 'update.available', 'update.feed-failed']);
  });
});

it('is read by the back office with the overridden settings', async () => {
  let newer: { readonly version: string; readonly notes: string } | null = null;
  const town = await openTown({ newerVersion: () => newer });
  onTestFinished(() => town.close());
  const read = async (): Promise<unknown> =>
    (await fetch(`${town.address}/restapi/v2/admin/settings/overrides`)).json();
  expect(await read()).toEqual({ success: true, overrides: [] });
  newer = { version: '1.0.1', notes: 'https://updates.example.org/1.0.1' };
  expect(await read()).toEqual({ success: true, overrides: [], update: newer });
});

it.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.9', '1.1.0', false],
  ['0.9.9', '1.0.0', false],
])('compares %s with %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});
