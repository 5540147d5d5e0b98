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
      {rights.mayCheckIn && <LateTicket appointment={appointment} isLate={isTooLate(visit)} />}
    </>
  );
}

/** Came too late for the appointment, and is not there. */
function isTooLate({ state, open, number }: ShownVisit): boolean {
  return !open && number === '' && (state === 'late' || state === 'missed');
}

/** Whoever comes after all takes an ordinary ticket. What is open stays open when the list has heard that they are here. */
function LateTicket({
  appointment,
  isLate,
}: {
  readonly appointment: Item;
  readonly isLate: boolean;
}): JSX.Element | null {
  const { t, site } = useAdmin();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // Once the visitor is here the button is gone, and the focus goes to their name: when the list hears of it, or, if
  // it has heard already, when the dialog closes.
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
