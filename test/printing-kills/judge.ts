/** What paper, screens, queue and journal of a kiosk say of each other. Pure, so that its own faults can be tested. */
import { type Print, printsOn } from '../printing-matrix/play.ts';
import type { JournalRow } from './programs.ts';
import type { KioskStory } from './site-of-kiosks.ts';

/** Ways to confirm in which the printer tells it behind the ticket itself. A printer has to be known before it does so. */
const PROVING: readonly string[] = ['process-id', 'status'];

/** Numbers of kiosks begin behind it. */
const OTHERS = 9_000;

/** Figures of one story, or of many together. */
export interface Figures {
  readonly kills: number;
  readonly tickets: number;
  /** On paper, whole and without a mark; with the mark of a copy; torn. */
  readonly whole: number;
  readonly copies: number;
  readonly torn: number;
  readonly promised: number;
  readonly printed: number;
  readonly doubtful: number;
  readonly notPrinted: number;
  /** Numbers that were given, came to no printer, and were taken back. */
  readonly givenBack: number;
  readonly blankSlips: number;
}

function doubled(numbers: readonly string[]): readonly string[] {
  return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))];
}

const papersOf = ({ tray }: KioskStory): readonly (Print & { readonly at: number })[] =>
  tray.papers.flatMap((paper) => printsOn(paper).map((print) => ({ ...print, at: paper.at })));

/** Whether a kiosk has given that number while its server was away. Such a number may be spent, and nobody have it. */
const isOwn = (number: string): boolean => Number(number.slice(1)) > OTHERS;

function queueFaults({ queue, givenBack, touches, isApart = false }: KioskStory): readonly string[] {
  const all = [...queue, ...givenBack].map(({ number }) => number);
  const numbers = all
    .filter((number) => !isOwn(number))
    .map((number) => Number(number.slice(1)))
    .sort((one, other) => one - other);
  const wrong = numbers.filter((number, index) => number !== index + 1);
  // A kiosk that hears nothing of its server gives a number of its own, and takes the other back.
  const tickets = isApart ? queue.length : all.length;
  return [
    ...(wrong.length > 0 ? [`numbers are missing or doubled in the queue from ${wrong[0]} on`] : []),
    ...doubled(all.filter(isOwn)).map((number) => `${number} is doubled in the queue`),
    ...(tickets > touches ? [`${tickets} tickets for ${touches} touches`] : []),
  ];
}

function numberFaults(story: KioskStory): readonly string[] {
  const given = new Set([...story.queue, ...story.givenBack].map(({ number }) => number));
  const unknown = (numbers: readonly string[]): readonly string[] => [
    ...new Set(numbers.filter((number) => number !== '' && !given.has(number))),
  ];
  const isGiven = ({ number, screen }: KioskStory['shown'][number]): boolean => screen !== 'printing' || !isOwn(number);
  const isSent = ({ number, state }: JournalRow): boolean => state !== 'not-printed' || !isOwn(number);
  const read = papersOf(story).map(({ number }) => number);
  const ended = story.shown.filter(({ screen }) => screen !== 'printing').map(({ number }) => number);
  return [
    ...unknown(read).map((number) => `${number} is on paper and not in the queue`),
    ...unknown(story.shown.filter(isGiven).map(({ number }) => number)).map(
      (number) => `${number} was shown and is not in the queue`,
    ),
    ...unknown(story.journal.filter(isSent).map(({ number }) => number)).map(
      (number) => `${number} is in the journal alone`,
    ),
    ...doubled(ended).map((number) => `two visitors were given ${number}`),
  ];
}

/** Nobody waits for a ticket that nobody holds, and nobody holds one that waits no more. */
function holderFaults(story: KioskStory): readonly string[] {
  const { queue, givenBack, shown, journal } = story;
  const held = new Set([
    ...papersOf(story).map(({ number }) => number),
    ...shown.filter(({ screen }) => screen !== 'printing').map(({ number }) => number),
    // Something may have been sent, and a printer without power keeps nothing.
    ...journal.filter(({ state }) => state === 'doubtful').map(({ number }) => number),
  ]);
  return [
    ...queue.filter(({ number }) => !held.has(number)).map(({ number }) => `${number} waits, and nobody holds it`),
    ...givenBack
      .filter(({ number }) => held.has(number))
      .map(({ number }) => `${number} was taken back from its holder`),
  ];
}

/** Whether a row of the journal can be true of what lies in the tray. */
function rowFault({ number, state, why }: JournalRow, whole: number): string | null {
  switch (state) {
    case 'printed':
      return whole > 0 ? null : `the journal says that ${number} was printed (${why}), and it is not on paper`;
    case 'not-printed':
      return whole === 0 ? null : `the journal says that ${number} was not printed (${why}), and it is on paper`;
    case 'doubtful':
      return null;
    default:
      return `the journal has no end of ${number}: ${state}`;
  }
}

export function faultsOf(story: KioskStory): readonly string[] {
  const { queue, journal, shown, tray, restarts } = story;
  const prints = papersOf(story);
  const wholeOf = (number: string): readonly (Print & { readonly at: number })[] =>
    prints.filter((print) => print.isWhole && print.number === number);
  const ids = new Map([...queue, ...story.givenBack].map(({ number, id }) => [number, id]));
  const known = new Set(journal.map(({ number }) => number));
  const confirmedBy = (number: string): string => {
    const row = journal.find((each) => each.number === number);
    return row?.state === 'printed' ? row.why : '';
  };
  const promised = shown.filter(({ screen }) => screen === 'take-ticket');
  const faults = [
    ...queueFaults(story),
    ...numberFaults(story),
    ...holderFaults(story),
    ...queue
      .filter(({ number }) => wholeOf(number).filter(({ isCopy }) => !isCopy).length > 1)
      .map(({ number }) => `${number} was printed twice without the mark of a copy`),
    ...promised.flatMap(({ number, at }) => {
      const [first] = wholeOf(number);
      if (first === undefined) return [`"take your ticket" for ${number}, which is not on paper`];
      return PROVING.includes(confirmedBy(number)) && first.at > at
        ? [`"take your ticket" for ${number} before it was there`]
        : [];
    }),
    ...doubled(journal.map(({ number }) => number)).map((number) => `the journal has ${number} twice`),
    ...journal.flatMap((row) => rowFault(row, wholeOf(row.number).length) ?? []),
    ...journal
      .filter(({ number, ticket }) => ids.has(number) && ids.get(number) !== ticket)
      .map(({ number }) => `the journal has another ticket's id at ${number}`),
    ...[...ids.keys()]
      .filter((number) => !known.has(number) && prints.some((print) => print.number === number))
      .map((number) => `${number} is on paper and not in the journal`),
    ...promised
      .filter(({ number }) => !known.has(number))
      .map(({ number }) => `${number} was promised and is not in the journal`),
    ...tray.papers
      .filter((paper) => printsOn(paper).length > 1)
      .map(({ lines }) => `two tickets in one piece: ${lines.join(' / ')}`),
  ];
  if (tray.blankSlips > restarts) faults.push(`${tray.blankSlips} blank slips at ${restarts} restarts`);
  return faults.map((fault) => `${story.name}: ${fault}`);
}

export function figuresOf(story: KioskStory): Figures {
  const prints = papersOf(story);
  const rows = (state: string): number => story.journal.filter((row) => row.state === state).length;
  return {
    kills: story.restarts,
    tickets: story.queue.length,
    whole: prints.filter(({ isWhole, isCopy }) => isWhole && !isCopy).length,
    copies: prints.filter(({ isWhole, isCopy }) => isWhole && isCopy).length,
    torn: prints.filter(({ isWhole }) => !isWhole).length,
    promised: story.shown.filter(({ screen }) => screen === 'take-ticket').length,
    printed: rows('printed'),
    doubtful: rows('doubtful'),
    notPrinted: rows('not-printed'),
    givenBack: story.givenBack.length,
    blankSlips: story.tray.blankSlips,
  };
}

/** A table for people: one line a kiosk. */
export function tableOf(stories: readonly KioskStory[]): string {
  const rows = stories.map((story) => ({ kiosk: story.name, ...figuresOf(story) }));
  const heads = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  const cells = [heads as readonly string[], ...rows.map((row) => heads.map((head) => String(row[head])))];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
