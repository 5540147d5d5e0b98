/** Wizard steps that add items: services, desks, staff. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { createItem, deleteItem, replaceItem } from '../../../main/site/contract/endpoints.ts';
import type { CollectionName, User } from '../../../main/site/contract/site.ts';
import { Button, MarkButton } from '../../shared/components/button.tsx';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { serviceColours } from '../../shared/site-colours.ts';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { randomPassword } from '../model/random-password.ts';
import { address } from '../model/router.ts';
import { freeLetter, lettersTaken } from '../model/service-letter.ts';
import { CopyButton } from '../parts/copied.tsx';
import { useUndo } from '../undo/use-undo.tsx';
import { nextDesk } from './build-organisation.ts';
import { type NewUser, newClerk } from './new-user.ts';
import type { StepProps, UnsavedProps } from './step-props.ts';
import { useWrite, type Writing } from './use-write.ts';

interface ThingsProps extends Pick<StepProps, 'g'> {
  readonly collection: Extract<CollectionName, 'desks' | 'services' | 'users'>;
  readonly things: readonly { readonly id: string; readonly name: string; readonly mark?: ComponentChildren }[];
  /** Key of the text that describes the link to the editor, and of the button that removes the item. */
  readonly edit: string;
  readonly remove: string;
  readonly writing: Writing;
}

/** Items that a step created: their names link to the editors, and they can be removed. */
function Things({ g, collection, things, edit, remove, writing }: ThingsProps): JSX.Element {
  const { t, session } = useAdmin();
  return (
    <ul class="guide-things">
      {things.map(({ id, name, mark }) => (
        <li key={id} class="guide-thing">
          <a href={address([collection, id])} aria-description={g(edit, { name })} data-tip={g(edit, { name })}>
            {mark}
            <span dir="auto">{name}</span>
          </a>
          <MarkButton
            mark={CROSS}
            label={g(remove, { name })}
            tip={g(remove, { name })}
            onClick={() =>
              void writing.write(() => session.rest.call(deleteItem(collection), { id }), t('remove.done', { name }))
            }
          />
        </li>
      ))}
    </ul>
  );
}

/** Services of the location: a name, and the next free letter. */
export function ServicesStep({ g, file, location }: StepProps): JSX.Element {
  const { t, session } = useAdmin();
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
    const send = () => session.rest.call(createItem('services'), {}, { document: service });
    if (!(await writing.write(send, t('edit.saved')))) return;
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
      {here.length === 0 && <EmptyState text={g('services.none')} />}
      <Things
        g={g}
        collection="services"
        things={here.map(({ id, name: called, tag, rgbColour }) => ({
          id,
          name: called,
          mark: (
            <>
              <span class="tag tag-colour" style={serviceColours(rgbColour)}>
                {tag === '' ? g('services.noLetter') : tag}
              </span>{' '}
            </>
          ),
        }))}
        edit="services.edit"
        remove="services.remove"
        writing={writing}
      />
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

/** Desks of the location: each click adds one, named like the previous ones. */
export function DesksStep({ g, file, location }: StepProps): JSX.Element {
  const { t, session } = useAdmin();
  const writing = useWrite();
  const here = file.desks.filter((each) => each.location === location.id);
  const add = (): void => {
    const document = nextDesk(file.desks, location.id, g('desks.word'));
    void writing.write(() => session.rest.call(createItem('desks'), {}, { document }), t('edit.saved'));
  };
  return (
    <>
      {here.length === 0 && <EmptyState text={g('desks.none')} />}
      <Things g={g} collection="desks" things={here} edit="desks.edit" remove="desks.remove" writing={writing} />
      <div>
        <Button busy={writing.busy} onClick={add}>
          {g('desks.add')}
        </Button>
      </div>
      <FailureBox failure={writing.failure} />
    </>
  );
}

const PASSWORD_LENGTH = 14;

/** Staff of the location: a name creates a user with a password that is shown once. */
export function PeopleStep({ g, file, location, onUnsaved }: StepProps & UnsavedProps): JSX.Element {
  const { t, session } = useAdmin();
  const writing = useWrite();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const [made, setMade] = useState<readonly (NewUser & { readonly password: string })[]>([]);
  const administrator = file.users.find(({ roles }) => roles.includes('admin_site'));
  const you = file.users.find(({ id }) => id === session.user.value?.id) ?? administrator;
  const others = file.users.filter(({ id }) => id !== you?.id);
  // Without those whose creation was undone.
  const shown = made.filter(({ username }) => others.some((user) => user.username === username));

  const add = async (): Promise<void> => {
    setAsked(true);
    if (name.trim() === '') return;
    const user = { ...newClerk(name.trim(), file.users, location.id), password: randomPassword(PASSWORD_LENGTH) };
    const send = () => session.rest.call(createItem('users'), {}, { document: user });
    if (!(await writing.write(send, t('edit.saved')))) return;
    setMade([user, ...made]);
    setName('');
    setAsked(false);
    form.current?.querySelector('input')?.focus();
  };
  return (
    <>
      {you !== undefined && <You key={you.id} g={g} you={you} onUnsaved={onUnsaved} />}
      <h3>{g('people.others')}</h3>
      {others.length === 0 && <p class="soft">{g('people.none')}</p>}
      <Things
        g={g}
        collection="users"
        things={others.map((user) => ({ id: user.id, name: user.name || user.username }))}
        edit="people.edit"
        remove="services.remove"
        writing={writing}
      />
      <Form ref={form} class="guide-add" onSubmit={add}>
        <TextField
          label={g('people.new')}
          value={name}
          onInput={setName}
          maxLength={200}
          fault={asked && name.trim() === '' ? g('people.needsName') : ''}
        />
        <Button type="submit" busy={writing.busy}>
          {g('people.add')}
        </Button>
      </Form>
      <FailureBox failure={writing.failure} />
      <div role="status">
        {shown.map((user) => (
          <NoticeBox key={user.username} kind="attention">
            <p>{g('people.pass', { name: user.name, username: user.username, password: user.password })}</p>
            <CopyButton label={user.name} value={user.password} />
          </NoticeBox>
        ))}
      </div>
      <p>
        <a href="../counter/" target="_blank" rel="noopener">
          {g('people.counter')}
        </a>
      </p>
    </>
  );
}

/** The user who sets the site up. If sign-in was not required, a password allows access from other computers. */
function You({ g, you, onUnsaved }: Pick<StepProps, 'g'> & UnsavedProps & { readonly you: User }): JSX.Element {
  const { session } = useAdmin();
  const undo = useUndo();
  const writing = useWrite();
  const [name, setName] = useState(you.name);
  const [password, setPassword] = useState('');
  const isFree = session.user.value === null;
  const isSaved = name.trim() === you.name && password === '';
  const save = async (): Promise<boolean> => {
    const changed = { ...you, name: name.trim(), ...(password === '' ? {} : { password }) };
    const done = await writing.write(() =>
      session.rest.call(replaceItem('users'), { id: you.id }, { document: changed }),
    );
    if (!done) return false;
    setPassword('');
    undo.tell(g('device.saved'));
    return true;
  };
  // A typed password must not be lost by the button for the next step.
  useEffect(() => onUnsaved(isSaved ? null : save));
  useEffect(() => () => onUnsaved(null), []);
  return (
    <Form class="guide-form" onSubmit={() => void save()}>
      <h3>{g('people.you')}</h3>
      <TextField label={g('people.yourName')} value={name} onInput={setName} maxLength={200} />
      {isFree && (
        <TextField
          label={g('people.yourPassword')}
          hint={g('people.passwordHint', { name: you.username })}
          type="password"
          autocomplete="new-password"
          value={password}
          onInput={setPassword}
          maxLength={200}
        />
      )}
      <div>
        <Button type="submit" busy={writing.busy} off={isSaved}>
          {g('people.save')}
        </Button>
      </div>
      <FailureBox failure={writing.failure} />
    </Form>
  );
}
