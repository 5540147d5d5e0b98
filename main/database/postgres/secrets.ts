/** What signs keys and addresses, the same for all servers: made once, by whoever comes first. */
import type { MakeSecret } from '../cluster.ts';
import type { Pool } from './pool.ts';
import { statement } from './statement.ts';

const READ = statement('secret', 'SELECT value FROM secret WHERE name = $1');
const PUT = statement('put-secret', 'INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING');

/** What stands in the database counts, also when another server was faster with one of its own. */
export async function sharedSecret(pool: Pool, name: string, make: MakeSecret): Promise<Buffer> {
  const read = async (): Promise<Buffer | null> => {
    const [row] = await pool.work((line) => line.ask<{ value: string }>(READ, [name]));
    return row === undefined ? null : Buffer.from(row.value, 'base64url');
  };
  const known = await read();
  if (known !== null) return known;
  const made = (await make()).toString('base64url');
  await pool.work((line) => line.tell(PUT, [name, made]));
  const kept = await read();
  if (kept === null) throw new Error(`The secret ${name} was not kept.`);
  return kept;
}
