/** Fills the cache of a database, and says in KiB how much memory of its own the process has before it is dropped and afterwards. */
import { readFileSync } from 'node:fs';
import { Db } from '../../main/database/sqlite/db.ts';
import { trimHeap } from '../../main/lib/memory/idle-gc.ts';

const [file = ''] = process.argv.slice(2);
const db = new Db({ file, busyTimeoutMs: 0 });
db.exec('PRAGMA synchronous = OFF; PRAGMA mmap_size = 0; CREATE TABLE page (content TEXT)');
db.exec(`INSERT INTO page WITH RECURSIVE line (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM line WHERE n < 6000)
  SELECT printf('%03500d', n) FROM line`);
db.all('SELECT max(content) FROM page');

function ownKib(): number {
  trimHeap();
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

const before = ownKib();
db.dropCache();
process.stdout.write(JSON.stringify([before, ownKib()]));
