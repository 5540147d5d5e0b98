import { afterEach, describe, expect, it, vi } from 'vitest';
import { runTest } from '../../main/app/printer/test.ts';
import { withAdvice } from '../../main/lib/ports/permission.ts';
import { fail, ok } from '../../main/lib/result.ts';
import type { PaperTicket, Printer, PrintOutcome } from '../../main/printing/contract/printing.ts';

function stubPrinter(outcome: PrintOutcome): { printer: Printer; tickets: PaperTicket[]; closed: () => boolean } {
  const tickets: PaperTicket[] = [];
  let closed = false;
  const printer: Printer = {
    status: () => ({ kind: 'ready', paperLow: false, confirms: true }),
    onStatus: () => () => {},
    facts: () => null,
    async print(ticket) {
      tickets.push(ticket);
      return outcome;
    },
    async close() {
      closed = true;
    },
  };
  return { printer, tickets, closed: () => closed };
}

describe('the test ticket', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('is printed once, and the outcome told', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { printer, tickets, closed } = stubPrinter(ok({ confirmed: 'process-id' }));
    expect(await runTest(['--printer', 'tcp://host'], (url) => (url === 'tcp://host' ? ok(printer) : fail(url)))).toBe(
      0,
    );
    expect(tickets).toMatchObject([{ number: 'A043', copyText: '' }]);
    expect(said).toHaveBeenCalledWith('printed (confirmation: process-id)\n');
    expect(closed()).toBe(true);
  });

  it('says what the printer is once it has said so, and what its confirmation is worth', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { printer } = stubPrinter(ok({ confirmed: 'none' }));
    let asked = 0;
    const facts = () => ({
      maker: 'EPSON',
      model: ++asked > 1 ? 'TM-T20III' : '',
      dots: 576,
      confirms: 'status' as const,
    });
    await runTest(['--printer', 'tcp://host'], () => ok({ ...printer, facts }));
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/^EPSON TM-T20III, 576 dots, confirmation: status \(it answers .*certain\)\n$/),
      'sent, without print confirmation: check whether the ticket is on paper\n',
    ]);
  });

  it('says why it is not on paper', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { printer, closed } = stubPrinter(fail({ reason: 'no-paper', doubtful: false, detail: 'paper end sensor' }));
    expect(await runTest(['--printer', 'tcp://host'], () => ok(printer))).toBe(1);
    expect(said).toHaveBeenCalledWith('not printed: no-paper (paper end sensor)\ninsert a paper roll\n');
    expect(closed()).toBe(true);
  });

  it('leaves it to the refusal of a device to say what to do', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const detail = await withAdvice("EACCES: permission denied, open '/dev/usb/lp999'", '/dev/usb/lp999');
    const { printer } = stubPrinter(fail({ reason: 'absent', doubtful: false, detail }));
    expect(await runTest(['--printer', 'lp:///dev/usb/lp0'], () => ok(printer))).toBe(1);
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/^not printed: absent \(EACCES.*usermod -aG lp [^\n]*\)\n?$/),
    );
  });

  it('needs a printer URL that can be read', async () => {
    await expect(runTest([], () => fail('never asked'))).rejects.toThrow('test needs --printer URL');
    await expect(runTest(['--printer', 'x'], () => fail('x is no printer URL'))).rejects.toThrow('x is no printer URL');
  });
});
