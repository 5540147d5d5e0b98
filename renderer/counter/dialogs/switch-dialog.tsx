/** Dialog for the current visitor before another ticket is called. */
import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { Sheet } from '../list-tabs.ts';
import { useCounter } from '../model.ts';

/** A ticket is wanted while another one is here: what becomes of that one is never guessed. */
export function SwitchDialog({
  current,
  ticket,
  from,
}: {
  readonly current: EventTicket;
  readonly ticket: EventTicket;
  readonly from: Sheet;
}): JSX.Element {
  const { t, session } = useStaff();
  const counter = useCounter();
  const go = (what: 'end' | 'pause'): void => {
    counter.closeDialog();
    counter.act.switchTo(ticket, from, what);
  };
  const words = { label: current.label, next: ticket.label };
  // Who was served already is not called: they go on.
  const key = (name: string): string => (from === 'served' ? `switch.${name}Served` : `switch.${name}`);
  return (
    <Dialog
      title={t('switch.title', words)}
      onClose={counter.closeDialog}
      actions={
        <>
          <Button look="main" onClick={() => go('end')}>
            {t(key('end'), words)}
          </Button>
          {session.may('qm_qmpad_user_pause_ticket') && (
            <Button onClick={() => go('pause')}>{t(key('pause'), words)}</Button>
          )}
          <Button look="plain" onClick={counter.closeDialog}>
            {t('act.back')}
          </Button>
        </>
      }
    >
      <p>{t(key('text'), words)}</p>
    </Dialog>
  );
}
