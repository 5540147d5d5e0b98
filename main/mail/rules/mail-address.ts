/** Addresses of mail, as people write them. */

const MAX_LETTERS = 254;
/** What mail systems really use; quoted names and comments are none of it. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.?[^\s@<>()[\]\\,;:".]$/u;
const NAMED = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u;

export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LETTERS && ADDRESS.test(text) && !text.includes('..');
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `queue@example.org` or `Town Hall <queue@example.org>`; null when it is neither. */
export function readSender(text: string): Sender | null {
  const [, name = '', inside] = NAMED.exec(text.trim()) ?? [];
  const address = (inside ?? text).trim();
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}
