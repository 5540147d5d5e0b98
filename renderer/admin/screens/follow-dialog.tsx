import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Foreseen } from '../foreseen/foreseen.tsx';
import { useMany } from '../foreseen/use-many.ts';
import { useOfficeWords } from '../model/office-words.ts';

/** What a location gets from the model that it is to follow, before it does. */
export function FollowDialog({
  wish,
  onDone,
  onLeave,
}: {
  readonly wish: object;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}): JSX.Element {
  const w = useOfficeWords();
  const many = useMany('change_thing');
  useEffect(() => void many.look(wish), [wish]);
  return (
    <Dialog wide title={w('model.begin')} onClose={onLeave}>
      {many.seen === null && many.busy && <p role="status">{w('many.look')}</p>}
      <Foreseen many={many} onDone={onDone} />
    </Dialog>
  );
}
