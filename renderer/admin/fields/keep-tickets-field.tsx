/** Field for the retention period, with a preview of the purge. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { COUNT_OLDER_TICKETS } from '../../../main/retention/contract/endpoints.ts';
import type { OlderAnswer } from '../../../main/retention/contract/rest/history.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { number } from '../model/words.ts';
import type { WidgetProps } from './field-props.ts';
import { NumberField } from './plain-fields.tsx';

/** Asks only when the writing rests. */
const REST_MS = 300;

/** For how many days tickets are kept; whoever shortens it reads first how many will go. */
export function KeepTicketsField(field: WidgetProps): JSX.Element {
  const { t, session, language } = useAdmin();
  const { saved } = useEditor();
  const [older, setOlder] = useState<OlderAnswer | null>(null);
  const days = Number(field.value);
  const before = Number(saved?.keep_tickets ?? 0);
  const isShorter = Number.isInteger(days) && days > 0 && (before === 0 || days < before);
  useEffect(() => {
    setOlder(null);
    if (!isShorter) return;
    let isGone = false;
    const timer = window.setTimeout(() => {
      void session.rest.call(COUNT_OLDER_TICKETS, { days }).then((answer) => {
        if (!isGone) setOlder(answer.ok ? answer.value : null);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [days, isShorter, session]);
  const words = (count: number): string => number(count, language.id.value);
  return (
    <>
      <NumberField {...field} />
      {older !== null && (
        <div role="status">
          <NoticeBox kind="attention">
            {t('history.willGo', { tickets: words(older.tickets), calls: words(older.calls) })}
          </NoticeBox>
        </div>
      )}
    </>
  );
}
