/** The command line of the demo. */
import { parseArgs } from 'node:util';

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

export const HELP = `Take a Number: a morning at the town hall, in accelerated time

  --speed N   how many minutes of the morning pass in one minute (default 10)
  --watch     open the pages in the browser of this computer
  --once      end after one morning; without it the next one follows
  --seed N    another morning: who comes when, and why (default 1)
  --port N    port of the server (default 8080; 0 picks a free one)
  --help
`;

const MAX_SPEED = 100_000;

/** What the command line says, `help`, or what is wrong with it in one line. */
export function readFlags(argv: readonly string[]): Flags | 'help' | { readonly fault: string } {
  let values: Record<string, string | boolean | undefined>;
  try {
    values = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '8080' },
        speed: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1' },
        watch: { type: 'boolean', default: false },
        once: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return { fault: `${(error as Error).message.split(/\. |\n/)[0]}; see --help` };
  }
  if (values.help === true) return 'help';
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
