/** Field for languages in order. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { LANGUAGES } from '../../../main/lib/languages.ts';
import { Button } from '../../shared/components/button.tsx';
import { Of, TextField } from '../../shared/components/field.tsx';
import { languageTag } from '../../shared/i18n.ts';
import { useStaff } from '../../shared/staff.ts';
import { type About, checkersOf } from '../model/checked-languages.ts';
import { useEditor } from '../model/editor.ts';
import { listOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import { moved, OrderButtons } from '../parts/order-buttons.tsx';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

const ABOUTS = import.meta.glob<About>('../../../assets/locales/*/about.json', { import: 'default', eager: true });

/** Ordered languages; the first is offered first. */
export function LanguagesField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { part, file } = useEditor();
  const [other, setOther] = useState('');
  const chosen = listOf({ value }, 'value');
  const known = part === 'settings' ? LANGUAGES : (file.settings?.languages ?? []);
  const more = known.filter((id) => !chosen.some((each) => base(each) === base(id)));
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
              {part === 'settings' && <Checked checkers={checkersOf(id, ABOUTS)} />}
              <OrderButtons
                name={languageName(id)}
                place={place}
                count={chosen.length}
                onMove={(to) => onChange(moved(chosen, place, to))}
                onTake={() => onChange(chosen.filter((each) => each !== id))}
              />
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
            <Of name={t('fields.otherLanguage')} />
          </Button>
        </div>
      )}
    </Group>
  );
}

/** Whether native speakers reviewed the texts of a language, and their names. */
function Checked({ checkers }: { readonly checkers: readonly string[] | null }): JSX.Element | null {
  const { t, language } = useStaff();
  if (checkers === null) return null;
  const names = new Intl.ListFormat(languageTag(language.id.value)).format(checkers);
  return (
    <span class="row-more">
      {checkers.length === 0 ? t('fields.uncheckedLanguage') : t('fields.checkedLanguage', { names })}
    </span>
  );
}

/** `pt_PT` and `pt` count as the same language here. */
function base(id: string): string {
  return id.split(/[_-]/, 1)[0] ?? id;
}
