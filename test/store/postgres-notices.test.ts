import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  type NotifyChannel,
  type NotifyOptions,
  openNotifyChannel,
} from '../../main/database/postgres/notify-channel.ts';
import { silentLog } from '../../main/lib/context.ts';
import { openDatabaseLine } from '../helpers/database-line.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

let url: string;
let admin: pg.Client;
beforeAll(async () => {
  ({ url } = await newDatabase());
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
afterAll(() => admin.end());

interface Hearing extends NotifyChannel {
  readonly heard: (string | null)[];
  readonly logged: string[];
}

/** A server that listens to a topic; its first `null` says that it does so now. */
async function hearing(topic: string, options: Partial<NotifyOptions> = {}): Promise<Hearing> {
  const logged: string[] = [];
  const write = (event: string): void => void logged.push(event);
  const log = { ...silentLog, info: write, warn: write };
  const notices = openNotifyChannel({ url, log, answerMs: 60_000, ...options });
  onTestFinished(() => notices.close());
  const heard: (string | null)[] = [];
  notices.subscribe(topic, (key) => heard.push(key));
  await expect.poll(() => heard).toContain(null);
  heard.length = 0;
  return { ...notices, heard, logged };
}

it('come to every server that listens to their topic, in order, and the same one once', async () => {
  const [one, other, third] = [await hearing('events'), await hearing('events'), await hearing('site')];
  for (const key of ['hall:1', 'hall:1', 'clinic:7', "o'hare: \\:2"]) one.tell('events', key);
  one.tell('site', '12');
  for (const { heard } of [one, other]) {
    await expect.poll(() => heard).toEqual(['hall:1', 'clinic:7', "o'hare: \\:2"]);
  }
  await expect.poll(() => third.heard).toEqual(['12']);
});

it('end with the subscription', async () => {
  const [one, other] = [await hearing('events'), await hearing('events')];
  const more: (string | null)[] = [];
  other.subscribe('events', (key) => more.push(key))();
  one.tell('events', 'hall:1');
  await expect.poll(() => other.heard).toEqual(['hall:1']);
  expect(more).toEqual([]);
});

it('continue after a lost connection, and make all subscribers read again', async () => {
  const [one, other] = [await hearing('events'), await hearing('events')];
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%notices' AND datname = current_database()",
  );
  for (const { heard } of [one, other]) await expect.poll(() => heard).toContain(null);
  one.tell('events', 'hall:2');
  await expect.poll(() => other.heard.at(-1)).toBe('hall:2');
  expect(other.logged).toEqual(['pg-notify.lost', 'pg-notify.recovered']);
});

it('that were told while the line was away are sent when it is back', async () => {
  const line = await openDatabaseLine(url);
  onTestFinished(() => line.close());
  const [one, other] = [await hearing('events', { url: line.url }), await hearing('events')];
  line.cut();
  await expect.poll(() => one.logged).toContain('pg-notify.lost');
  one.tell('events', 'hall:3');
  await expect.poll(() => other.heard).toEqual(['hall:3']);
});

it('find out by themselves that the line has died in silence', async () => {
  const line = await openDatabaseLine(url);
  onTestFinished(() => line.close());
  const { heard, logged } = await hearing('events', { url: line.url, answerMs: 2_000, heartbeatMs: 20 });
  line.freeze();
  await expect.poll(() => heard).toContain(null);
  expect(logged).toContain('pg-notify.lost');
});
