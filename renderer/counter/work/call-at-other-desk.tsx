/** Notice of an open call of this user at another desk. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';

/** Open call of this user at another desk, which must end before a call here. */
export function CallAtOtherDesk(): JSX.Element | null {
  const { t } = useStaff();
  const counter = useCounter();
  const open = counter.data.value?.elsewhere[0];
  if (open === undefined) return null;
  return (
    <NoticeBox kind="attention">
      <p>{t('elsewhere.text', { label: open.label, desk: open.desk_name })}</p>
      <Button onClick={() => counter.changeDesk(open.desk_id)}>{t('elsewhere.go', { desk: open.desk_name })}</Button>
    </NoticeBox>
  );
}
