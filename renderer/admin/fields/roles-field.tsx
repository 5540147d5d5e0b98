/** Field for the permissions of a user. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { ROLES, type Role, USUAL_ROLES } from '../../../main/site/contract/roles.ts';
import { Button } from '../../shared/components/button.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { listOf, nameOf, textOf } from '../model/item.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

/** Common role presets, from administrator to clerk. */
const USUAL = ['administrator', 'branch', 'manager', 'reception', 'clerk', 'auditor'] as const;

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((role) => others.includes(role));
}

/** Permissions of a user, with common presets and the organisation's role sets. */
export function RolesField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t, rights } = useAdmin();
  const { part, item, file, update } = useEditor();
  const chosen = listOf({ value }, 'value');
  const isUser = part === 'users';
  const sets = isUser ? file.role_sets.filter(({ roles }) => rights.mayGive(roles)) : [];
  const set = isUser ? file.role_sets.find(({ id }) => id !== '' && id === textOf(item, 'role_set')) : undefined;
  const foreign = chosen.filter((role) => !ROLES.some((each) => each === role));
  const shown = ROLES.filter((role) => chosen.includes(role) || rights.mayGive([role]));
  const choose = (roles: readonly string[], setId: string): void => {
    onChange([...roles, ...foreign]);
    if (!isUser) return;
    update('role_set', setId);
    // Only users of all locations can administer the whole site.
    if (roles.includes('admin_site')) update('locations', []);
  };
  const own = chosen.filter((role) => !foreign.includes(role));
  return (
    <Group label={label} hint={hint} fault={fault}>
      <div class="adds">
        {USUAL.filter((id) => rights.mayGive(USUAL_ROLES[id])).map((id) => (
          <Button
            key={id}
            pressed={set === undefined && isSame(USUAL_ROLES[id], own)}
            onClick={() => choose(USUAL_ROLES[id], '')}
          >
            {t(`roles.${id}`)}
          </Button>
        ))}
        {sets.map((each) => (
          <Button key={`set ${each.id}`} pressed={each.id === set?.id} onClick={() => choose([], each.id)}>
            <span dir="auto">{nameOf(each)}</span>
          </Button>
        ))}
      </div>
      <ul class="checks checks-wide">
        {shown.map((role) => (
          <Right
            key={role}
            role={role}
            on={chosen.includes(role)}
            from={set?.roles.includes(role) === true ? nameOf(set) : ''}
            onChange={(on) =>
              onChange([...ROLES.filter((each) => (each === role ? on : chosen.includes(each))), ...foreign])
            }
          />
        ))}
      </ul>
      {foreign.length > 0 && <p class="soft">{t('roles.foreign', { count: foreign.length })}</p>}
    </Group>
  );
}

interface RightProps {
  readonly role: Role;
  readonly on: boolean;
  /** Role set that grants it; empty for none. */
  readonly from: string;
  readonly onChange: (on: boolean) => void;
}

/** One permission, with its effect and dependencies. */
function Right({ role, on, from, onChange }: RightProps): JSX.Element {
  const { t } = useAdmin();
  const id = useId();
  return (
    <li>
      <label class="check">
        <input
          type="checkbox"
          checked={on || from !== ''}
          disabled={from !== '' && !on}
          aria-describedby={id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{t(`role.${role}`)}</span>
      </label>
      <p class="soft check-about" id={id}>
        {t(`roleAbout.${role}`)} {from !== '' && t('roles.fromSet', { name: from })}
      </p>
    </li>
  );
}
