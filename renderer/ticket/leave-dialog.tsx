/** Confirmation before a visitor leaves the queue, loaded on demand. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ERRNO } from '../../main/lib/result.ts';
import type { TicketModel } from './model.ts';

interface LeaveDialogProps {
  readonly model: TicketModel;
  readonly onClose: () => void;
}

/** Asks first, because the place cannot be restored. */
export function LeaveDialog({ model, onClose }: LeaveDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'late' | 'failed'>('asking');
  const t = model.language.t.value;
  useLayoutEffect(() => dialog.current?.showModal(), []);

  const leave = async (): Promise<void> => {
    setState('busy');
    const result = await model.leave();
    if (result.ok) dialog.current?.close();
    // Late: already called; failed: unknown result.
    else setState(result.error.kind === 'refused' && result.error.errno === ERRNO.ticketState ? 'late' : 'failed');
  };

  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="leave-head" onClose={onClose}>
      <h2 id="leave-head">{t('leave.ask')}</h2>
      <p>{t('leave.text', { number: model.news.value.ticket?.label ?? '' })}</p>
      <p class="dialog-fault" role="alert">
        {state === 'late' || state === 'failed' ? t(`leave.${state}`) : ''}
      </p>
      <button type="button" class="button button-main" onClick={() => dialog.current?.close()}>
        {t('leave.no')}
      </button>
      {state !== 'late' && (
        <button
          type="button"
          class="button button-fault"
          aria-disabled={state === 'busy'}
          onClick={() => {
            if (state !== 'busy') void leave();
          }}
        >
          {t('leave.yes')}
        </button>
      )}
    </dialog>
  );
}
