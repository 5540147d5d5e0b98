import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { sharedLetters } from '../../../main/site/contract/service-letters.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useAdmin } from '../model/admin.ts';
import type { NamedService } from '../model/service-letter.ts';

/** Lines shown at most; fixing one reveals the next. */
const MOST = 5;

interface SameNumbersProps {
  readonly services: readonly NamedService[];
  /** Only this location; empty for all. */
  readonly location?: string;
}

/** Lists services of a location with the same numbers. Renders nothing if all have their own letters. */
export function SameNumbers({ services, location = '' }: SameNumbersProps): JSX.Element | null {
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
