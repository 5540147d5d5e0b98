import type { JSX } from 'preact';
import type { VisitState } from '../../../main/contract/visit-state.ts';
import { useStaff } from '../../shared/staff.ts';
import type { Item } from '../model/item.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { visitOf } from './visits.ts';

const KINDS: Readonly<Record<VisitState, BadgeKind>> = {
  expected: 'info',
  late: 'attention',
  here: 'good',
  called: 'good',
  served: 'good',
  missed: 'fault',
  left: 'off',
  off: 'off',
};

/** How it stands with an appointment, in a word, with the number of whoever has come. */
export function VisitCell({ appointment }: { readonly appointment: Item }): JSX.Element | null {
  const { t } = useStaff();
  const visit = visitOf(appointment);
  if (visit === null) return null;
  return (
    <>
      <Badge kind={KINDS[visit.state]}>{t(`appointment.state.${visit.state}`)}</Badge>
      {visit.number !== '' && (
        <>
          {' '}
          <strong dir="ltr">{visit.number}</strong>
        </>
      )}
    </>
  );
}
