/**
 * Messages between servers by LISTEN and NOTIFY.
 *
 * A message only says that there is news to read. It can be lost with its connection or its sender, so listeners also
 * poll: after `null`, and at intervals.
 * Messages are sent on a separate connection, after the commit. Within a transaction, NOTIFY makes all commits of the
 * database wait for each other's sync.
 */
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../lib/context.ts';
import { databaseHosts } from './database-hosts.ts';
import { faultText } from './postgres-error.ts';
import { once, statement } from './statement.ts';

/** The key of a notice; null when notices were possibly missed, so that the listener must read everything. */
export type NoticeListener = (key: string | null) => void;

export interface NotifyChannel {
  /** Subscribes to notices of a topic from all servers, including this one. Returns the unsubscribe function. */
  subscribe(topic: string, listener: NoticeListener): () => void;
  /**
   * Notifies all servers shortly afterwards. A pending identical notice is sent once.
   * @param number appended to the key, `hall:12`; of several for the same key the highest is sent
   */
  tell(topic: string, key: string, number?: number): void;
  /** Flushes pending notices if possible, then closes. */
  close(): Promise<void>;
}

export interface NotifyOptions {
  readonly url: string;
  readonly log: Log;
  /** Timeout of a connection attempt, and of any response. */
  readonly answerMs: number;
  /** Interval of connection checks. */
  readonly heartbeatMs?: number;
}

const HEARTBEAT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2_000;
/** The first notice is sent at once; notices within this time after it are batched. */
const TOGETHER_MS = 10;
/** Limit of pending notices during an outage; listeners poll for the rest. */
const MAX_WAITING = 10_000;
/**
 * PostgreSQL accepts less than 8,000 bytes (postgresql.org/docs/current/sql-notify.html); a number has less than 20.
 */
const MAX_NAME_BYTES = 7_950;

/** Named by schema, because a database can hold several; by its oid, because a name can be too long. */
const CHANNEL = once('notices-channel', "SELECT 'take_a_number_' || current_schema()::regnamespace::oid AS channel");
const TELL = statement('tell-notices', 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload');
const IS_THERE = once('is-line-there', 'SELECT 1');

interface OpenLine {
  readonly client: pg.Client;
  readonly channel: string;
}

/** Connects, and reconnects automatically; after each connect all listeners receive `null`. */
export function openNotifyChannel({ url, log, answerMs, heartbeatMs = HEARTBEAT_MS }: NotifyOptions): NotifyChannel {
  const listeners = new Map<string, Set<NoticeListener>>();
  /** Pending notices by topic and key, with the appended number. */
  const waiting = new Map<string, number | null>();
  let line: OpenLine | null = null;
  let isOver = false;
  let isAway = false;
  /** Whether the database rejects notices. */
  let isRefused = false;
  const places = databaseHosts(url);
  let place = 0;
  let retryMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let sendTimer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;
  let sentAt = 0;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: places[place % places.length] ?? url,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      application_name: 'take-a-number notices',
    });
    let isLost = false;
    const lost = (error: unknown): void => {
      if (isLost) return;
      isLost = true;
      void client.end().catch(() => undefined);
      if (line?.client === client) line = null;
      // A standby accepts no LISTEN, so the retries end at the primary.
      place += 1;
      retry(error);
    };
    client.on('error', lost).on('end', () => lost(new Error('The notification connection was closed.')));
    client.on('notification', ({ payload = '' }) => hear(payload));
    try {
      await client.connect();
      // A crash may lose notices, so their commit need not wait for the disk.
      await client.query('SET synchronous_commit = off; SET idle_session_timeout = 0');
      const { rows } = await client.query<{ channel: string }>(CHANNEL.text);
      const channel = rows[0]?.channel ?? '';
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      if (isLost) return;
      if (isOver) {
        await client.end();
        return;
      }
      line = { client, channel };
      retryMs = FIRST_RETRY_MS;
      if (isAway) log.info('pg-notify.recovered');
      isAway = false;
      beat(client, lost);
      for (const each of listeners.values()) for (const listener of each) listener(null);
      plan();
    } catch (error) {
      lost(error);
    }
  }

  function retry(error: unknown): void {
    clearTimeout(heartbeat);
    if (isOver) return;
    if (!isAway) log.warn('pg-notify.lost', { error: faultText(error) });
    isAway = true;
    timer = setTimeout(() => void connect(), retryMs);
    timer.unref();
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }

  /** Detects a dead connection, which looks like one without traffic. */
  function beat(client: pg.Client, lost: (error: unknown) => void): void {
    heartbeat = setTimeout(() => {
      client.query(IS_THERE.text).then(() => beat(client, lost), lost);
    }, heartbeatMs);
    heartbeat.unref();
  }

  function hear(payload: string): void {
    const end = payload.indexOf(':');
    for (const listener of listeners.get(payload.slice(0, end)) ?? []) listener(payload.slice(end + 1));
  }

  function plan(): void {
    if (sendTimer !== undefined || isSending || line === null || waiting.size === 0) return;
    sendTimer = setTimeout(() => void send(), Math.max(0, sentAt + TOGETHER_MS - performance.now()));
    sendTimer.unref();
  }

  function send(): Promise<void> {
    clearTimeout(sendTimer);
    sendTimer = undefined;
    if (line === null || waiting.size === 0) return sending;
    const payloads = [...waiting].map(([name, number]) => (number === null ? name : `${name}:${number}`));
    waiting.clear();
    isSending = true;
    sentAt = performance.now();
    sending = line.client
      .query({ ...TELL, values: [line.channel, payloads] })
      .then(
        () => {
          if (isRefused) log.info('pg-notify.publish-recovered');
          isRefused = false;
        },
        // Every server also polls without notices, within a second.
        (error: unknown) => {
          if (!isRefused) log.warn('pg-notify.publish-failed', { error: faultText(error) });
          isRefused = true;
        },
      )
      .finally(() => {
        isSending = false;
        plan();
      });
    return sending;
  }

  void connect();

  return {
    subscribe(topic, listener) {
      const those = listeners.get(topic) ?? new Set();
      listeners.set(topic, those.add(listener));
      return () => void those.delete(listener);
    },
    tell(topic, key, number) {
      const name = `${topic}:${key}`;
      if (isOver || waiting.size >= MAX_WAITING || Buffer.byteLength(name) > MAX_NAME_BYTES) return;
      waiting.set(name, number === undefined ? null : Math.max(number, waiting.get(name) ?? number));
      plan();
    },
    async close() {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      clearTimeout(heartbeat);
      await sending;
      await send();
      const open = line;
      line = null;
      const ended = open?.client.end().catch(() => undefined);
      // The database can be unreachable, so the close has a timeout.
      await Promise.race([ended, after(answerMs, undefined, { ref: false })]);
      listeners.clear();
    },
  };
}
