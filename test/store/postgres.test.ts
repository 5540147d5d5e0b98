import { silentLog } from '../../main/lib/context.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { deskWorkSuite } from './desk-work-suite.ts';
import { deviceActionSuite } from './device-action-suite.ts';
import { deviceSuite } from './device-suite.ts';
import { historySuite } from './history-suite.ts';
import { leaseSuite } from './lease-suite.ts';
import { mailSuite } from './mail-suite.ts';
import { storeSuite } from './store-suite.ts';
import { undoSuite } from './undo-suite.ts';

const databases = new Map<string, Promise<Database>>();

const open = async (name: string) => {
  const database = databases.get(name) ?? newDatabase();
  databases.set(name, database);
  return openPostgresStore({ url: (await database).url, log: silentLog, connectMs: 60_000, deadlineMs: 120_000 });
};
storeSuite('postgres', open);
leaseSuite('postgres', open);
undoSuite('postgres', open);
deskWorkSuite('postgres', open);
deviceSuite('postgres', open);
deviceActionSuite('postgres', open);
mailSuite('postgres', open);

historySuite('postgres', async (clock) => {
  const { url } = await newDatabase();
  return openPostgresStore({ url, log: silentLog, clock, connectMs: 60_000, deadlineMs: 120_000 });
});
