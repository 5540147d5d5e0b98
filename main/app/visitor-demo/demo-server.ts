/** Server of one demo, in a temporary folder, without devices or destinations. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scryptHasher } from '../../access/service/password-hasher.ts';
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

async function temporaryFolder(): Promise<string> {
  const isWritable = await access(MEMORY_FOLDER, constants.W_OK).then(
    () => true,
    () => false,
  );
  return mkdtemp(join(isWritable ? MEMORY_FOLDER : tmpdir(), 'take-a-number-demo-'));
}

/** Visitors cause these events, so only faults are logged. */
const faultsOf = (log: Log): Log => ({ info() {}, warn: log.warn, error: log.error });

/** @param given settings of the command line, with the public host names */
export async function openDemoServer(given: Settings, allLog: Log): Promise<DemoServer> {
  const log = faultsOf(allLog);
  const closing = createClosing();
  try {
    const dataDir = await temporaryFolder();
    closing.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
    const settings: Settings = { ...given, dataDir, apiAuthentication: 'off', demoPerVisitor: true };
    const queue = await openOwnQueue(settings, log, null, scryptHasher);
    closing.add(() => queue.close());
    const parts = { powers: NO_POWERS, verifyPin: scryptHasher.verify, speech: () => NO_SPEECH };
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
