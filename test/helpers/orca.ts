/**
 * Orca, Debian's screen reader, on a virtual desktop: with a window manager, which tells it the active window, and a
 * speech dispatcher whose only voice logs the text. Keys go to the virtual screen.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { type AssistedDesktop, type Env, openDesktop, start } from './assisted-desktop.ts';

const FILES = ['/usr/bin/orca', '/usr/bin/openbox', '/usr/bin/xdotool', '/usr/bin/speech-dispatcher'];
const PACKAGES = 'orca openbox xdotool speech-dispatcher speech-dispatcher-audio-plugins';

/** Speech may lag behind a key on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 100 };
/** Without new speech the key is pressed again. */
const SILENCE = { timeout: 10_000, interval: 500 };

export class Orca {
  readonly desktop: AssistedDesktop;
  readonly #log: string;
  /** Number of utterances already read. */
  #heard = 0;

  private constructor(desktop: AssistedDesktop, log: string) {
    this.desktop = desktop;
    this.#log = log;
  }

  /** Ends with the test. */
  static async start(): Promise<Orca> {
    if (!FILES.every((file) => existsSync(file))) throw new Error(`Type: apt-get install ${PACKAGES}`);
    let log = '';
    const desktop = await openDesktop(async (env) => {
      log = join(env.HOME ?? '', 'spoken');
      await writeFile(log, '');
      start('/usr/bin/openbox', [], env);
      await startSpeech(env, log);
      // Orca handles SIGTERM only when something happens on the desktop.
      start('/usr/bin/orca', ['--disable', 'braille'], env, 'SIGKILL');
      // Its first utterance announces that it is on.
      await vi.waitUntil(async () => (await readFile(log, 'utf8')) !== '', PATIENCE);
    });
    return new Orca(desktop, log);
  }

  async press(key: string): Promise<void> {
    await promisify(execFile)('/usr/bin/xdotool', ['key', key], { env: this.desktop.env });
  }

  /** Waits for this utterance after the last one that was returned. */
  async says(words: string | RegExp): Promise<void> {
    let said = '';
    const isSaid = async (): Promise<boolean> => {
      said = (await this.#spoken()).slice(this.#heard);
      return matches(said, words);
    };
    await vi.waitUntil(isSaid, PATIENCE).catch(() => {
      throw new Error(`It did not say ${words}, but: ${said}`);
    });
    this.#heard += said.length;
  }

  /**
   * Presses a key until this is said and the focus is there: a new page is read from start to end, whatever has the
   * focus.
   */
  async goesTo(words: RegExp, key = 'Tab', most = 60): Promise<void> {
    const all: string[] = [];
    for (let times = 0; times < most; times += 1) {
      this.#heard = (await this.#spoken()).length;
      await this.press(key);
      let said = '';
      let isThere = false;
      // After the key name, the target is read sentence by sentence; then speech is quiet.
      const isSaid = async (): Promise<boolean> => {
        const before = said;
        said = (await this.#spoken()).slice(this.#heard);
        isThere = words.test(said) && (await this.#isAt(words));
        return isThere || (said === before && said.split('\n').length > 2);
      };
      await vi.waitUntil(isSaid, SILENCE).catch(() => undefined);
      if (isThere) return;
      all.push(said);
    }
    throw new Error(`By ${key} it did not come to ${words}, but: ${all.join('')}`);
  }

  /** Whether the focused object has this name. */
  async #isAt(words: RegExp): Promise<boolean> {
    const objects = await this.desktop.objects();
    return objects.some(({ name, role, states }) => states.includes('focused') && words.test(`${name}\n${role}`));
  }

  async #spoken(): Promise<string> {
    return await readFile(this.#log, 'utf8');
  }
}

const matches = (said: string, words: string | RegExp): boolean =>
  typeof words === 'string' ? said.includes(words) : words.test(said);

/** A speech dispatcher with one voice that logs its text; there is no audio output. */
async function startSpeech(env: Env, log: string): Promise<void> {
  const { HOME: home = '', XDG_RUNTIME_DIR: runtime = '' } = env;
  const config = join(home, 'speech');
  const logs = join(home, 'speech-logs');
  for (const folder of [config, join(config, 'modules'), logs, join(runtime, 'speech-dispatcher')])
    await mkdir(folder, { recursive: true });
  await writeFile(
    join(config, 'speechd.conf'),
    [
      'DefaultVolume 100',
      'AudioOutputMethod "alsa"',
      'AudioALSADevice "null"',
      'AddModule "written" "sd_generic" "written.conf"',
      'DefaultModule written',
      'Timeout 0',
    ].join('\n'),
  );
  await writeFile(
    join(config, 'modules/written.conf'),
    [
      `GenericExecuteSynth "echo \\'$DATA\\' >> ${log}"`,
      'GenericLanguage "en" "en" "utf-8"',
      'GenericLanguage "ar" "ar" "utf-8"',
      'AddVoice "en" "MALE1" "en"',
      'AddVoice "ar" "MALE1" "ar"',
      'GenericMaxChunkLength 10000',
      'GenericDelimiters ""',
    ].join('\n'),
  );
  const socket = join(runtime, 'speech-dispatcher/speechd.sock');
  const files = ['-C', config, '-L', logs, '-P', join(runtime, 'speech.pid'), '-S', socket];
  start('/usr/bin/speech-dispatcher', ['-s', '-t', '0', '-c', 'unix_socket', ...files], env);
  await vi.waitUntil(() => existsSync(socket), PATIENCE);
}
