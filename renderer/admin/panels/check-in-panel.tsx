import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ERRNO } from '../../../main/contract/errno.ts';
import type { CreateTicketAnswer } from '../../../main/contract/rest/queue-answers.ts';
import type { SiteFile } from '../../../main/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';

/** Checks somebody in by hand: for whoever comes to a person and not to the kiosk. The number is told, and not printed. */
export function CheckInPanel(): JSX.Element | null {
  const { t, session, rights } = useAdmin();
  const { saved, file } = useEditor();
  const [said, setSaid] = useState<{ readonly kind: 'good' | 'attention'; readonly text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  // The same wish once more gives the same number.
  const key = useRef(newKey());
  if (saved === null || saved.state === 0 || !rights.mayCheckIn) return null;
  const checkIn = async (): Promise<void> => {
    setBusy(true);
    const answer = await session.rest.post<CreateTicketAnswer>(
      'v2/queuemanagement/createticket',
      {
        service_id: textOf(saved, 'service'),
        appointment: textOf(saved, 'id'),
        client_name: textOf(saved, 'client_name'),
        lang: textOf(saved, 'lang'),
        walk_in: true,
      },
      { idempotencyKey: key.current },
    );
    setBusy(false);
    if (answer.ok) {
      const { ticket_service: service, number } = answer.value.ticket;
      const width = widthAt(file, textOf(saved, 'service'));
      setSaid({ kind: 'good', text: t('checkIn.number', { number: `${service.tag}${number.padStart(width, '0')}` }) });
      return;
    }
    const { error } = answer;
    const isDone = error.kind === 'refused' && error.errno === ERRNO.ticketState;
    setSaid({ kind: 'attention', text: isDone ? t('checkIn.done') : failureText(t, error) });
  };
  return (
    <section class="card panel" aria-labelledby="check-in">
      <h2 id="check-in">{t('checkIn.heading')}</h2>
      <p class="soft">{t('checkIn.about')}</p>
      <div>
        <Button busy={busy} onClick={() => void checkIn()}>
          {t('checkIn.do')}
        </Button>
      </div>
      <div role="status">{said !== null && <NoticeBox kind={said.kind}>{said.text}</NoticeBox>}</div>
    </section>
  );
}

function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** With how many digits numbers are written where the service is. */
function widthAt({ services, locations }: SiteFile, service: string): number {
  const location = services.find(({ id }) => id === service)?.location;
  return locations.find(({ id }) => id === location)?.number_width ?? 1;
}
