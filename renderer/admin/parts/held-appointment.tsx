import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../../shared/components/skeleton.tsx';
import { useAdmin } from '../model/admin.ts';
import { Screen } from './screen.tsx';

interface HeldAppointmentProps {
  readonly id: string;
  readonly children: ComponentChildren;
}

/** Loads the appointment into the page's site while the children are shown. */
export function HeldAppointment({ id, children }: HeldAppointmentProps): JSX.Element {
  const { t, site } = useAdmin();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let isOver = false;
    void site.hold(id).then(() => {
      if (!isOver) setRead(true);
    });
    return () => {
      isOver = true;
      site.letGo(id);
    };
  }, [site, id]);
  if (isRead) return <>{children}</>;
  return (
    <Screen name="loading" title={t('nav.appointments')}>
      <Skeleton />
    </Screen>
  );
}
