/**
 * Entry: `npm run conformance`. Checks a server against the API.
 *
 * Exit code 1 on deviations, 2 for an invalid command line.
 */
import './lib/settings/utc.ts';
import { programVersion } from './app/version.ts';
import { checkConformance } from './conformance/check-conformance.ts';
import { readArguments, UsageError } from './lib/settings/arguments.ts';
import { CONFORMANCE_HELP } from './lib/settings/command-help.ts';
import { environment } from './lib/settings/environment.ts';
import { helpText } from './lib/settings/program-help.ts';

const FLAGS = {
  url: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  service: { type: 'string' },
  desk: { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const;

async function run(args: readonly string[]): Promise<number> {
  const { values } = readArguments(args, FLAGS, 0);
  if (values.help === true) {
    process.stdout.write(helpText(CONFORMANCE_HELP, programVersion()));
    return 0;
  }
  if (values.version === true) {
    process.stdout.write(`${programVersion()}\n`);
    return 0;
  }
  const text = (name: keyof typeof FLAGS): string => String(values[name] ?? '');
  if (text('user') === '') throw new UsageError('--user is missing: name a user of the server; see --help');
  let [conforming, deviating] = [0, 0];
  await checkConformance(
    {
      url: originOf(text('url')),
      user: text('user'),
      password: text('password') || (environment().TAN_PASSWORD ?? ''),
      service: text('service'),
      desk: text('desk'),
    },
    ({ operation, deviations }) => {
      if (deviations.length === 0) conforming += 1;
      else deviating += 1;
      const lines = [
        `${deviations.length === 0 ? 'ok   ' : 'FAIL '} ${operation}`,
        ...deviations.map((one) => `        ${one}`),
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
    },
  );
  process.stdout.write(`${conforming} conforming, ${deviating} deviating\n`);
  return deviating === 0 ? 0 : 1;
}

function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError('--url must be an address such as http://127.0.0.1:8080; see --help');
  return parsed.origin;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`conformance: ${error.message}\n`);
  process.exitCode = 2;
}
