/**
 * Kiosks with damaged files, full disks and jumping clocks: `npm run test:slow -- field`.
 *
 * Prints a table of reports to staff, and of lost, duplicated and unclaimed tickets. `PROVE_ROWS` is a regular
 * expression that selects rows by name.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ready, startPrinters, startProgram, zoneFarFromMidnight } from '../printing-kills/programs.ts';
import { LAST_LINE, SITE_NAME } from '../printing-matrix/play.ts';
import { DAMAGES, KIOSK_FILES } from './damages.ts';
import { canMount, FAKETIME, type Fate, type Row, suffer } from './field.ts';

const AT_ONCE = 4;
const BYTES_PER_SECOND = 60_000;
const LIMIT_MS = 3_600_000;
const ONLY = new RegExp(process.env.PROVE_ROWS ?? '');

const SERVERS = ['away', 'there'] as const;
const ROWS: readonly Row[] = [
  ...KIOSK_FILES.flatMap((file) => [
    ...Object.keys(DAMAGES).map((damage): Row => {
      return { name: `${file}, ${damage}`, trouble: { kind: 'file', file, damage }, server: 'away' };
    }),
    { name: `${file}, restored`, trouble: { kind: 'restored' as const, file }, server: 'away' as const },
  ]),
  ...SERVERS.flatMap((server): readonly Row[] => [
    { name: `whole folder restored, server ${server}`, trouble: { kind: 'restored', file: null }, server },
    { name: `full disk, server ${server}`, trouble: { kind: 'full disk' }, server },
    { name: `read-only disk, server ${server}`, trouble: { kind: 'read-only disk' }, server },
    ...[-20, -3, 3, 20].flatMap((years) =>
      [true, false].map((runs): Row => {
        const name = `clock ${years} years ${runs ? 'while it runs' : 'at its start'}, server ${server}`;
        return { name, trouble: { kind: 'clock', years, runs }, server };
      }),
    ),
  ]),
];

/** Rows without damage: a slightly older or missing file, or a missing mark, without which times are compared. */
const UNTOLD = [/^(printers|paper-roll|last-known).* (missing|restored)$/, /^\S+\.mark, /];

it(
  'a kiosk loses and duplicates no ticket, and notifies staff',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiosk-field-'));
    const mounts = canMount(folder);
    const skipped = ({ trouble: { kind } }: Row): string => {
      if (kind.endsWith('disk') && !mounts) return 'this user may not mount';
      return kind === 'clock' && FAKETIME === undefined ? 'libfaketime is not installed' : '';
    };
    const rows = ROWS.filter(({ name }) => ONLY.test(name));
    const printers = await startPrinters(
      rows.map(() => ({ kind: 'status', line: 'tcp', bytesPerSecond: BYTES_PER_SECOND })),
    );
    const site = join(folder, 'site.json');
    await writeFile(
      site,
      JSON.stringify({
        settings: { default_lang: 'en', languages: ['en'] },
        locations: [{ id: 'hall', name: SITE_NAME, timezone: zoneFarFromMidnight(), languages: ['en'] }],
        services: rows.map((_, index) => ({
          ...{ id: `service-${index}`, name: `Service ${index}`, tag: 'A', location: 'hall' },
          ...{ footer_text: LAST_LINE, offline_numbers: 200 },
        })),
        devices: rows.map((_, index) => {
          return {
            id: `kiosk-${index}`,
            name: `Kiosk ${index}`,
            type: 1,
            location: 'hall',
            services: [`service-${index}`],
          };
        }),
      }),
    );
    const server = startProgram('--data', join(folder, 'server'), '--site', site);
    try {
      const hall = {
        ...{ serverAddress: await ready(server), folder },
        printer: (index: number) => printers.addresses[index] ?? '',
        tray: async (index: number) => (await printers.trays())[index] ?? { papers: [], blankSlips: 0, oddities: [] },
      };
      const faults: string[] = [];
      const todo = [...rows.entries()];
      const say = (text: string): void => void process.stderr.write(`${text}\n`);
      const work = async (): Promise<void> => {
        for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
          const [index, row] = next;
          const why = skipped(row);
          if (why !== '') {
            say(`| ${row.name} | skipped: ${why} |`);
            continue;
          }
          const isQuiet = UNTOLD.some((each) => each.test(row.name));
          const fate: Fate | string = await suffer(hall, index, row, !isQuiet).catch((error: unknown) => String(error));
          if (typeof fate === 'string') {
            faults.push(`${row.name}: ${fate}`);
            say(faults.at(-1) ?? '');
            continue;
          }
          const { told, lost, doubled, unheld, gives } = fate;
          say(
            `| ${row.name} | ${told.join(' ') || 'nothing'} | ${lost.length} | ${doubled.length} | ${unheld.length} | ${gives} |`,
          );
          // Tickets since the backup that no server received are unknown: staff serve them by their paper.
          const isLostWithAll = row.name.startsWith('whole folder restored');
          if ((isLostWithAll ? 0 : lost.length) + doubled.length > 0)
            faults.push(`${row.name}: lost ${lost}, doubled ${doubled}`);
          if (told.length === 0 && !isQuiet) faults.push(`${row.name}: staff were not told`);
          if (gives === 'no') faults.push(`${row.name}: it gives no number any more`);
        }
      };
      say('| fault | reported | lost | duplicated | unclaimed | issues numbers again |');
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(faults).toEqual([]);
    } finally {
      server.child.kill('SIGKILL');
      printers.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);
