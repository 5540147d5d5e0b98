import { readFile } from 'node:fs/promises';
import { messageOf } from '../../lib/error-message.ts';
import { readArguments, UsageError } from '../../lib/settings/arguments.ts';
import { decodeBytes } from '../../printing/picture/printed-ticket.ts';
import { modelOption } from './model-option.ts';

/** Returns the exit code: 1 when the bytes have faults. */
export async function runDecode(args: readonly string[]): Promise<number> {
  const parsed = readArguments(args, { model: { type: 'string' }, dots: { type: 'string' } }, 1);
  const [path] = parsed.positionals;
  if (path === undefined) throw new UsageError('decode needs the name of a file');
  const model = modelOption(parsed);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
  const tickets = decodeBytes(bytes, model);
  for (const ticket of tickets) process.stdout.write(`${ticket.toText()}\n`);
  return tickets.some((ticket) => ticket.faults.length > 0) ? 1 : 0;
}
