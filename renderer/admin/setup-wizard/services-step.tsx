/** Wizard step: services. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { createItem, deleteItem } from '../../../main/site/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { serviceColours } from '../../shared/site-colours.ts';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { address } from '../model/router.ts';
import { freeLetter, lettersTaken } from '../model/service-letter.ts';
import { ThingRow } from './item-row.tsx';
import type { StepProps } from './step-props.ts';
import { useWrite } from './use-write.ts';

/** Services of the location: a name, and the next free letter. */
export function ServicesStep({ g, file, location }: StepProps): JSX.Element {
  const { session } = useAdmin();
  const writing = useWrite();
  const first = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [letter, setLetter] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const taken = lettersTaken(file, location.id);
  const proposed = letter ?? freeLetter(taken);
  const isTaken = taken.has(proposed.trim());
  const isUnnamed = name.trim() === '';
  const isLetterless = proposed.trim() === '';

  const add = async (): Promise<void> => {
    setAsked(true);
    if (isUnnamed || isLetterless || isTaken) return;
    const service = { name: name.trim(), tag: proposed.trim(), location: location.id };
    if (!(await writing.write(() => session.rest.call(createItem('services'), {}, { document: service })))) return;
    setName('');
    setLetter(null);
    setAsked(false);
    first.current?.querySelector('input')?.focus();
  };
  const missing = asked && isLetterless ? g('services.needsLetter') : '';
  const letterFault = isTaken && !isLetterless ? g('services.taken', { letter: proposed }) : missing;
  const here = file.services.filter((each) => each.location === location.id);
  return (
    <>
      {here.length === 0 && <p class="empty">{g('services.none')}</p>}
      <ul class="guide-things">
        {here.map(({ id, name: called, tag, rgbColour }) => (
          <ThingRow
            key={id}
            href={address(['services', id])}
            edit={g('services.edit', { name: called })}
            remove={g('services.remove', { name: called })}
            onRemove={() => void writing.write(() => session.rest.call(deleteItem('services'), { id }))}
          >
            <span class="tag tag-colour" style={serviceColours(rgbColour)}>
              {tag === '' ? g('services.noLetter') : tag}
            </span>{' '}
            <span dir="auto">{called}</span>
          </ThingRow>
        ))}
      </ul>
      <Form ref={first} class="guide-add" onSubmit={add}>
        <TextField
          label={g('services.new')}
          value={name}
          onInput={setName}
          maxLength={200}
          fault={asked && isUnnamed ? g('services.needsName') : ''}
        />
        <TextField
          label={g('services.letter')}
          value={proposed}
          onInput={(text) => setLetter(text.toUpperCase())}
          maxLength={8}
          dir="ltr"
          fault={letterFault}
        />
        <Button type="submit" busy={writing.busy}>
          {g('services.add')}
        </Button>
      </Form>
      <FailureBox failure={writing.failure} />
    </>
  );
}
