/** Without letters and digits that are taken for one another. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function randomPassword(length: number): string {
  return [...crypto.getRandomValues(new Uint32Array(length))].map((each) => SIGNS[each % SIGNS.length]).join('');
}
