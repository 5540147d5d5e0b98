import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { type CheckedIn, checkIn, newKey } from './check-in.ts';

/**
 * Checks a visitor in by hand, for visitors who come to reception instead of the kiosk. Shows the number without
 * printing.
 */
export function CheckInPanel(): JSX.Element | null {
  const { t, session, rights } = useAdmin();
  const { saved, file } = useEditor();
  const [said, setSaid] = useState<CheckedIn | null>(null);
  const [busy, setBusy] = useState(false);
  // A retry with the same key returns the same number.
  const key = useRef(newKey());
  if (saved === null || saved.state === 0 || !rights.mayCheckIn) return null;
  const go = async (): Promise<void> => {
    setBusy(true);
    setSaid(await checkIn({ t, rest: session.rest, file, appointment: saved, key: key.current }));
    setBusy(false);
  };
  return (
    <section class="card panel" aria-labelledby="check-in">
      <h2 id="check-in">{t('checkIn.heading')}</h2>
      <p class="soft">{t('checkIn.about')}</p>
      <div>
        <Button busy={busy} onClick={() => void go()}>
          {t('checkIn.do')}
        </Button>
      </div>
      <div role="status">{said !== null && <NoticeBox kind={said.kind}>{said.text}</NoticeBox>}</div>
    </section>
  );
}
