/** Dialog that puts the visitor at the desk back by some places. */
import type { JSX } from 'preact';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';
import { useNumberKeys } from './number-keys.ts';

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Asks how many visitors go first: one touch, or the number key. */
export function PutBackDialog({ call }: { readonly call: EventTicket }): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  const putBack = async (places: number): Promise<void> => {
    if (await counter.act.putBack(places)) counter.closeDialog();
  };
  useNumberKeys((place) => void putBack(place + 1));
  return (
    <DeskDialog
      title={t('putBack.title', { label: call.label })}
      actions={<Button onClick={() => void putBack(0)}>{t('putBack.end')}</Button>}
    >
      <fieldset class="radios">
        <legend class="field-label">{t('putBack.text')}</legend>
        <div class="buttons">
          {PLACES.map((places) => (
            <Button key={places} class="option" keys={String(places)} onClick={() => void putBack(places)}>
              {places}
            </Button>
          ))}
        </div>
      </fieldset>
    </DeskDialog>
  );
}
