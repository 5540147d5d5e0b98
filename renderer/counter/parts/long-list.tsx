/** Rows of a long list: draws those in view, reads pages on demand. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { READ_COUNTER_TICKETS } from '../../../main/queue/contract/endpoints.ts';
import type { CounterList } from '../../../main/queue/contract/rest/counters.ts';
import { useStaff } from '../../shared/staff.ts';
import type { Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';
import type { ListedTicket, TicketRowProps } from './ticket-row.tsx';

/** Tickets of a page of the server. */
const PAGE = 100;
/** Rows outside of the view that are drawn too. */
const BEYOND = 10;

export interface LongListProps {
  readonly list: CounterList;
  /** The first page. */
  readonly first: readonly ListedTicket[];
  /** Number of all rows. */
  readonly count: number;
  readonly sheet: Sheet;
  readonly Row: ComponentType<TicketRowProps>;
}

type Pages = ReadonlyMap<number, readonly ListedTicket[]>;

export function LongList({ list, first, count, sheet, Row }: LongListProps): JSX.Element {
  const { session } = useStaff();
  const counter = useCounter();
  const data = counter.data.value;
  const rows = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ from: 0, to: 3 * BEYOND });
  const [pages, setPages] = useState<Pages>(new Map());
  const rowHeight = useRef(48);

  const look = (): void => {
    const top = rows.current?.getBoundingClientRect().top ?? 0;
    rowHeight.current = rows.current?.querySelector<HTMLElement>('.row')?.offsetHeight || rowHeight.current;
    const from = Math.max(0, Math.floor(-top / rowHeight.current) - BEYOND);
    const to = Math.ceil((window.innerHeight - top) / rowHeight.current) + BEYOND;
    setView((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  useLayoutEffect(() => {
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, []);
  // Lists above may have changed their height.
  useLayoutEffect(look, [data]);

  const from = Math.min(view.from, Math.max(0, count - 1));
  const to = Math.max(from, Math.min(view.to, count));
  const firstPage = Math.floor(from / PAGE);
  const lastPage = Math.floor(Math.max(from, to - 1) / PAGE);
  useEffect(() => {
    let isWanted = true;
    const read = async (page: number): Promise<void> => {
      const answer = await session.rest.call(READ_COUNTER_TICKETS, {
        desk_id: counter.deskId,
        user_id: session.user.value?.id ?? '',
        services: counter.chosen.value,
        list,
        skip: page * PAGE,
      });
      if (isWanted && answer.ok) setPages((old) => new Map([...old, [page, answer.value.tickets]]));
    };
    for (let page = Math.max(1, firstPage); page <= lastPage; page += 1) void read(page);
    return () => {
      isWanted = false;
    };
  }, [firstPage, lastPage, data]);

  return (
    <ul
      ref={rows}
      class="rows rows-long"
      style={{ paddingBlockStart: `${from * rowHeight.current}px`, minHeight: `${count * rowHeight.current}px` }}
    >
      {Array.from({ length: to - from }, (_, nth) => {
        const index = from + nth;
        const page = Math.floor(index / PAGE);
        const ticket = (page === 0 ? first : pages.get(page))?.[index % PAGE];
        return ticket === undefined ? (
          <li key={`row ${index}`} class="row" aria-busy="true" />
        ) : (
          <Row key={ticket.ticket_id} ticket={ticket} sheet={sheet} position={[index + 1, count]} />
        );
      })}
    </ul>
  );
}
