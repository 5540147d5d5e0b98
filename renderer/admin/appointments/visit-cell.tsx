/** Table cell with the state of an appointment. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { VisitState } from '../../../main/appointments/contract/visit-state.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { useAdmin } from '../model/admin.ts';
import { type Item, nameOf, textOf } from '../model/item.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { checkIn, newKey } from './check-in.ts';
import { type ShownVisit, visitOf } from './visits.ts';
import { WalkIn } from './walk-in.tsx';

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

/** State of an appointment in one word, with the ticket number after check-in. */
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
      {rights.mayCheckIn && <LateTicket appointment={appointment} isLate={isTooLate(visit)} />}
    </>
  );
}

/** Whether the visitor missed the check-in window and has not checked in. */
function isTooLate({ state, open, number }: ShownVisit): boolean {
  return !open && number === '' && (state === 'late' || state === 'missed');
}

interface LateTicketProps {
  readonly appointment: Item;
  readonly isLate: boolean;
}

/** A visitor who is too late gets an ordinary ticket. The open dialog stays open when the list reports the check-in. */
function LateTicket({ appointment, isLate }: LateTicketProps): JSX.Element | null {
  const { t, site } = useAdmin();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // After the check-in this button is removed. The focus moves to the visitor's name: when the list updates, or, if it
  // has updated already, when the dialog closes.
  const focusName = (): void => place.current?.closest('tr')?.querySelector('a')?.focus();
  const stoodHere = place.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (!isLate && stoodHere && !isOpen) focusName();
  }, [isLate]);
  const close = (): void => {
    setOpen(false);
    if (!isLate) window.setTimeout(focusName, 0);
  };
  const service = textOf(appointment, 'service');
  return (
    <div ref={place}>
      {isLate && (
        <Button label={`${t('walkIn.give')}${t('shared.colon')}${nameOf(appointment)}`} onClick={() => setOpen(true)}>
          {t('walkIn.give')}
        </Button>
      )}
      {isOpen && (
        <WalkIn
          location={locationOf(site.file.value, service)}
          known={{ service, lang: textOf(appointment, 'lang'), name: textOf(appointment, 'client_name') }}
          appointment={textOf(appointment, 'id')}
          onClose={close}
        />
      )}
    </div>
  );
}

function locationOf(file: SiteFile | null, service: string): string {
  return file?.services.find(({ id }) => id === service)?.location ?? '';
}

/** Checks a visitor in. The list then shows the new state and the number. */
function CheckIn({ appointment }: { readonly appointment: Item }): JSX.Element | null {
  const { t, session, site, notices } = useAdmin();
  const [busy, setBusy] = useState(false);
  // A retry with the same key returns the same number.
  const key = useRef(newKey());
  const place = useRef<HTMLDivElement>(null);
  const file = site.file.value;
  if (file === null) return null;
  const go = async (): Promise<void> => {
    setBusy(true);
    const { kind, text } = await checkIn({ t, rest: session.rest, file, appointment, key: key.current });
    notices.tell(kind, text);
    setBusy(false);
    // The button is removed: keyboard focus moves to the visitor's name.
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
