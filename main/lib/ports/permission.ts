/** Fix for a missing permission to open a device: its group, or a udev rule. */
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** Owner of a device file, and the program's user. */
export interface DeviceOwner {
  /** Group name of the device file; null where it cannot be read. */
  readonly group: string | null;
  /** Whether members of the group can read and write it. */
  readonly isOpenToGroup: boolean;
  readonly user: string;
}

const FORBIDDEN = /\b(?:EACCES|EPERM)\b|permission denied|access denied/i;
const GROUP_MAY = 0o060;

export function isForbidden(reason: string): boolean {
  return FORBIDDEN.test(reason);
}

/**
 * @param rule match of a udev rule for the device, such as `KERNEL=="event*"`
 * @param usual the usual group of such devices
 */
export function adviceFor({ group, isOpenToGroup, user }: DeviceOwner, rule: string, usual: string): string {
  const isEnough = isOpenToGroup && group !== 'root';
  const member = `sudo usermod -aG ${isEnough ? group : usual} ${user}`;
  const then = 'and reboot the machine';
  if (isEnough) return `run "${member}" ${then}`;
  const line = `${rule}, GROUP="${usual}", MODE="0660"`;
  return `add the line '${line}' to /etc/udev/rules.d/70-take-a-number.rules, run "${member}" ${then}`;
}

/** udev rule and usual group of a device path below `/dev`. */
function kindOf(path: string): readonly [rule: string, group: string] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path.startsWith('/dev/input/')) return [`SUBSYSTEM=="input", KERNEL=="${name}"`, 'input'];
  if (/\/lp\d+$/.test(path)) return [`KERNEL=="${name}"`, 'lp'];
  return [`KERNEL=="${name}"`, 'dialout'];
}

export async function ownerOf(path: string): Promise<DeviceOwner> {
  const file = await stat(path).catch(() => null);
  const groups = await readFile('/etc/group', 'utf8').catch(() => '');
  const named = groups.split('\n').map((line) => line.split(':'));
  const group = named.find(([, , gid]) => gid === String(file?.gid))?.[0] ?? null;
  return {
    group,
    isOpenToGroup: file !== null && group !== null && (file.mode & GROUP_MAY) === GROUP_MAY,
    user: nameOfUser(),
  };
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return '"$USER"'; // a user without an entry, as in some containers
  }
}

/** The reason, with advice if a permission is missing. For the log. */
export async function withAdvice(reason: string, path: string): Promise<string> {
  if (!isForbidden(reason) || process.platform !== 'linux') return reason;
  return `${reason}; ${adviceFor(await ownerOf(path), ...kindOf(path))}`;
}
