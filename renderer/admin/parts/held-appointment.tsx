import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAdmin } from '../model/admin.ts';
import { Screen } from './screen.tsx';

/** Reads the appointment into the site that the page has, for as long as what is inside is shown. */
export function HeldAppointment({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ComponentChildren;
}): JSX.Element {
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
      <p class="empty" role="status">
        {t('loading')}
      </p>
    </Screen>
  );
}
