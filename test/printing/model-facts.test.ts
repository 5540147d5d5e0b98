import { describe, expect, it } from 'vitest';
import { withOwnFacts } from '../../main/printing/model-facts.ts';
import { NO_MEMORY, type PrinterMemory } from '../../main/printing/printer-memory.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';
import { type PrinterProfile, profileFor } from '../../main/printing/profile.ts';

function profileOf(query: string, memory: Partial<PrinterMemory>): PrinterProfile {
  const url = parsePrinterUrl(`tcp://printer:9100${query}`);
  if (!url.ok || url.value.kind === 'none') throw new Error('an address');
  const profile = profileFor(withOwnFacts(url.value.options, { ...NO_MEMORY, ...memory }));
  if (!profile.ok) throw new Error(profile.error);
  return profile.value;
}

const EPSON = { isAsked: true, maker: 'EPSON', model: 'TM-T20III' };
const COPY = { isAsked: true, maker: 'XPRINTER', model: 'XP-80' };

describe('what a printer is printed on as', () => {
  it.each<[string, string, Partial<PrinterMemory>, string, number]>([
    ['not asked yet', '', {}, 'epson', 576],
    ['made by Epson', '', EPSON, 'epson', 576],
    ['an Epson of 512 dots', '', { ...EPSON, model: 'TM-T88V' }, 'epson', 512],
    ['made by others', '', COPY, 'generic', 576],
    ['silent about itself', '', { isAsked: true }, 'generic', 576],
    ['of a width of its own, as the address says', '?dots=512', COPY, 'generic', 512],
    ['an Epson, as the address says', '?profile=epson', COPY, 'epson', 576],
    ['narrow, as the address says', '?profile=58mm', EPSON, '58mm', 384],
  ])('%s', (_, query, memory, name, dots) => {
    expect(profileOf(query, memory)).toMatchObject({ name, dots, bandMargins: name === 'epson' });
  });
});
