import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { TicketModel } from './model.ts';

/** Leaving the queue: asked once more, because nothing brings the place back. */
export function Leave({ model, number }: { readonly model: TicketModel; readonly number: string }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<'asking' | 'busy' | 'late' | 'failed'>('asking');
  const t = model.language.t.value;

  const leave = async (): Promise<void> => {
    setState('busy');
    const end = await model.leave();
    if (end === 'left') dialog.current?.close();
    else setState(end);
  };

  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          setState('asking');
          dialog.current?.showModal();
        }}
      >
        {t('leave.button')}
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby="leave-head">
        <h2 id="leave-head">{t('leave.ask')}</h2>
        <p>{t('leave.text', { number })}</p>
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
    </>
  );
}
