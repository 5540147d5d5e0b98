/**
 * Keeps the compiled code of the programs that the tests start, for the next of them: the same files are loaded hundreds of
 * times in a run, and to compile them takes a good part of each start. Goes with the run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function keepCompiledCode(): void {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  // Read by Node at its start, and passed on by the processes of the tests.
  process.env.NODE_COMPILE_CACHE = folder;
  // Not sooner: each process of the tests writes there when it ends, and they end after the teardown of all else.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
