import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { PAGE_LANGUAGES } from '../../shared/language.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { listOf } from '../model/item.ts';
import { DOWN, UP } from '../parts/admin-marks.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { languageName } from './plain-fields.tsx';

/** Languages in an order: the first is offered first. */
export function LanguagesField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { part, file } = useEditor();
  const [other, setOther] = useState('');
  const chosen = listOf({ value }, 'value');
  const known = part === 'settings' ? PAGE_LANGUAGES : (file.settings?.languages ?? []);
  const more = known.filter((id) => !chosen.some((each) => base(each) === base(id)));
  const move = (from: number, to: number): void => {
    const id = chosen[from];
    if (id === undefined || to < 0 || to >= chosen.length) return;
    onChange(chosen.toSpliced(from, 1).toSpliced(to, 0, id));
  };
  const isCode = /^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/.test(other.trim());
  return (
    <Group label={label} hint={hint} fault={fault}>
      {chosen.length > 0 && (
        <ol class="rows">
          {chosen.map((id, place) => (
            <li key={id} class="row">
              <span class="row-name" lang={id.replaceAll('_', '-')}>
                {languageName(id)}
              </span>
              <code class="row-more">{id}</code>
              <Button
                look="plain"
                class="button-mark"
                off={place === 0}
                label={t('up', { name: languageName(id) })}
                onClick={() => move(place, place - 1)}
              >
                <Mark path={UP} />
              </Button>
              <Button
                look="plain"
                class="button-mark"
                off={place === chosen.length - 1}
                label={t('down', { name: languageName(id) })}
                onClick={() => move(place, place + 1)}
              >
                <Mark path={DOWN} />
              </Button>
              <Button
                look="plain"
                class="button-mark"
                label={t('take', { name: languageName(id) })}
                onClick={() => onChange(chosen.filter((each) => each !== id))}
              >
                <Mark path={CROSS} />
              </Button>
            </li>
          ))}
        </ol>
      )}
      {more.length > 0 && (
        <div class="adds">
          {more.map((id) => (
            <Button key={id} onClick={() => onChange([...chosen, id])}>
              + {languageName(id)}
            </Button>
          ))}
        </div>
      )}
      {part === 'settings' && (
        <div class="pair pair-button">
          <TextField label={t('fields.otherLanguage')} value={other} onInput={setOther} dir="ltr" maxLength={20} />
          <Button
            off={!isCode || chosen.includes(other.trim())}
            onClick={() => {
              onChange([...chosen, other.trim()]);
              setOther('');
            }}
          >
            {t('add')}
          </Button>
        </div>
      )}
    </Group>
  );
}

/** `pt_PT` and `pt` are the same language to choose from. */
function base(id: string): string {
  return id.split(/[_-]/, 1)[0] ?? id;
}
