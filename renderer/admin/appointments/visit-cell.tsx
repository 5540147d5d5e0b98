import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { VisitState } from '../../../main/contract/visit-state.ts';
import { Button } from '../../shared/components/button.tsx';
import { useAdmin } from '../model/admin.ts';
import { type Item, nameOf } from '../model/item.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { checkIn, newKey } from './check-in.ts';
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
  const { t, rights } = useAdmin();
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
      {visit.open && rights.mayCheckIn && <CheckIn appointment={appointment} />}
    </>
  );
}

/** The list tells by itself that it is done, and the number. */
function CheckIn({ appointment }: { readonly appointment: Item }): JSX.Element | null {
  const { t, session, site, notices } = useAdmin();
  const [busy, setBusy] = useState(false);
  // The same wish once more gives the same number.
  const key = useRef(newKey());
  const place = useRef<HTMLDivElement>(null);
  const file = site.file.value;
  if (file === null) return null;
  const go = async (): Promise<void> => {
    setBusy(true);
    const { kind, text } = await checkIn({ t, rest: session.rest, file, appointment, key: key.current });
    notices.tell(kind, text);
    setBusy(false);
    // The button goes: whoever works by keys stands at the visitor's name then.
    if (kind === 'good') place.current?.closest('tr')?.querySelector('a')?.focus();
  };
  return (
    <div ref={place}>
      <Button
        label={`${t('checkIn.do')}${t('shared.colon')}${nameOf(appointment)}`}
        busy={busy}
        onClick={() => void go()}
      >
        {t('checkIn.do')}
      </Button>
    </div>
  );
}
