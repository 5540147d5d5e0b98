import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { nameOf, textOf } from '../model/item.ts';
import { wallTime } from '../model/words.ts';

/** Asks before somebody is booked beyond the places of a time. */
export function FullTime({
  onBook,
  onLeave,
}: {
  readonly onBook: () => void;
  readonly onLeave: () => void;
}): JSX.Element {
  const { t, language } = useAdmin();
  const { item, file } = useEditor();
  const service = file.services.find(({ id }) => id === textOf(item, 'service'));
  return (
    <Dialog
      title={t('appointment.fullTitle')}
      onClose={onLeave}
      actions={
        <>
          <Button look="main" onClick={onLeave}>
            {t('appointment.other')}
          </Button>
          <Button onClick={onBook}>{t('appointment.anyway')}</Button>
        </>
      }
    >
      <p>
        <strong>
          <span dir="auto">{nameOf(service)}</span>
          {', '}
          {wallTime(textOf(item, 'scheduled_to'), language.id.value)}
        </strong>
      </p>
      <p>{t('appointment.fullText')}</p>
    </Dialog>
  );
}
