/**
 * Moves all that one database keeps into another one, which is empty. A move that was broken off goes on where it was; at
 * its end counts and sums of both sides are compared.
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
import { type Tell, tellNobody } from './progress.ts';
import { TABLES, type TransferTable } from './tables.ts';

/** Bounds a transaction, and what a break costs. */
const PAGE = 2_000;

export interface Moved {
  /** Table → its rows. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that were there already, from a move that was broken off. */
  readonly kept: number;
}

export interface MoveOptions {
  readonly rowsAtOnce?: number;
  /** Told before each table is counted, and after each page of it. */
  readonly tell?: Tell;
  /** What it throws leaves the move as one that was broken off: no program starts on what is there. */
  readonly beforeEnd?: () => Promise<void>;
}

type AllFigures = ReadonlyMap<TransferTable, Figures>;

/** Throws `CannotMove` with a line for the person. */
export async function moveQueue(source: Source, sink: Sink, options: MoveOptions = {}): Promise<Moved> {
  const { tell = tellNobody } = options;
  const before = await figuresOf(source, (table) => tell({ what: `counting ${table}` }));
  const fingerprint = JSON.stringify([...before].map(([{ name }, figures]) => [name, figures]));
  const begun = await begunIn(sink);
  if (begun !== null && begun.source !== fingerprint) {
    throw new TransferError(
      'a move was begun here, of another queue or before this one went on; empty the database it goes to and begin anew',
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

/** Behind which key a table goes on. */
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

/** Gives how many rows were there already. */
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
    throw new TransferError(`${table.name}: ${expected.rows} rows were to come, ${found?.rows} are there${what}`);
  }
}

/**
 * Throws `CannotMove` with a line for the person, also when a program has begun to work on a database meanwhile: what it has
 * done would be left behind.
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
