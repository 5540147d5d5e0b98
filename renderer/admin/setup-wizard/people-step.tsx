/** Wizard step: staff, with one-time passwords. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { createItem, deleteItem, replaceItem } from '../../../main/site/contract/endpoints.ts';
import type { User } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { randomPassword } from '../model/random-password.ts';
import { address } from '../model/router.ts';
import { ThingRow } from './item-row.tsx';
import { type NewUser, newClerk } from './new-user.ts';
import type { StepProps } from './step-props.ts';
import { useWrite } from './use-write.ts';

const PASSWORD_LENGTH = 14;

/** Staff of the location: a name creates a user with a password that is shown once. */
export function PeopleStep({ g, file, location }: StepProps): JSX.Element {
  const { session } = useAdmin();
  const writing = useWrite();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const [made, setMade] = useState<readonly (NewUser & { readonly password: string })[]>([]);
  const administrator = file.users.find(({ roles }) => roles.includes('admin_site'));
  const you = file.users.find(({ id }) => id === session.user.value?.id) ?? administrator;
  const others = file.users.filter(({ id }) => id !== you?.id);

  const add = async (): Promise<void> => {
    setAsked(true);
    if (name.trim() === '') return;
    const user = { ...newClerk(name.trim(), file.users, location.id), password: randomPassword(PASSWORD_LENGTH) };
    if (!(await writing.write(() => session.rest.call(createItem('users'), {}, { document: user })))) return;
    setMade([user, ...made]);
    setName('');
    setAsked(false);
    form.current?.querySelector('input')?.focus();
  };
  return (
    <>
      {you !== undefined && <You key={you.id} g={g} you={you} />}
      <h3>{g('people.others')}</h3>
      {others.length === 0 && <p class="soft">{g('people.none')}</p>}
      <ul class="guide-things">
        {others.map(({ id, name: called, username }) => (
          <ThingRow
            key={id}
            href={address(['users', id])}
            edit={g('people.edit', { name: called })}
            remove={g('services.remove', { name: called })}
            onRemove={() => void writing.write(() => session.rest.call(deleteItem('users'), { id }))}
          >
            <span dir="auto">{called || username}</span>
          </ThingRow>
        ))}
      </ul>
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
        {made.map((user) => (
          <NoticeBox key={user.username} kind="attention">
            {g('people.pass', { name: user.name, username: user.username, password: user.password })}
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
function You({ g, you }: Pick<StepProps, 'g'> & { readonly you: User }): JSX.Element {
  const { session, notices } = useAdmin();
  const writing = useWrite();
  const [name, setName] = useState(you.name);
  const [password, setPassword] = useState('');
  const isFree = session.user.value === null;
  const save = async (): Promise<void> => {
    const changed = { ...you, name: name.trim(), ...(password === '' ? {} : { password }) };
    if (!(await writing.write(() => session.rest.call(replaceItem('users'), { id: you.id }, { document: changed }))))
      return;
    setPassword('');
    notices.tell('good', g('device.saved'));
  };
  return (
    <Form class="guide-form" onSubmit={save}>
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
        <Button type="submit" busy={writing.busy} off={name.trim() === you.name && password === ''}>
          {g('people.save')}
        </Button>
      </div>
      <FailureBox failure={writing.failure} />
    </Form>
  );
}
