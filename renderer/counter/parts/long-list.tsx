/** Rows of a long waiting list: draws those in view, reads pages on demand. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { READ_COUNTER_WAITING } from '../../../main/queue/contract/endpoints.ts';
import type { CounterTicket } from '../../../main/queue/contract/rest/counters.ts';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import type { TicketRowProps } from './ticket-row.tsx';

/** Tickets of a page of the server. */
const PAGE = 100;
/** Rows outside of the view that are drawn too. */
const BEYOND = 10;

export interface LongListProps {
  /** The first page: what the desk calls next, without tickets addressed to it. */
  readonly first: readonly CounterTicket[];
  /** Number of all rows. */
  readonly count: number;
  /** Tickets addressed to this desk, which other rows do not contain. */
  readonly own: readonly CounterTicket[];
  readonly Row: ComponentType<TicketRowProps>;
}

type Pages = ReadonlyMap<number, readonly CounterTicket[]>;

export function LongList({ first, count, own, Row }: LongListProps): JSX.Element {
  const { session } = useStaff();
  const counter = useCounter();
  const list = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ from: 0, to: 3 * BEYOND });
  const [pages, setPages] = useState<Pages>(new Map());
  const rowHeight = useRef(48);

  useLayoutEffect(() => {
    const look = (): void => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      rowHeight.current = list.current?.querySelector<HTMLElement>('.row')?.offsetHeight || rowHeight.current;
      const from = Math.max(0, Math.floor(-top / rowHeight.current) - BEYOND);
      const to = Math.ceil((window.innerHeight - top) / rowHeight.current) + BEYOND;
      setView((old) => (old.from === from && old.to === to ? old : { from, to }));
    };
    look();
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, []);

  const lastPage = Math.floor((Math.min(view.to, count - 1) + own.length) / PAGE);
  const firstPage = Math.min(lastPage, Math.floor(view.from / PAGE));
  useEffect(() => {
    let isWanted = true;
    const read = async (page: number): Promise<void> => {
      const answer = await session.rest.call(READ_COUNTER_WAITING, {
        desk_id: counter.deskId,
        user_id: session.user.value?.id ?? '',
        services: counter.chosen.value,
        skip: page * PAGE,
      });
      if (!isWanted || !answer.ok) return;
      const next = answer.value.waiting.filter((ticket) => ticket.turn === 'next' && !ticket.own);
      setPages((old) => new Map([...old, [page, next]]));
    };
    for (let page = Math.max(1, firstPage); page <= lastPage; page += 1) void read(page);
    return () => {
      isWanted = false;
    };
  }, [firstPage, lastPage, counter.data.value]);

  const startOf = (page: number): number =>
    page * PAGE - own.filter(({ place }) => place > 0 && place <= page * PAGE).length;
  const at = (index: number): CounterTicket | undefined => {
    const page = Math.min(lastPage, Math.floor((index + own.length) / PAGE));
    for (const each of [page, page - 1]) {
      const ticket = (each === 0 ? first : pages.get(each))?.[index - Math.max(0, startOf(each))];
      if (each >= 0 && index >= startOf(each) && ticket !== undefined) return ticket;
    }
    return undefined;
  };
  const from = Math.min(view.from, Math.max(0, count - 1));
  const indexes = Array.from({ length: Math.max(0, Math.min(view.to, count) - from) }, (_, nth) => from + nth);
  return (
    <ul
      ref={list}
      class="rows rows-long"
      style={{ paddingBlockStart: `${from * rowHeight.current}px`, minHeight: `${count * rowHeight.current}px` }}
    >
      {indexes.map((index) => {
        const ticket = at(index);
        return ticket === undefined ? (
          <li key={`row ${index}`} class="row" aria-busy="true" />
        ) : (
          <Row key={ticket.ticket_id} ticket={ticket} sheet="waiting" position={[index + 1, count]} />
        );
      })}
    </ul>
  );
}
