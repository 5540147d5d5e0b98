import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { sharedLetters } from '../../../main/site/contract/service-letters.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useAdmin } from '../model/admin.ts';
import type { NamedService } from '../model/service-letter.ts';

/** So many lines are shown; who mends them sees the next. */
const MOST = 5;

/** Which services of a place give the same numbers. Nothing when all have letters of their own. */
export function SameNumbers({
  services,
  location = '',
}: {
  readonly services: readonly NamedService[];
  /** Only of this one; empty: of all. */
  readonly location?: string;
}): JSX.Element | null {
  const { t } = useAdmin();
  const groups = useMemo(() => sharedLetters(services), [services]);
  const here = location === '' ? groups : groups.filter(([first]) => first?.location === location);
  if (here.length === 0) return null;
  return (
    <NoticeBox kind="attention">
      {here.slice(0, MOST).map((group) => (
        <p key={group[0]?.id} dir="auto">
          {t('faults.sameNumbers', { names: group.map(({ name }) => name).join(t('shared.comma')) })}
        </p>
      ))}
    </NoticeBox>
  );
}
