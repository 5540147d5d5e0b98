/** Parser of command-line arguments. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { optionFault } from './option-fault.ts';

/** Invalid command line; its message is one line for the user. */
export class UsageError extends Error {}

export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** Throws a one-line `UsageError` for an unknown option or a missing value. */
export function readArguments(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
  positionals: number,
): Arguments {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, strict: true, allowPositionals: positionals > 0 });
  } catch (error) {
    throw new UsageError(optionFault(error, args, Object.keys(options)));
  }
  if (parsed.positionals.length > positionals) {
    throw new UsageError(`unexpected argument "${parsed.positionals[positionals]}"; see --help`);
  }
  const values: Record<string, string | boolean | undefined> = {};
  for (const [name, value] of Object.entries(parsed.values)) {
    if (typeof value === 'string' || typeof value === 'boolean') values[name] = value;
  }
  return { values, positionals: parsed.positionals };
}

/** Whole number of the option `name`; `fallback` when absent. */
export function numberOption(args: Arguments, name: string, fallback: number, min: number, max: number): number {
  const text = args.values[name];
  if (text === undefined) return fallback;
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`--${name} must be a number from ${min} to ${max}`);
  return value;
}
