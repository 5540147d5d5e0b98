/** The language of `--lang`: in whatever spelling, and told of when the kiosk does not offer it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../main/app/app.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

/** Starts over the demo site; what the log then says of the language, and what the kiosk greets in. */
async function startIn(...flags: readonly string[]): Promise<{ warned: readonly string[]; greets: string }> {
  const data = await mkdtemp(join(tmpdir(), 'wanted-language-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const read = readSettings(['--port', '0', '--data', data, ...flags], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('settings');
  const log = recordingLog();
  const program = await startProgram(read.value.settings, log, () => {});
  onTestFinished(() => program.close());
  const warned = log.lines.filter((line) => line.includes('kiosk.language-unavailable'));
  const greets = await new Promise<string>((resolve) => {
    const stop = program.host().subscribe(({ screen, lang }) => {
      if (screen.name !== 'idle') return;
      resolve(lang);
      queueMicrotask(() => stop());
    });
  });
  return { warned, greets };
}

it.each([
  [[], 'en'],
  [['--lang', 'ar'], 'ar'],
  [['--lang', 'pt_PT'], 'pt_PT'],
  [['--lang', 'PT-pt'], 'pt_PT'],
  [['--lang', 'pt'], 'pt_PT'],
])('%j is no reason to warn', async (flags, greets) => {
  expect(await startIn(...flags)).toEqual({ warned: [], greets });
});

it('a language that the kiosk does not offer is told of once, with those that it does', async () => {
  const { warned, greets } = await startIn('--lang', 'xx');
  expect(greets).toBe('en');
  expect(warned.map((line) => JSON.parse(line))).toEqual([
    {
      event: 'kiosk.language-unavailable',
      device: 'kiosk-1',
      lang: 'xx',
      languages: expect.arrayContaining(['en', 'ar']),
    },
  ]);
});
