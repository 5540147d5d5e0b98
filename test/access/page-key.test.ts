/** Damaged `page.key`, which contains only page sessions and does not prevent the start. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installationSecret } from '../../main/access/service/installation-secret.ts';
import { NO_PEERS } from '../../main/database/cluster.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

it.each(['', 'c2hvcnQ', '\0'.repeat(44)])('a damaged page.key is replaced (%j), and logged once', async (text) => {
  const dir = await mkdtemp(join(tmpdir(), 'page-key-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'page.key'), text);
  const log = recordingLog();
  const secret = await installationSecret('page', dir, { peers: NO_PEERS }, log);
  expect(secret).toHaveLength(32);
  expect((await readFile(join(dir, 'page.key'), 'utf8')).trim()).toBe(secret.toString('base64url'));
  expect(await installationSecret('page', dir, { peers: NO_PEERS }, log)).toEqual(secret);
  expect(log.events()).toEqual(['signing-key.replaced']);
  await writeFile(join(dir, 'ticket.key'), text);
  await expect(installationSecret('ticket', dir, { peers: NO_PEERS }, log)).rejects.toThrow(/ticket\.key is damaged/);
});
