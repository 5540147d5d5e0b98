/** Server of one demo, in a temporary folder, without devices or destinations. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScryptHasher } from '../../access/service/password-hasher.ts';
import { DATA_FOLDER_LOCK } from '../../database/sqlite/data-folder-lock.ts';
import { lockFile } from '../../database/sqlite/file-lock.ts';
import { NO_POWERS } from '../../kiosk/host/maintenance/host-capabilities.ts';
import { createPageSessions } from '../../kiosk/shells/web/page-sessions.ts';
import type { SpeechProgram } from '../../kiosk/voice/run-program.ts';
import { type Log, systemClock } from '../../lib/context.ts';
import type { Settings } from '../../lib/settings/settings.ts';
import { createClosing } from '../cleanup-stack.ts';
import { openKiosks } from '../kiosks.ts';
import { openOwnQueue } from '../local-server.ts';
import { addPages } from '../register-pages.ts';
import type { DemoServer } from './demo-halls.ts';

/** RAM disk, on Linux. */
const MEMORY_FOLDER = '/dev/shm';

/** A demo starts no programs on this machine. */
const NO_SPEECH: SpeechProgram = { languages: async () => [], say: async () => null, close() {} };

/** Below a hundredth of the usual effort: a demo keeps no secrets, and its visitor could use up the processor. */
const HASHER = createScryptHasher({ N: 512, r: 8, p: 1 });

const FOLDER_PREFIX = 'take-a-number-demo-';

async function parentFolder(): Promise<string> {
  const isWritable = await access(MEMORY_FOLDER, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? MEMORY_FOLDER : tmpdir();
}

const temporaryFolder = async (): Promise<string> => mkdtemp(join(await parentFolder(), FOLDER_PREFIX));

/** Whether this user's folder belongs to no running program: nothing holds its lock. Others may put links here. */
async function isAbandoned(folder: string): Promise<boolean> {
  const lockPath = join(folder, DATA_FOLDER_LOCK);
  const [dir, file] = await Promise.all([lstat(folder), lstat(lockPath)]);
  if (!dir.isDirectory() || !file.isFile() || dir.uid !== (process.getuid?.() ?? dir.uid)) return false;
  const lock = lockFile(lockPath);
  lock?.release();
  return lock !== null;
}

/** Deletes what demos left in memory when their program was killed. */
export async function deleteAbandonedDemos(): Promise<void> {
  const parent = await parentFolder();
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (!name.startsWith(FOLDER_PREFIX) || !(await isAbandoned(folder).catch(() => false))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param given settings of the command line, with the public host names */
export async function openDemoServer(given: Settings, log: Log): Promise<DemoServer> {
  const closing = createClosing();
  try {
    const dataDir = await temporaryFolder();
    closing.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
    const settings: Settings = { ...given, dataDir, apiAuthentication: 'off', demoPerVisitor: true };
    const queue = await openOwnQueue(settings, log, null, HASHER);
    closing.add(() => queue.close());
    const parts = { powers: NO_POWERS, verifyPin: HASHER.verify, speech: () => NO_SPEECH };
    const kiosks = openKiosks(queue.kiosks, settings, parts, log);
    closing.add(() => kiosks.close());
    const sessions = createPageSessions(await queue.pages.secret(), systemClock, () => {});
    await addPages(settings, queue, kiosks, sessions, log, closing);
    const socketPath =
      process.platform === 'win32' ? `\\\\.\\pipe\\take-a-number-demo-${randomUUID()}` : join(dataDir, 'http.sock');
    await queue.server.listen({ path: socketPath });
    return { socketPath, close: () => closing.close() };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
