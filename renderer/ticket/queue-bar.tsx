/** Way of the visitor through a long queue, as a bar; loaded on demand. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Mark } from '../shared/components/mark.tsx';
import { PERSON } from '../shared/components/marks.ts';
import { browserMemory } from '../shared/storage.ts';
import { MARK_SIGNS } from './reading.ts';

const MEMORY = 'start';

/** The visitor moves along a line, by the same step for each person who leaves it. */
export function QueueBar({ before }: { readonly before: number }): JSX.Element {
  const mark = window.location.pathname.split('/').at(-1)?.slice(0, MARK_SIGNS) ?? '';
  const kept = browserMemory.read(MEMORY) ?? '';
  const start = Math.max(before, kept.startsWith(mark) ? Number(kept.slice(MARK_SIGNS)) : 0);
  // Also after the page was closed and opened again.
  useEffect(() => browserMemory.write(MEMORY, `${mark}${start}`), [mark, start]);
  return (
    <p class="way" aria-hidden="true" style={{ '--gone': String(start - before), '--left': String(before) }}>
      <span />
      <Mark path={PERSON} />
      <span />
    </p>
  );
}
