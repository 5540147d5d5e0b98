import type { JSX } from 'preact';
import { Mark } from '../shared/components/mark.tsx';
import { UNLINKED } from '../shared/components/marks.ts';
import { clockTime } from '../shared/time.ts';
import type { TicketModel } from './model.ts';

/** Says that what the page shows may be old, and how old. */
export function Stale({ model }: { readonly model: TicketModel }): JSX.Element {
  const { status, ticket, at } = model.news.value;
  const { t, id } = model.language;
  const words = [t.value('stale.text')];
  if (ticket?.state === 'waiting') words.push(t.value('stale.kept'));
  if (ticket !== null) words.push(t.value('stale.seen', { time: clockTime(at, id.value, ticket.time_zone) }));
  return (
    <div class="stale" role="status" data-stale={status === 'stale'}>
      {status === 'stale' && (
        <>
          <Mark path={UNLINKED} />
          <p>{words.join(' ')}</p>
          <button type="button" class="button" onClick={model.retry}>
            {t.value('stale.retry')}
          </button>
        </>
      )}
    </div>
  );
}
