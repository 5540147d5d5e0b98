import { createHash } from 'node:crypto';

/** Device names of old Windows, which no file may bear there, whatever follows them. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Together with what stands before it a path must stay under 260 characters on Windows. */
const MAX_LENGTH = 100;

/** The name of a kiosk's folder: one that every system allows, and no two kiosks share. */
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
