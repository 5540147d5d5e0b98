/** `--verify-audit`: verifies an audit log that was exported as JSON Lines, without the database. */
import { createReadStream } from 'node:fs';
import { EXPORTED_COLUMNS, type ExportedEntry, type ExportLine } from '../audit/contract/audit-export.ts';
import { type ChainedEntry, type ChainHead, type PartWalk, walkPart } from '../audit/rules/audit-chain.ts';
import { chainTally, describeChainFault, MAX_CHAIN_FAULTS } from '../audit/rules/check-audit.ts';

export interface ExportFindings {
  /** One line for each fault; empty for an unchanged file. */
  readonly faults: readonly string[];
  readonly entries: number;
  /** Whether the file holds the whole log, so that a missing entry is a fault. */
  readonly isWhole: boolean;
  /** The newest entry of each part at the time of the export. */
  readonly heads: readonly { readonly part: string; readonly seq: number; readonly hash: string }[];
}

/** Longer than any entry; a file without line breaks must not fill the memory. */
const MAX_LINE_LETTERS = 32 * 1024 * 1024;
/** More than the number of devices in any site. */
const MAX_PARTS = 100_000;
const MAX_NAME_LETTERS = 300;
/** Maximum line faults that are listed; all are counted. */
const MAX_LINE_FAULTS = 20;
const NUMBERS: ReadonlySet<string> = new Set(['seq', 'id']);
/** The newest entry is unknown until its line. */
const UNKNOWN_END = { headSeq: Number.MAX_SAFE_INTEGER, headHash: '' };

interface OpenPart {
  readonly part: string;
  readonly walk: PartWalk;
  /** Null without a line that starts the part. */
  readonly start: ChainHead | null;
}

/**
 * Accepts lines only in export order: the first, then each part once with its start, entries and newest entry, then the
 * last. A line at another place would change the meaning of the others.
 * @param lines of the file
 */
export async function verifyExport(lines: AsyncIterable<string> | Iterable<string>): Promise<ExportFindings> {
  const { sink, findings } = chainTally();
  const faults: string[] = [];
  const heads: { part: string; seq: number; hash: string }[] = [];
  const ends: ChainHead[] = [];
  const seen = new Set<string>();
  let [number, entries, lineFaults, isWhole, isEnded] = [0, 0, 0, false, false];
  let current: OpenPart | null = null;

  function add(fault: string): void {
    lineFaults += 1;
    if (faults.length < MAX_LINE_FAULTS) faults.push(fault);
  }

  function leave(): void {
    if (current !== null) add(`the last line of part ${current.part} is missing`);
    current = null;
  }

  /** Null when the part was there before. */
  function enter(part: string, start: ChainHead | null): OpenPart | null {
    if (seen.has(part) || seen.size >= MAX_PARTS) return null;
    leave();
    seen.add(part);
    if (isWhole && start === null) add(`the first line of part ${part} is missing`);
    current = { part, start, walk: walkPart(part, sink, isWhole && start !== null) };
    return current;
  }

  /** Whether the line is at an allowed place. */
  function take(line: ExportLine): boolean {
    if (isEnded) return false;
    switch (line.kind) {
      case 'audit-export':
        isWhole = line.whole;
        return number === 1;
      case 'part': {
        const { part, begun_after: begunAfter, cut_seq: cutSeq, cut_hash: cutHash } = line;
        const start = { part, begunAfter, cutSeq, cutHash, ...UNKNOWN_END };
        const entered = enter(part, start);
        entered?.walk.take([], start);
        return entered !== null;
      }
      case 'entry': {
        entries += 1;
        const open = current?.part === line.part ? current : enter(line.part, null);
        open?.walk.take([chained(line)], open.start);
        return open !== null;
      }
      case 'head': {
        const { part, seq, hash } = line;
        const open = current?.part === part ? current : enter(part, null);
        if (open === null) return false;
        heads.push({ part, seq, hash });
        if (open.start !== null) {
          const known = { ...open.start, headSeq: seq, headHash: hash };
          open.walk.take([], known);
          ends.push(known);
        }
        open.walk.end();
        current = null;
        return true;
      }
      case 'end':
        isEnded = true;
        if (line.entries !== entries) add(`the file has ${entries} of ${line.entries} entries`);
        return true;
    }
  }

  for await (const text of lines) {
    number += 1;
    const line = readLine(text);
    const isFirst = number === 1;
    if (line === null || isFirst !== (line.kind === 'audit-export')) {
      add(`line ${number} is not a line of an exported audit log`);
      if (isFirst) break;
    } else if (!take(line)) add(`line ${number} is out of place in an exported audit log`);
  }
  if (!isEnded) add('the last line is missing: the file was truncated');
  leave();
  const found = findings(ends);
  const unlisted = Math.max(0, found.faultCount - MAX_CHAIN_FAULTS) + lineFaults - faults.length;
  const more = unlisted > 0 ? [`${unlisted} more faults`] : [];
  return { faults: [...found.faults.map(describeChainFault), ...faults, ...more], entries, isWhole, heads };
}

/** Null for a line that differs from an export's format: parts without a hash could contain anything. */
function readLine(text: string): ExportLine | null {
  try {
    const line = JSON.parse(text) as ExportLine;
    return isLine(line) && JSON.stringify(line) === text ? line : null;
  } catch {
    return null;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_NAME_LETTERS && !/\p{Cc}/u.test(value);
const hasMembers = (line: object, count: number): boolean => Object.keys(line).length === count;

function isLine(line: ExportLine | null): boolean {
  switch (line?.kind) {
    case 'entry':
      return (
        hasMembers(line, EXPORTED_COLUMNS.length + 1) &&
        isName(line.part) &&
        EXPORTED_COLUMNS.every((column) =>
          NUMBERS.has(column) ? isCount(line[column]) : typeof line[column] === 'string',
        )
      );
    case 'part':
      return (
        hasMembers(line, 5) &&
        isName(line.part) &&
        isName(line.cut_hash) &&
        isCount(line.cut_seq) &&
        isCount(line.begun_after)
      );
    case 'head':
      return hasMembers(line, 4) && isName(line.part) && isName(line.hash) && isCount(line.seq);
    case 'audit-export':
      return hasMembers(line, 4) && line.version === 1 && typeof line.whole === 'boolean';
    case 'end':
      return hasMembers(line, 2) && isCount(line.entries);
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

/** @throws {Error} at a line that is longer than any entry */
async function* linesOf(file: string): AsyncGenerator<string> {
  let [rest, number] = ['', 1];
  for await (const chunk of createReadStream(file, 'utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    rest += first;
    if (rest.length > MAX_LINE_LETTERS) throw new Error(`line ${number} is longer than ${MAX_LINE_LETTERS} characters`);
    for (const next of others) {
      yield rest;
      number += 1;
      rest = next;
    }
  }
  if (rest !== '') yield rest;
}

/** Prints the findings. Returns the exit code: 0 for an unchanged file. */
export async function verifyAuditFile(file: string): Promise<number> {
  try {
    const { faults, entries, isWhole, heads } = await verifyExport(linesOf(file));
    for (const line of faults) process.stdout.write(`${line}\n`);
    for (const { part, seq, hash } of heads) process.stdout.write(`newest entry: ${part} ${seq} ${hash}\n`);
    const extent = isWhole ? 'the whole log' : 'part of the log, possibly with missing entries';
    const verdict = faults.length === 0 ? 'unchanged' : 'changed or incomplete';
    process.stdout.write(`${entries} ${entries === 1 ? 'entry' : 'entries'}, ${extent}: ${verdict}\n`);
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${file} cannot be read: ${(error as Error).message}\n`);
    return 1;
  }
}
