/** Help of all programs: groups, options and examples. */
import { describe, expect, it } from 'vitest';
import { DEMO_HELP, readFlags } from '../../../demo/flags.ts';
import { CONFORMANCE_HELP, DATABASE_HELP, PRINTER_HELP, READER_HELP } from '../../../main/lib/settings/command-help.ts';
import { helpText, type ProgramHelp } from '../../../main/lib/settings/program-help.ts';
import { SERVER_HELP } from '../../../main/lib/settings/server-help.ts';
import { OPTION_NAMES, readSettings } from '../../../main/lib/settings/settings.ts';

const PROGRAMS: readonly (readonly [string, ProgramHelp])[] = [
  ['server', SERVER_HELP],
  ['database', DATABASE_HELP],
  ['printer', PRINTER_HELP],
  ['reader', READER_HELP],
  ['conformance', CONFORMANCE_HELP],
  ['demo', DEMO_HELP],
];

const flagsIn = (text: string): readonly string[] => text.match(/(?<= |^)--[a-z][\w-]*/g) ?? [];
const optionsOf = ({ groups }: ProgramHelp): readonly string[] =>
  Object.values(groups).flatMap((options) => Object.keys(options).flatMap(flagsIn));

describe.each(PROGRAMS)('the help of the %s', (_name, help) => {
  it('begins with the program and its version, and fits a terminal', () => {
    const text = helpText(help, '1.2.3');
    expect(text).toMatch(/^Take a Number 1\.2\.3\n[A-Z]/);
    expect(text.split('\n').filter((line) => line.length > 130)).toEqual([]);
  });

  it('has groups with a text for each option, and general options last', () => {
    const groups = Object.entries(help.groups);
    expect(groups.length).toBeGreaterThanOrEqual(2);
    for (const [title, options] of groups) {
      expect(title).toMatch(/^[A-Z]/);
      for (const [usage, text] of Object.entries(options)) {
        expect(usage).toMatch(/^--/);
        expect(text).toMatch(/^[^\n]{3,}[^.]$/);
      }
    }
    expect(Object.keys(groups.at(-1)?.[1] ?? {})).toEqual(['--help', '--version']);
  });

  it('has two to four examples of options that exist', () => {
    const commands = Object.values(help.examples);
    expect(commands.length).toBeGreaterThanOrEqual(2);
    expect(commands.length).toBeLessThanOrEqual(4);
    const known = new Set(optionsOf(help));
    for (const command of commands) {
      expect(command).toMatch(/^npm (?:start|run [\w:-]+) -- /);
      const [, ...rest] = command.split(' -- ');
      expect(flagsIn(rest.join(' ')).filter((flag) => !known.has(flag))).toEqual([]);
    }
  });
});

describe('the help of the server', () => {
  it('names each option once, and no other', () => {
    const named = optionsOf(SERVER_HELP).map((flag) => flag.slice(2));
    expect(named.toSorted()).toEqual(OPTION_NAMES.toSorted());
  });

  it.each(Object.values(SERVER_HELP.examples))('has an example that the program accepts: %s', (command) => {
    const [, args = ''] = command.split(' -- ');
    expect(readSettings(args.split(' '), {})).toMatchObject({ ok: true });
  });
});

describe('the help of the demo', () => {
  it.each(Object.values(DEMO_HELP.examples))('has an example that the demo accepts: %s', (command) => {
    const [, args = ''] = command.split(' -- ');
    expect(readFlags(args.split(' '))).toMatchObject({ port: expect.any(Number) });
  });

  it('names every option that the demo accepts, with its default', () => {
    expect(readFlags([])).toEqual({ port: 8080, speed: 10, seed: 1, once: false, watch: false });
    for (const option of optionsOf(DEMO_HELP)) {
      const value = ['--port', '--speed', '--seed'].includes(option) ? [option, '7'] : [option];
      expect(readFlags(value), option).not.toHaveProperty('fault');
    }
  });

  it('explains a misspelt option as the other programs do', () => {
    expect(readFlags(['--sped', '1'])).toEqual({ fault: 'unknown option --sped: did you mean --speed?; see --help' });
  });
});

describe('a wrong option', () => {
  it.each([
    [['--prot', '1'], 'unknown option --prot: did you mean --port?; see --help'],
    [['--unheard-of'], 'unknown option --unheard-of; see --help'],
    [['extra'], 'unexpected argument "extra": options begin with --; see --help'],
    [['--port'], '--port needs a value; see --help'],
    [['--port', '--no-demo'], '--port needs a value: write --port=VALUE if it begins with a dash; see --help'],
    [['--no-demo=yes'], '--no-demo takes no value; see --help'],
  ])('is explained with the fix: %j', (argv, error) => {
    expect(readSettings(argv, {})).toEqual({ ok: false, error });
  });
});
