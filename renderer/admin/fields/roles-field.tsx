import type { JSX } from 'preact';
import { ROLES } from '../../../main/contract/roles.ts';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { listOf } from '../model/item.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

const CLERK = ROLES.filter((role) => role.includes('qmpad'));

/** What people usually are. */
const PRESETS: readonly (readonly [string, readonly string[]])[] = [
  ['clerk', CLERK],
  ['lead', [...CLERK, 'acl_services_access', 'essentials_staff_access_staff', 'reports_view']],
  ['administrator', ROLES],
];

/** What a user may do, in words; with what people usually are beside it. */
export function RolesField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { update } = useEditor();
  const chosen = listOf({ value }, 'value');
  const others = chosen.filter((role) => !ROLES.some((each) => each === role));
  return (
    <Group label={label} hint={hint} fault={fault}>
      <div class="adds">
        {PRESETS.map(([id, roles]) => {
          const isThis = roles.length === chosen.length && roles.every((role) => chosen.includes(role));
          return (
            <Button
              key={id}
              pressed={isThis}
              onClick={() => {
                onChange([...roles, ...others]);
                // The back office is for users of all locations.
                if (id === 'administrator') update('locations', []);
              }}
            >
              {t(`roles.${id}`)}
            </Button>
          );
        })}
      </div>
      <ul class="checks checks-wide">
        {[...ROLES, ...others].map((role) => (
          <li key={role}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.includes(role)}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  onChange([...ROLES, ...others].filter((each) => (each === role ? on : chosen.includes(each))));
                }}
              />
              <span>
                {t(`role.${role}`, { defaultValue: role })} <code class="soft">{role}</code>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Group>
  );
}
