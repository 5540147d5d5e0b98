/** Grid of choices, in pages if needed. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../../main/kiosk/contract/kiosk.ts';
import { type ChoiceLayout, type FitArea, layOut, ordinaryCapacity } from '../fit.ts';
import { useModel, type View } from '../model.ts';
import { CheckInCard, ChoiceCard } from './choice-card.tsx';
import { Icon } from './icon.tsx';

interface GridProps extends View {
  readonly choices: readonly Choice[];
  /** Whether an entry for visitors with an appointment precedes the services. */
  readonly hasCheckIn?: boolean;
  /** A change restarts at the first page. */
  readonly place: string;
  /** Whether to report the capacity to the host: only while it cannot change a visitor's choices. */
  readonly tellsRoom: boolean;
}

/** Height of a normal choice by available width, both in rem. */
const ORDINARY_REM: readonly (readonly [number, number])[] = [
  [33, 4.6],
  [24, 5.8],
];
const NARROW_REM = 8.4;
/** Maximum lines of a description. */
const MAX_LINES: Readonly<Record<ChoiceLayout['detail'], number>> = { full: 3, short: 1, none: 0, joined: 0 };

/**
 * Choices as large as the space allows, in pages if necessary. All are in the document and measured before painting;
 * those of other pages are hidden.
 */
export function ChoiceGrid({ choices, hasCheckIn = false, place, tellsRoom, state, t }: GridProps): JSX.Element {
  const { access, call } = useModel();
  const box = useRef<HTMLDivElement>(null);
  const others = hasCheckIn ? 1 : 0;
  const count = choices.length + others;
  const [layout, setLayout] = useState<ChoiceLayout>({
    columns: 1,
    pages: [count],
    detail: 'full',
    rowHeight: 0,
  });
  const [page, setPage] = useState(0);
  const [size, setSize] = useState('');
  const told = useRef(0);
  /** Last measurement, and size of the box at that time. */
  const measured = useRef<{ readonly layout: ChoiceLayout; readonly box: string } | null>(null);

  const looks = `${state.lang} ${access.text.value} ${access.contrast.value} ${access.reach.value} ${size}`;
  const content = [others, ...choices.map((choice) => `${choice.name}|${choice.description}|${shapeOf(choice)}`)].join(
    '\n',
  );

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize(sizeOf(element)));
    observer.observe(element);
    // Measure again when a font has loaded, because widths change.
    let fonts = 0;
    const loaded = (): void => setSize(`fonts ${fonts++} ${sizeOf(element)}`);
    document.fonts.addEventListener('loadingdone', loaded);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', loaded);
      root.removeAttribute('data-scant');
    };
  }, []);

  const fit = (element: HTMLElement): number => {
    const { next, capacity } = measure(element, access.text.value === 100 ? FEWEST : FEWEST_LARGE);
    measured.current = { layout: next, box: sizeOf(element) };
    setLayout((now) => (same(now, next) ? now : next));
    return capacity;
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    root.removeAttribute('data-scant');
    const choices = Math.max(1, fit(element) - others);
    if (tellsRoom && access.text.value === 100 && !access.reach.value && choices !== told.current) {
      told.current = choices;
      call('fits', { choices });
    }
  }, [looks, content, tellsRoom]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const grid = element.querySelector<HTMLElement>('.grid');
    if (grid !== null) {
      dropLong(grid, layout.detail);
      alignNames(grid);
    }
    // With wider letter spacing, a hint above the choices yields its space.
    const isFitted =
      measured.current !== null && same(layout, measured.current.layout) && measured.current.box === sizeOf(element);
    if (!isFitted || root.hasAttribute('data-scant') || element.scrollHeight <= element.clientHeight + 1) return;
    root.setAttribute('data-scant', '');
    fit(element);
  });

  useEffect(() => setPage(0), [place]);

  const pages = layout.pages.length;
  const shown = Math.min(page, pages - 1);
  const from = layout.pages.slice(0, shown).reduce((sum, count) => sum + count, 0);
  const until = shown === pages - 1 ? count : from + (layout.pages[shown] ?? 0);
  // Rows of a last page are as high as before; the others use what their services leave.
  const isFull = layout.rowHeight === 0 || shown < pages - 1;
  return (
    <div class="grid-box" data-paged={pages > 1} data-latin={!choices.some(hasLowLetters)} ref={box}>
      <ul
        class={isFull ? 'grid grid-full' : 'grid'}
        data-detail={layout.detail}
        style={{ '--columns': layout.columns, '--row': `${layout.rowHeight}px` }}
      >
        {hasCheckIn && <CheckInCard hidden={from > 0} t={t} />}
        {choices.map((choice, index) => (
          <ChoiceCard
            key={`${choice.kind} ${choice.id}`}
            choice={choice}
            hidden={index + others < from || index + others >= until}
            state={state}
            t={t}
          />
        ))}
      </ul>
      {pages > 1 && (
        <nav class="pager" aria-label={t('pages.label')}>
          <button type="button" class="nav" disabled={shown === 0} onClick={() => setPage(shown - 1)}>
            <Icon name="back" turns />
            <span>{t('pages.previous')}</span>
          </button>
          <div class="pager-place" aria-live="polite">
            {t('pages.of', { page: shown + 1, pages })}
          </div>
          <button type="button" class="nav" disabled={shown === pages - 1} onClick={() => setPage(shown + 1)}>
            <span>{t('pages.next')}</span>
            <Icon name="forth" turns />
          </button>
        </nav>
      )}
    </div>
  );
}

/** Letters lower than capitals have a larger minimum size, which names in another script do not need. */
const hasLowLetters = ({ name }: Choice): boolean => /[\p{Script=Hebrew}\p{Script=Devanagari}]/u.test(name);

/** Properties of a choice that affect its height; the number of waiting visitors does not. */
function shapeOf(choice: Choice): string {
  if (choice.kind === 'group') return String(choice.openCount === 0);
  if (choice.kind === 'appointment') return '';
  return `${choice.open} ${choice.full} ${choice.opensAt}`;
}

const root = document.documentElement;

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement): string => `${clientWidth}x${clientHeight}`;

function same(a: ChoiceLayout, b: ChoiceLayout): boolean {
  return (
    a.columns === b.columns && a.pages.join() === b.pages.join() && a.rowHeight === b.rowHeight && a.detail === b.detail
  );
}

/** Fewest choices on a page, for ordinary and for larger letters. */
const FEWEST = 4;
const FEWEST_LARGE = 2;

function measure(box: HTMLElement, fewest: number): { readonly next: ChoiceLayout; readonly capacity: number } {
  const grid = box.querySelector<HTMLElement>('.grid');
  if (grid === null) throw new Error('There is no grid to measure.');
  const style = getComputedStyle(box);
  const length = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  // A name at minimum size has a word that is too long for its column.
  const leastName = length('--least-name') + 0.1;
  const names = [...grid.querySelectorAll('.choice-name')];
  const before = {
    columns: grid.style.getPropertyValue('--columns'),
    detail: grid.dataset.detail,
    paged: box.dataset.paged,
  };
  /** Columns of page controls beside the choices; 0: below them. */
  const beside = length('--pager-beside');
  const room: FitArea = {
    width: box.clientWidth,
    height: box.clientHeight,
    gap: length('--gap-choices'),
    minColumnWidth: length('--min-choice') * rem,
    maxColumnWidth: length('--max-choice') * rem,
    minJoinedWidth: length('--min-joined') * rem,
    pagerHeight: beside > 0 ? 0 : length('--pager'),
    pagerWidth: beside * (length('--pager') + length('--gap-choices')),
    fewest,
    measure: (columns, detail, isPaged) => {
      box.dataset.paged = String(isPaged);
      grid.style.setProperty('--columns', String(columns));
      grid.dataset.detail = detail;
      dropLong(grid, detail);
      return {
        heights: [...grid.children].map((card) => card.getBoundingClientRect().height),
        squeezed: names.some((name) => Number.parseFloat(getComputedStyle(name).fontSize) <= leastName),
      };
    },
  };
  grid.style.removeProperty('--same');
  grid.dataset.measuring = 'true';
  const next = layOut(room);
  delete grid.dataset.measuring;
  grid.style.setProperty('--columns', before.columns);
  if (before.detail === undefined) delete grid.dataset.detail;
  else grid.dataset.detail = before.detail;
  if (before.paged === undefined) delete box.dataset.paged;
  else box.dataset.paged = before.paged;
  dropLong(grid, next.detail);
  const ordinary = (width: number): number =>
    (ORDINARY_REM.find(([least]) => width >= least * rem)?.[1] ?? NARROW_REM) * rem;
  return { next, capacity: ordinaryCapacity({ ...room, height: stageHeight(box) }, ordinary) };
}

/** Removes descriptions that exceed the line limit; the others stay complete. */
function dropLong(grid: HTMLElement, detail: ChoiceLayout['detail']): void {
  const abouts = [...grid.querySelectorAll<HTMLElement>('.choice-about')];
  for (const about of abouts) delete about.dataset.long;
  const long = abouts.filter((about) => {
    const lineHeight = Number.parseFloat(getComputedStyle(about).lineHeight);
    return about.offsetHeight > (MAX_LINES[detail] + 0.5) * lineHeight;
  });
  for (const about of long) about.dataset.long = 'true';
}

/** All names of a page have the size of the smallest. */
function alignNames(grid: HTMLElement): void {
  grid.style.removeProperty('--same');
  const names = [...grid.querySelectorAll('.choice:not([hidden]) .choice-name')];
  const sizes = names.map((name) => Number.parseFloat(getComputedStyle(name).fontSize));
  grid.style.setProperty('--same', `${Math.min(...sizes)}px`);
}

/** Height of the stage without temporary notices above the choices. */
function stageHeight(box: HTMLElement): number {
  const stage = box.parentElement ?? box;
  const { paddingTop, paddingBottom } = getComputedStyle(stage);
  return stage.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}
