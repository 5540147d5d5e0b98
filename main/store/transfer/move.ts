/**
 * Data migration: copies a database into an empty one.
 *
 * An interrupted migration continues. At the end, counts and sums of both sides are compared.
 */
import {
  begunIn,
  type DatabaseTarget,
  type Figures,
  type Progress,
  type Sink,
  type Source,
  TransferError,
} from './database-target.ts';
import { mustBeAtRest, withSink, withSource } from './open-place.ts';
import { ignoreProgress, type OnProgress } from './progress.ts';
import { TABLES, type TransferTable } from './tables.ts';

/** Limits a transaction, and the loss after an interruption. */
const PAGE = 2_000;

export interface Moved {
  /** Table → number of rows. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that an interrupted migration had copied. */
  readonly kept: number;
}

export interface MoveOptions {
  readonly rowsAtOnce?: number;
  /** Called before each table is counted, and after each page. */
  readonly tell?: OnProgress;
  /** If it throws, the migration stays incomplete: no program starts on the target. */
  readonly beforeEnd?: () => Promise<void>;
}

type AllFigures = ReadonlyMap<TransferTable, Figures>;

/** Throws `TransferError` with one line for the operator. */
export async function moveQueue(source: Source, sink: Sink, options: MoveOptions = {}): Promise<Moved> {
  const { tell = ignoreProgress } = options;
  const before = await figuresOf(source, (table) => tell({ what: `counting ${table}` }));
  const fingerprint = JSON.stringify([...before].map(([{ name }, figures]) => [name, figures]));
  const begun = await begunIn(sink);
  if (begun !== null && begun.source !== fingerprint) {
    throw new TransferError(
      'the target contains an interrupted migration of another queue, or the source has changed since; empty the target and start again',
    );
  }
  let kept = 0;
  for (const [table, { rows }] of before) {
    const place = placeOf(begun, table);
    if (place === 'done') {
      kept += rows;
      continue;
    }
    kept += await moveTable(source, sink, table, { fingerprint, after: place, rows }, options);
  }
  await sink.putSecrets(await source.secrets());
  compare(before, await figuresOf(sink, (table) => tell({ what: `comparing ${table}` })));
  await options.beforeEnd?.();
  await sink.finish();
  return { rows: Object.fromEntries([...before].map(([{ name }, { rows }]) => [name, rows])), kept };
}

async function figuresOf(place: Pick<Source, 'figures'>, onTable: (name: string) => void): Promise<AllFigures> {
  const all = new Map<TransferTable, Figures>();
  for (const table of TABLES) {
    onTable(table.name);
    all.set(table, await place.figures(table));
  }
  return all;
}

/** Key after which a table continues. */
function placeOf(begun: Progress | null, table: TransferTable): Progress['after'] | 'done' {
  if (begun === null) return null;
  const reached = TABLES.findIndex(({ name }) => name === begun.table);
  const here = TABLES.indexOf(table);
  if (here < reached) return 'done';
  return here === reached ? begun.after : null;
}

interface TableMove {
  readonly fingerprint: string;
  readonly after: Progress['after'];
  readonly rows: number;
}

/** Returns the number of rows that were copied before. */
async function moveTable(
  source: Source,
  sink: Sink,
  table: TransferTable,
  move: TableMove,
  options: MoveOptions,
): Promise<number> {
  const most = options.rowsAtOnce ?? PAGE;
  const kept = move.after === null ? 0 : (await sink.figures(table)).rows;
  let { after } = move;
  for (let there = kept; ; ) {
    const rows = await source.read(table, after, most);
    const last = rows.at(-1);
    if (last === undefined) return kept;
    after = source.key(table).map((column) => last[column] as string | number);
    await sink.put(table, rows, { source: move.fingerprint, table: table.name, after });
    there += rows.length;
    options.tell?.({ what: `${table.name}: ${there} of ${move.rows}` });
  }
}

function compare(before: AllFigures, after: AllFigures): void {
  for (const [table, expected] of before) {
    const found = after.get(table);
    const wrong = Object.keys(expected.sums).filter((column) => expected.sums[column] !== found?.sums[column]);
    if (found?.rows === expected.rows && wrong.length === 0) continue;
    const what = wrong.length === 0 ? '' : `, ${wrong.join(', ')} differ`;
    throw new TransferError(`${table.name}: ${expected.rows} rows expected, ${found?.rows} found${what}`);
  }
}

/**
 * Throws `TransferError` with one line for the operator. Also if a program starts to use a database meanwhile: its changes
 * would be lost.
 */
export async function copyQueue(from: DatabaseTarget, to: DatabaseTarget, options: MoveOptions = {}): Promise<Moved> {
  const mustRest = async (): Promise<void> => {
    for (const place of [from, to]) if (place.engine === 'postgres') await mustBeAtRest(place.url);
  };
  await mustRest();
  return withSource(from, to.engine === 'sqlite', (source) =>
    withSink(to, (sink) => moveQueue(source, sink, { ...options, beforeEnd: mustRest })),
  );
}
