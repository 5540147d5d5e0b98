/** The whole program as another release of it: `TEST_RELEASE` says which online migrations it knows, and which it brings. */
import '../../main/lib/settings/utc.ts';
import { runUntilStopped } from '../../main/run-headless.ts';
import { ONLINE_MIGRATIONS } from '../../main/store/postgres/migrations.ts';
import type { OnlineMigration } from '../../main/store/postgres/online-migration.ts';

export interface Release {
  /** The newest schema of ours that it knows. */
  readonly knows: number;
  readonly adds: readonly OnlineMigration[];
}

const { knows, adds }: Release = JSON.parse(process.env.TEST_RELEASE ?? '');
const migrations = ONLINE_MIGRATIONS as OnlineMigration[];
const known = migrations.filter(({ number }) => number <= knows);
migrations.splice(0, migrations.length, ...known, ...adds);
await runUntilStopped(process.argv.slice(2));
