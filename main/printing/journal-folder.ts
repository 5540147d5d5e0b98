import { createHash } from 'node:crypto';

/** Reserved device names on Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Keeps the whole path below the limit of 260 characters on Windows. */
const MAX_LENGTH = 100;

/** Folder name of a kiosk: valid on every system, and unique per kiosk. */
export function journalFolder(deviceId: string): string {
  const name = encodeURIComponent(deviceId)
    .replaceAll(/[*'()!~]|^\.+|\.+$/g, (signs) => [...signs].map(percent).join(''))
    .replace(RESERVED, (all) => percent(all.charAt(0)) + all.slice(1));
  if (name.length <= MAX_LENGTH) return name;
  return `${name.slice(0, 40)}-${createHash('sha256').update(deviceId).digest('hex').slice(0, 32)}`;
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
