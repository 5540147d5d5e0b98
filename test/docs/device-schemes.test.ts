/** The documents name every scheme of an address of a printer or a reader. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRINTER_SCHEMES, READER_SCHEMES } from '../../main/devices/contract/device-schemes.ts';
import { parseReaderUrl } from '../../main/kiosk/rules/reader-url.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';

describe.each([
  ['printing', 'docs/reference/device-urls.md', PRINTER_SCHEMES, (text: string) => parsePrinterUrl(text, 'linux').ok],
  ['readers', 'docs/reference/device-urls.md', READER_SCHEMES, (text: string) => parseReaderUrl(text).ok],
] as const)('the page of %s', (_page, file, schemes, opens) => {
  const page = readFileSync(file, 'utf8');

  it.each(Object.entries(schemes))('names %s:, whose example can be opened', (scheme, { example }) => {
    expect(page).toContain(`\`${scheme}:`);
    expect(opens(example)).toBe(true);
  });
});
