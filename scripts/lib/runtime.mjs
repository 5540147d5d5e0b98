// The Electron runtime: where it is, whether all of it is there, and fetching it once.
//
// A runtime that was fetched here has a list of its files beside it, written when all of them were in place: a power cut
// or a copy that broke off leaves files that are shorter or missing, and such a runtime is fetched anew, not started.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTES, ROOT, runQuietly, say, textOf } from './basics.mjs';

export const ELECTRON = join(ROOT, 'node_modules', 'electron');
const FETCHER = join(ROOT, 'scripts', 'lib', 'fetch-runtime.mjs');
/** All of a fetch, on a slow line too; it ends much sooner when nothing comes any more. */
const FETCH_DEADLINE_MS = 900_000;

/** Path of the program inside the runtime's folder, by Electron's own names. */
export function programOf(platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}

/** Every file below a folder: path → size. */
export function sizesBelow(folder, prefix = '') {
  const sizes = {};
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(sizes, sizesBelow(folder, path));
    else if (entry.isFile()) sizes[path] = statSync(join(folder, path)).size;
  }
  return sizes;
}

const listOf = (electron) => join(electron, 'take-a-number-files.json');

/** Writes the list of a runtime that has just been unpacked whole. */
export function noteWhole(electron, version) {
  const files = sizesBelow(join(electron, 'dist'));
  writeFileSync(listOf(electron), `${JSON.stringify({ version, files })}\n`);
}

function isWhole(electron, version) {
  const text = textOf(listOf(electron));
  // Fetched by hand: Electron's own installer writes path.txt when it has unpacked everything.
  if (text === null) return true;
  const list = JSON.parse(text);
  if (list.version !== version) return false;
  return Object.entries(list.files).every(
    ([path, size]) => statSync(join(electron, 'dist', path), { throwIfNoEntry: false })?.size === size,
  );
}

/**
 * What is there: `ready` with the path of the program, `absent`, or `torn`: not all of it is there.
 *
 * @param electron folder of the package
 */
export function lookAtRuntime(electron, { platform, env }) {
  const own = env.ELECTRON_OVERRIDE_DIST_PATH;
  const program = join(own || join(electron, 'dist'), ...programOf(platform).split('/'));
  // Electron's own setting for a runtime that somebody has put there; nothing is fetched then.
  if (own) return existsSync(program) ? { kind: 'ready', program } : { kind: 'absent' };
  const version = JSON.parse(textOf(join(electron, 'package.json')) ?? '{}').version;
  if (!existsSync(join(electron, 'dist'))) return { kind: 'absent' };
  const unpacked = textOf(join(electron, 'dist', 'version'))
    ?.trim()
    .replace(/^v/, '');
  const marked = textOf(join(electron, 'path.txt'))?.trim() === programOf(platform);
  const whole = unpacked === version && marked && (statSync(program, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return whole && isWhole(electron, version) ? { kind: 'ready', program } : { kind: 'torn' };
}

/** Settings that decide whether a fetch can succeed: one that failed is tried again when any of them has changed. */
const SETTINGS = /^(npm_config_)?(electron_.*|https?_proxy|https?-proxy|no_proxy|proxy|all_proxy|registry)$/i;

export function settingsOf(env) {
  const lines = Object.entries(env).filter(([name]) => SETTINGS.test(name));
  return createHash('sha256').update(JSON.stringify(lines.sort())).digest('hex');
}

/** A closed network does not cost every start its time. */
const TRY_AGAIN_MS = 24 * 3_600_000;
const FAILED = join(NOTES, 'runtime-not-fetched.json');

/** Why the last fetch of this version with these settings failed; null: it did not, or may be tried again. */
export function lastFailure(text, { version, settings, now }) {
  let failure;
  try {
    failure = JSON.parse(text ?? '{}');
  } catch {
    return null;
  }
  // In both directions: the clock may have been wrong then, or be so now.
  const recent = Math.abs(now - Date.parse(failure.at)) < TRY_AGAIN_MS;
  return recent && failure.version === version && failure.settings === settings ? failure.reason : null;
}

/** The environment for the fetch: proxies as npm has them, for whoever set them there alone. */
export function fetchEnvironment(env) {
  const proxy = env.npm_config_https_proxy || env.npm_config_proxy;
  return {
    ...env,
    // Node's own way to use HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
    NODE_USE_ENV_PROXY: '1',
    ...(proxy && !env.HTTPS_PROXY && !env.https_proxy ? { HTTPS_PROXY: proxy } : {}),
    ...(env.npm_config_noproxy && !env.NO_PROXY && !env.no_proxy ? { NO_PROXY: env.npm_config_noproxy } : {}),
    ...(env.npm_config_cafile && !env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: env.npm_config_cafile } : {}),
  };
}

/** By hand, with Electron's own command. */
const RETRY = 'to retry, run: npx install-electron';

async function fetchRuntime(node, version) {
  say('Fetching the Electron runtime (once, about 110 MB) …');
  try {
    await runQuietly('the download failed', node, [FETCHER], {
      env: fetchEnvironment(process.env),
      timeout: FETCH_DEADLINE_MS,
      inOneLine: true,
      source: { from: 'the server of the Electron runtime', settings: 'ELECTRON_MIRROR or HTTPS_PROXY' },
    });
    rmSync(FAILED, { force: true });
    return null;
  } catch (error) {
    const reason = error.message;
    try {
      mkdirSync(NOTES, { recursive: true });
      const at = new Date().toISOString();
      writeFileSync(FAILED, JSON.stringify({ version, settings: settingsOf(process.env), at, reason }));
    } catch {
      // Then it is tried again at the next start.
    }
    return reason;
  }
}

/** `{ program }`, or `{ missing }`: why there is none, in words that end the sentence "The kiosk window cannot open: …". */
export async function ensureRuntime(node, whileAlone) {
  const look = () => lookAtRuntime(ELECTRON, process);
  const found = look();
  if (found.kind === 'ready') return { program: found.program };
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) {
    return { missing: 'the folder of ELECTRON_OVERRIDE_DIST_PATH has no Electron runtime' };
  }
  const version = JSON.parse(textOf(join(ELECTRON, 'package.json')) ?? '{}').version;
  const asked = { version, settings: settingsOf(process.env), now: Date.now() };
  const failed = lastFailure(textOf(FAILED), asked);
  const missing = (reason) => ({ missing: `the Electron runtime is missing; ${reason}; ${RETRY}` });
  if (failed !== null) return missing(failed);
  const reason = await whileAlone(async () => (look().kind === 'ready' ? null : fetchRuntime(node, version)));
  const now = look();
  return now.kind === 'ready' ? { program: now.program } : missing(reason ?? 'it is incomplete');
}
