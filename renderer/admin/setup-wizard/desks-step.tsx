/** Wizard step: desks. */
import type { JSX } from 'preact';
import { createItem, deleteItem } from '../../../main/site/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { address } from '../model/router.ts';
import { nextDesk } from './build-organisation.ts';
import { ThingRow } from './item-row.tsx';
import type { StepProps } from './step-props.ts';
import { useWrite } from './use-write.ts';

/** Desks of the location: each click adds one, named like the previous ones. */
export function DesksStep({ g, file, location }: StepProps): JSX.Element {
  const { session } = useAdmin();
  const writing = useWrite();
  const here = file.desks.filter((each) => each.location === location.id);
  const add = (): void => {
    const document = nextDesk(file.desks, location.id, g('desks.word'));
    void writing.write(() => session.rest.call(createItem('desks'), {}, { document }));
  };
  return (
    <>
      {here.length === 0 && <p class="empty">{g('desks.none')}</p>}
      <ul class="guide-things">
        {here.map(({ id, name }) => (
          <ThingRow
            key={id}
            href={address(['desks', id])}
            edit={g('desks.edit', { name })}
            remove={g('desks.remove', { name })}
            onRemove={() => void writing.write(() => session.rest.call(deleteItem('desks'), { id }))}
          >
            <span dir="auto">{name}</span>
          </ThingRow>
        ))}
      </ul>
      <div>
        <Button busy={writing.busy} onClick={add}>
          {g('desks.add')}
        </Button>
      </div>
      <FailureBox failure={writing.failure} />
    </>
  );
}
