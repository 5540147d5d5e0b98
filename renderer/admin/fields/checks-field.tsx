import type { JSX } from 'preact';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

/** Any of what the schema lists. */
export function ChecksField({ name, schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const all = schema.items?.enum ?? [];
  return (
    <Group label={label} hint={hint} fault={fault}>
      <ul class="checks">
        {all.map((each) => (
          <li key={each}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.includes(each)}
                onChange={(event) =>
                  onChange(all.filter((one) => (one === each ? event.currentTarget.checked : chosen.includes(one))))
                }
              />
              <span>{t(`enum.${name}.${each.replaceAll('.', '_')}`)}</span>
            </label>
          </li>
        ))}
      </ul>
    </Group>
  );
}
