// Check for Chromium's sandbox, without which Electron exits at once. The sandbox is never switched off; the message
// names the fix for the machine instead.
import { spawnSync } from 'node:child_process';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textOf } from './basics.mjs';

/** Whether the user is root: Electron and Chromium-based browsers do not start as root. */
export const IS_ROOT = process.platform === 'linux' && process.geteuid() === 0;

const PROBE_DEADLINE_MS = 5_000;
const PROFILES = '/etc/apparmor.d';

/** For a POSIX shell. */
export function quoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Why the kiosk window cannot open, with the command that fixes it; null without a known obstacle. Ends the sentence
 * "The kiosk window cannot open: …".
 *
 * @param found see `lookAtSandbox`
 */
export function obstacleOf(found) {
  if (found.platform !== 'linux') return null;
  if (found.isRoot) {
    return 'Electron does not run as root; start as an ordinary user (create one with adduser kiosk)';
  }
  if (found.userNamespaces || found.hasProfile || found.helperIsSet) return null;
  const why = found.restrictedByAppArmor
    ? 'AppArmor denies the sandbox that Electron needs'
    : 'this system denies ordinary users the sandbox that Electron needs';
  const helper = quoted(found.helper);
  return `${why}; to allow it, run: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`;
}

/** Whether a process of this user can create a user namespace; true if unknown. */
function mayHaveUserNamespace() {
  const { error, status } = spawnSync('unshare', ['-Ur', 'true'], { stdio: 'ignore', timeout: PROBE_DEADLINE_MS });
  return error?.code === 'ENOENT' ? true : status === 0;
}

/** Whether an AppArmor profile on this system names the runtime. */
function hasProfile(program) {
  try {
    return readdirSync(PROFILES, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some((entry) => textOf(join(PROFILES, entry.name))?.includes(program) === true);
  } catch {
    return false;
  }
}

function isSetForRoot(helper) {
  const stat = statSync(helper, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === 0 && (stat.mode & 0o4001) === 0o4001;
}

/** @param program path of the runtime */
export function lookAtSandbox(program, platform = process.platform) {
  if (platform !== 'linux') return { platform };
  if (IS_ROOT) return { platform, isRoot: true };
  const real = realpathSync(program);
  const helper = join(dirname(real), 'chrome-sandbox');
  const userNamespaces = mayHaveUserNamespace();
  return {
    platform,
    isRoot: false,
    userNamespaces,
    restrictedByAppArmor: textOf('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')?.trim() === '1',
    helper,
    helperIsSet: isSetForRoot(helper),
    hasProfile: !userNamespaces && hasProfile(real),
  };
}
