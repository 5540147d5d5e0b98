/** Without letters and digits that are easily confused. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function randomPassword(length: number): string {
  return [...crypto.getRandomValues(new Uint32Array(length))].map((each) => SIGNS[each % SIGNS.length]).join('');
}
