/** `--verify-audit`: verifies an audit log that was exported as JSON Lines, without the database. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { EXPORTED_COLUMNS, type ExportedEntry, type ExportLine } from './contract/audit-export.ts';
import { type ChainedEntry, type ChainHead, type PartWalk, walkPart } from './core/audit-chain.ts';
import { chainTally, describeChainFault, MAX_CHAIN_FAULTS } from './core/check-audit.ts';

export interface ExportFindings {
  /** A line for each fault; none when the file is as it was exported. */
  readonly faults: readonly string[];
  readonly entries: number;
  /** Whether the file holds the whole log, so that a missing entry would be a fault. */
  readonly isWhole: boolean;
  /** The newest entry of each part when the file was made. */
  readonly heads: readonly { readonly part: string; readonly seq: number; readonly hash: string }[];
}

const NUMBERS: ReadonlySet<string> = new Set(['seq', 'id']);
/** The newest entry is not known before its line has come. */
const UNKNOWN_END = { headSeq: Number.MAX_SAFE_INTEGER, headHash: '' };

/** @param lines of the file, in their order */
export async function verifyExport(lines: AsyncIterable<string> | Iterable<string>): Promise<ExportFindings> {
  const { sink, findings } = chainTally();
  const faults: string[] = [];
  const heads: { part: string; seq: number; hash: string }[] = [];
  const walks = new Map<string, { readonly walk: PartWalk; readonly start: ChainHead | null }>();
  let [number, entries, isWhole, isEnded] = [0, 0, false, false];

  function walkOf(
    part: string,
    start: ChainHead | null,
  ): { readonly walk: PartWalk; readonly start: ChainHead | null } {
    const known = walks.get(part);
    if (known !== undefined) return known;
    const made = { walk: walkPart(part, sink, isWhole && start !== null), start };
    walks.set(part, made);
    if (isWhole && start === null) faults.push(`the line that begins the part ${part} is missing`);
    return made;
  }

  function take(line: ExportLine): void {
    switch (line.kind) {
      case 'audit-export':
        isWhole = line.whole;
        return;
      case 'part': {
        const { part, begun_after: begunAfter, cut_seq: cutSeq, cut_hash: cutHash } = line;
        const start = { part, begunAfter, cutSeq, cutHash, ...UNKNOWN_END };
        walkOf(part, start).walk.take([], start);
        return;
      }
      case 'entry': {
        entries += 1;
        const { walk, start } = walkOf(line.part, null);
        walk.take([chained(line)], start);
        return;
      }
      case 'head': {
        const { part, seq, hash } = line;
        heads.push({ part, seq, hash });
        const { walk, start } = walkOf(part, null);
        if (start !== null) walk.take([], { ...start, headSeq: seq, headHash: hash });
        walk.end();
        return;
      }
      case 'end':
        isEnded = true;
        if (line.entries !== entries) faults.push(`the file has ${entries} entries, and had ${line.entries}`);
    }
  }

  for await (const text of lines) {
    number += 1;
    const line = readLine(text);
    const isFirst = number === 1;
    if (line === null || isFirst !== (line.kind === 'audit-export')) {
      faults.push(`line ${number} is not one of an exported audit log`);
      if (isFirst) break;
    } else take(line);
  }
  if (!isEnded) faults.push('the last line is missing: the file was cut off');
  for (const part of walks.keys()) {
    if (!heads.some((head) => head.part === part)) faults.push(`the line that ends the part ${part} is missing`);
  }
  const found = findings([]);
  const more = found.faultCount > MAX_CHAIN_FAULTS ? [`${found.faultCount - MAX_CHAIN_FAULTS} more faults`] : [];
  return { faults: [...found.faults.map(describeChainFault), ...more, ...faults], entries, isWhole, heads };
}

function readLine(text: string): ExportLine | null {
  try {
    const line = JSON.parse(text) as ExportLine;
    return isLine(line) ? line : null;
  } catch {
    return null;
  }
}

function isLine(line: ExportLine | null): boolean {
  switch (line?.kind) {
    case 'entry':
      return EXPORTED_COLUMNS.every((column) => typeof line[column] === (NUMBERS.has(column) ? 'number' : 'string'));
    case 'part':
      return typeof line.part === 'string' && typeof line.cut_seq === 'number' && typeof line.begun_after === 'number';
    case 'head':
      return typeof line.part === 'string' && typeof line.seq === 'number';
    case 'audit-export':
      return line.version === 1;
    case 'end':
      return true;
    default:
      return false;
  }
}

function chained(line: ExportedEntry): ChainedEntry {
  const { part, seq, id, hash, collection, action, fields } = line;
  return {
    ...{ part, seq, id, hash, collection, action, fields, prevHash: line.prev_hash, changeId: line.change_id },
    ...{
      at: Date.parse(line.at),
      byKind: line.by_kind,
      byId: line.by_id,
      itemId: line.item_id,
      itemName: line.item_name,
    },
  };
}

/** Prints what it finds. Gives the exit code: 0 when the file is as it was exported. */
export async function verifyAuditFile(file: string): Promise<number> {
  try {
    const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
    const { faults, entries, isWhole, heads } = await verifyExport(lines);
    for (const line of faults) process.stdout.write(`${line}\n`);
    for (const { part, seq, hash } of heads) process.stdout.write(`newest entry: ${part} ${seq} ${hash}\n`);
    const extent = isWhole ? 'the whole log' : 'a part of the log, which may lack entries';
    const verdict = faults.length === 0 ? 'as they were written' : 'not as they were written';
    process.stdout.write(`${entries} entries, ${extent}: ${verdict}\n`);
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${file} cannot be read: ${(error as Error).message}\n`);
    return 1;
  }
}
