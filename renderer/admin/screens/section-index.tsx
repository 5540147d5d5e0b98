/** List of the sections of an editor, which marks the one in view. */
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAdmin } from '../model/admin.ts';
import './section-index.css';

/** Fewer sections are seen at once. */
const MIN_SECTIONS = 4;

export interface IndexEntry {
  readonly id: string;
  readonly title: string;
  /** Whether a value in it is not saved yet. */
  readonly isChanged: boolean;
}

interface SectionIndexProps {
  readonly entries: readonly IndexEntry[];
  readonly form: RefObject<HTMLFormElement | null>;
}

/** In view while the form scrolls, where there is room. One tab stop; arrow keys move between sections. */
export function SectionIndex({ entries, form }: SectionIndexProps): JSX.Element | null {
  const { t } = useAdmin();
  const list = useRef<HTMLElement>(null);
  const [current, setCurrent] = useSectionInView(form, list, entries);
  useHeight(list, entries.length >= MIN_SECTIONS);
  if (entries.length < MIN_SECTIONS) return null;
  const open = (id: string): void => {
    setCurrent(id);
    const section = sectionOf(form.current, id);
    if (section instanceof HTMLDetailsElement) section.open = true;
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('summary, h2')?.focus({ preventScroll: true });
  };
  const keys = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const isRtl = list.current !== null && getComputedStyle(list.current).direction === 'rtl';
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      ArrowRight: isRtl ? -1 : 1,
      ArrowLeft: isRtl ? 1 : -1,
      Home: -at,
      End: buttons.length - 1 - at,
    };
    const step = steps[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <nav class="section-index card" aria-label={t('index')} ref={list} onKeyDown={keys}>
      <ol>
        {entries.map(({ id, title, isChanged }) => (
          <li key={id}>
            <button
              type="button"
              data-section-link={id}
              aria-current={id === current ? 'location' : undefined}
              tabIndex={id === current ? 0 : -1}
              onClick={() => open(id)}
            >
              {title}
              {isChanged && (
                <span class="section-index-changed">
                  <span class="spoken">{t('drafts.mark')}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function sectionOf(form: HTMLElement | null, id: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`) ?? null;
}

/** The last section that begins in the upper third of the window; the last one at the end of the page. */
function useSectionInView(
  form: RefObject<HTMLFormElement | null>,
  list: RefObject<HTMLElement | null>,
  entries: readonly IndexEntry[],
): readonly [string, (id: string) => void] {
  const [current, setCurrent] = useState(entries[0]?.id ?? '');
  const ids = entries.map(({ id }) => id).join(' ');
  useEffect(() => {
    let asked = 0;
    const look = (): void => {
      asked = 0;
      const begun = ids
        .split(' ')
        .filter((id) => (sectionOf(form.current, id)?.getBoundingClientRect().top ?? 0) <= window.innerHeight / 3);
      const { scrollY, innerHeight } = window;
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const shown = isAtEnd ? ids.split(' ').at(-1) : begun.at(-1);
      if (shown !== undefined) setCurrent(shown);
    };
    const scrolled = (): void => {
      if (asked === 0) asked = window.requestAnimationFrame(look);
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      window.removeEventListener('scroll', scrolled);
      window.cancelAnimationFrame(asked);
    };
  }, [ids, form]);
  useEffect(() => {
    // In a column that scrolls, the marked section stays in view; the page itself does not scroll.
    const [column, link] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
    if (column !== null && column !== undefined && link)
      column.scrollTo?.({ top: link.offsetTop - column.clientHeight / 3 });
  }, [current, list]);
  return [current, setCurrent];
}

/** Tells the style sheet the height of the rows, so that no focused field is below them. */
function useHeight(list: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || !isShown) return undefined;
    const { style } = document.documentElement;
    const measure = new ResizeObserver(() => style.setProperty('--index-height', `${element.offsetHeight}px`));
    measure.observe(element);
    return () => {
      measure.disconnect();
      style.removeProperty('--index-height');
    };
  }, [list, isShown]);
}
