/** The command line of the demo. */
import { readArguments, UsageError } from '../main/lib/settings/arguments.ts';
import { GENERAL_GROUP, type ProgramHelp } from '../main/lib/settings/program-help.ts';

export interface Flags {
  readonly port: number;
  /** Minutes of the morning in a minute. */
  readonly speed: number;
  readonly seed: number;
  /** Ends after one morning. */
  readonly once: boolean;
  /** Opens the pages in the browser of this computer. */
  readonly watch: boolean;
}

export const DEMO_HELP: ProgramHelp = {
  purpose: 'Plays a morning at a town hall with forty visitors, two kiosks, three clerks, a display and phones.',
  usages: ['npm run demo -- [options]'],
  groups: {
    Morning: {
      '--speed N': 'demo minutes per real minute, from 0.1 to 100000 (default 10)',
      '--seed N': 'another morning: who comes when, and for what (default 1)',
      '--once': 'end after one morning (default: the next one begins)',
    },
    'Server and pages': {
      '--port N': 'port of the server (default 8080; 0 picks a free one)',
      '--watch': 'open some pages in the browser of this computer',
    },
    ...GENERAL_GROUP,
  },
  examples: {
    'Watch a morning beside a server on port 8080': 'npm run demo -- --port 8081 --watch',
    'Play one morning at sixty times its speed': 'npm run demo -- --speed 60 --once',
  },
  notes: [
    'The demo prints the address of each page and one line for each event. It uses a temporary folder, and deletes it at the end. Press Ctrl+C to end it.',
  ],
};

const MAX_SPEED = 100_000;

const OPTIONS = {
  port: { type: 'string', default: '8080' },
  speed: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  watch: { type: 'boolean', default: false },
  once: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** The flags, what to print instead of a morning, or one line for a wrong option. */
export function readFlags(argv: readonly string[]): Flags | 'help' | 'version' | { readonly fault: string } {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    values = readArguments(argv, OPTIONS, 0).values;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { fault: error.message };
  }
  if (values.help === true) return 'help';
  if (values.version === true) return 'version';
  const number = (flag: string, from: number, to: number, whole: boolean): number => {
    const value = Number(values[flag]);
    const fits = values[flag] !== '' && value >= from && value <= to && (!whole || Number.isInteger(value));
    return fits ? value : Number.NaN;
  };
  const port = number('port', 0, 65_535, true);
  const speed = number('speed', 0.1, MAX_SPEED, false);
  const seed = number('seed', 0, 1_000_000, true);
  if (Number.isNaN(port)) return { fault: `--port must be a number from 0 to 65535, not "${values.port}"` };
  if (Number.isNaN(speed)) return { fault: `--speed must be a number from 0.1 to ${MAX_SPEED}, not "${values.speed}"` };
  if (Number.isNaN(seed)) return { fault: `--seed must be a number from 0 to 1000000, not "${values.seed}"` };
  return { port, speed, seed, once: values.once === true, watch: values.watch === true };
}
