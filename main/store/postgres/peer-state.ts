/**
 * Facts that servers share with their peers, such as device presence.
 *
 * A server writes its own facts, and reads new facts of its peers with every heartbeat. When a server is gone, so are
 * its facts.
 */

import type { PeerState, PeerStateReader, PeerStateTopic } from '../../database/cluster.ts';
import type { Beat } from '../../database/postgres/heartbeat.ts';
import { LOCK_BULLETIN } from '../../database/postgres/locks.ts';
import type { PoolConnection } from '../../database/postgres/pool.ts';
import { awaited } from '../../database/postgres/session.ts';
import { asJson, statement } from '../../database/postgres/statement.ts';
import type { Log } from '../../lib/context.ts';
import { inTransaction } from './batch.ts';

/** A server without a heartbeat for this long counts as gone. */
export const THERE_MS = 5_000;
/** Heartbeats between full reads: after a failover the database may have lost the last numbers. */
const READ_ANEW_BEATS = 60;

const HERE = statement(
  'be-there',
  `INSERT INTO peer (id, until) VALUES ($1, now() + make_interval(secs => $2))
  ON CONFLICT (id) DO UPDATE SET until = excluded.until RETURNING xmax = 0 AS "isNew"`,
);
const LEAVE = statement('leave', 'DELETE FROM peer WHERE id = $1');
const OTHERS = statement('other-servers', 'SELECT id FROM peer WHERE until > now() AND id <> $1');
/** Deletes servers that are gone for some time. */
const DELETE_EXPIRED_PEERS = statement('drop-servers', "DELETE FROM peer WHERE until < now() - interval '1 minute'");
const POST = statement(
  'post-notes',
  `INSERT INTO bulletin (server_id, topic, key, body, number)
  SELECT $1, note.topic, note.key, note.body, nextval('bulletin_number')
    FROM json_to_recordset($2::json) AS note (topic text, key text, body text)
  ON CONFLICT (server_id, topic, key) DO UPDATE SET body = excluded.body, number = excluded.number`,
);
const DROP = statement(
  'drop-notes',
  `DELETE FROM bulletin WHERE server_id = $1 AND (topic, key) IN
  (SELECT topic, key FROM json_to_recordset($2::json) AS note (topic text, key text))`,
);
const FIELDS = 'server_id AS "serverId", topic, key, body, number FROM bulletin';
const NEWS = statement('new-notes', `SELECT ${FIELDS} WHERE number > $1 ORDER BY number`);
const ALL_OF = statement('notes-of-server', `SELECT ${FIELDS} WHERE server_id = $1`);

interface Note {
  readonly topic: PeerStateTopic;
  readonly key: string;
  readonly body: string;
}
interface StoredNote extends Note {
  readonly serverId: string;
  readonly number: number;
}

export interface ServerPeerState extends PeerState {
  readonly beat: Beat;
  readonly leave: Beat;
}

export interface PeerStateOptions {
  readonly serverId: string;
  /** Timeout after which it counts as gone. */
  readonly thereMs: number;
  /** Called when there are facts to send, and when the peers can read them. */
  readonly onPost: () => void;
  readonly onSaid: () => void;
  /** Whether this server may delete the remains of others. */
  readonly mayBury: () => boolean;
  readonly log: Log;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function createPeerState({
  serverId,
  thereMs,
  onPost,
  onSaid,
  mayBury,
  log,
}: PeerStateOptions): ServerPeerState {
  const own = new Map<string, Note>();
  const unsaid = new Map<string, Note>();
  const dropped = new Map<string, Pick<Note, 'topic' | 'key'>>();
  const readers = new Map<PeerStateTopic, Set<PeerStateReader>>();
  /** Facts of peers, by server. */
  const told = new Map<string, Map<string, Note>>();
  /** By server and topic, so that each fault is logged once. */
  const reported = new Set<string>();
  let readTo = 0;
  let beats = 0;

  const placeOf = (topic: string, key: string): string => `${topic}\n${key}`;

  /** An unreadable fact does not block others. */
  function pass(reader: PeerStateReader, from: string, { topic, key, body }: Note): void {
    try {
      const value: unknown = JSON.parse(body);
      if (!isObject(value) || reader.accepts?.(value) === false) throw new Error('unexpected format');
      reader.note(from, key, value);
    } catch (error) {
      // The error message could quote the content.
      const fault = error instanceof SyntaxError ? 'not JSON' : String(error);
      const place = `${from} ${topic}`;
      if (reported.has(place)) return;
      reported.add(place);
      log.error('peer-state.row-corrupt', { topic, server: from, error: fault });
    }
  }

  function hear({ serverId: from, topic, key, body, number }: StoredNote): void {
    readTo = Math.max(readTo, number);
    const notes = told.get(from);
    // An own fact, or one of a server that is gone.
    if (notes === undefined) return;
    const place = placeOf(topic, key);
    if (notes.get(place)?.body === body) return;
    notes.set(place, { topic, key, body });
    for (const reader of readers.get(topic) ?? []) pass(reader, from, { topic, key, body });
  }

  async function say(line: PoolConnection): Promise<void> {
    if (unsaid.size + dropped.size === 0) return;
    const notes = [...unsaid];
    const gone = [...dropped];
    await inTransaction(line, null, async (session) => {
      await awaited(session.ask(LOCK_BULLETIN, []));
      if (notes.length > 0) session.send(POST, [serverId, asJson(notes.map(([, note]) => note))]);
      if (gone.length > 0) session.send(DROP, [serverId, asJson(gone.map(([, note]) => note))]);
    });
    for (const [place, note] of notes) if (unsaid.get(place) === note) unsaid.delete(place);
    if (notes.length > 0) onSaid();
    for (const [place, note] of gone) if (dropped.get(place) === note) dropped.delete(place);
  }

  async function listen(line: PoolConnection): Promise<void> {
    beats += 1;
    if (beats % READ_ANEW_BEATS === 0) readTo = 0;
    const others = new Set((await line.ask<{ id: string }>(OTHERS, [serverId])).map(({ id }) => id));
    for (const id of [...told.keys()].filter((each) => !others.has(each))) {
      told.delete(id);
      for (const place of reported) if (place.startsWith(`${id} `)) reported.delete(place);
      for (const each of readers.values()) for (const reader of each) reader.gone(id);
    }
    for (const id of others) {
      if (told.has(id)) continue;
      const notes = await line.ask<StoredNote>(ALL_OF, [id]);
      told.set(id, new Map());
      // Facts written meanwhile by others can have smaller numbers.
      for (const note of notes) hear({ ...note, number: 0 });
    }
    for (const note of await line.ask<StoredNote>(NEWS, [readTo])) hear(note);
  }

  return {
    post(topic, key, body) {
      const note = { topic, key, body: JSON.stringify(body) };
      const place = placeOf(topic, key);
      if (own.get(place)?.body === note.body) return;
      own.set(place, note);
      unsaid.set(place, note);
      dropped.delete(place);
      onPost();
    },
    drop(topic, key) {
      const place = placeOf(topic, key);
      if (!own.delete(place)) return;
      unsaid.delete(place);
      dropped.set(place, { topic, key });
    },
    follow(topic, reader) {
      const those = readers.get(topic) ?? new Set();
      readers.set(topic, those.add(reader));
      for (const [from, notes] of told) {
        for (const note of notes.values()) if (note.topic === topic) pass(reader, from, note);
      }
      return () => void those.delete(reader);
    },
    async beat(line) {
      const [here] = await line.ask<{ isNew: boolean }>(HERE, [serverId, thereMs / 1000]);
      // It counted as gone meanwhile, or the database changed in a failover: publish everything again.
      if (here?.isNew === true) for (const [place, note] of own) unsaid.set(place, note);
      await say(line);
      await listen(line);
      if (mayBury()) await line.tell(DELETE_EXPIRED_PEERS, []);
    },
    leave: async (line) => void (await line.tell(LEAVE, [serverId])),
  };
}
