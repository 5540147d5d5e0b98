import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CallerParameters } from '../../../main/rest/contract/endpoint.ts';
import { CHANGE_THING } from '../../../main/site/contract/endpoints.ts';
import type { ChangeThingParameters } from '../../../main/site/contract/rest/bulk-edit.ts';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Foreseen } from '../change-preview/change-preview.tsx';
import { useMany } from '../change-preview/use-bulk-preview.ts';
import { useOfficeWords } from '../model/office-words.ts';

interface FollowDialogProps {
  readonly wish: CallerParameters<typeof ChangeThingParameters>;
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

/** Preview of the values that a location inherits from its new parent. */
export function FollowDialog({ wish, onDone, onLeave }: FollowDialogProps): JSX.Element {
  const w = useOfficeWords();
  const many = useMany(CHANGE_THING);
  useEffect(() => void many.look(wish), [wish]);
  return (
    <Dialog wide title={w('model.begin')} onClose={onLeave}>
      {many.seen === null && many.busy && <p role="status">{w('many.look')}</p>}
      <Foreseen many={many} onDone={onDone} />
    </Dialog>
  );
}
