/** Settings of a display. */
import type { JSX } from 'preact';
import { MarkButton } from '../../shared/components/button.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { listOf, objectOf, textOf } from '../model/item.ts';
import { languageName, ownLanguage } from '../model/language-name.ts';
import { filled } from '../model/schema.ts';
import { AddButton } from '../parts/add-button.tsx';
import { useFaultText } from '../parts/fault-text.ts';
import { CheckList, type CheckListProps, withChoice } from './check-list.tsx';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { MediaField } from './media-field.tsx';

const LOOKS = ['light', 'dark', 'contrast'] as const;

/** All settings of a display. */
export function DisplayField({ name, schema, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { item, file } = useEditor();
  const faultAt = useFaultText();
  const display = objectOf(filled(schema, value ?? {}));
  const set = (field: string, next: unknown): void => onChange({ ...display, [field]: next });
  const fault = (field: string): string => faultAt(`${name}.${field}`);
  const number = (field: string, hint = ''): JSX.Element => (
    <TextField
      label={t(`display.${field}`)}
      hint={hint}
      fault={fault(field)}
      type="number"
      range={schema.properties?.[field] ?? {}}
      value={String(display[field] ?? '')}
      onInput={(text) => set(field, /^\d+$/.test(text.trim()) ? Number(text) : text)}
    />
  );
  const flag = (field: string, hint = ''): JSX.Element => (
    <CheckField
      label={t(`display.${field}`)}
      hint={hint}
      checked={display[field] === true}
      onChange={(on) => set(field, on)}
    />
  );
  const choiceOf = (field: string): Pick<CheckListProps<string>, 'chosen' | 'onChange'> => {
    const chosen = listOf(display, field);
    return { chosen, onChange: (id, isChosen) => set(field, withChoice(chosen, id, isChosen)) };
  };
  const groups = file.service_groups.filter(({ location }) => location === '' || location === item.location);
  const own = ownLanguage(file);
  const languages = (file.settings?.languages ?? []).filter((id) => id !== own);
  const hours = Array.isArray(display.volume_hours) ? display.volume_hours.map(objectOf) : [];
  const translations = objectOf(display.ticker_translations);
  return (
    <>
      {groups.length > 0 && (
        <Group label={t('display.service_groups')} hint={t('display.service_groupsHint')}>
          <CheckList dir="auto" all={groups} {...choiceOf('service_groups')} />
        </Group>
      )}
      <div class="pair">
        {number('call_seconds')}
        {number('last_calls')}
        {number('read_metres', t('display.read_metresHint'))}
        <SelectField
          label={t('display.look')}
          value={textOf(display, 'look')}
          options={LOOKS.map((look) => ({ value: look, label: t(`shared.theme.${look}`) }))}
          onChange={(look) => set('look', look)}
        />
      </div>
      {flag('less_motion', t('display.less_motionHint'))}
      {flag('quiet', t('display.quietHint'))}
      <TextField
        label={t('display.loop_output')}
        hint={t('display.loop_outputHint')}
        value={textOf(display, 'loop_output')}
        fault={fault('loop_output')}
        onInput={(name) => set('loop_output', name)}
      />
      {display.quiet !== true && (
        <>
          <div class="pair">
            {flag('chime')}
            {flag('voice')}
            {number('volume')}
          </div>
          <Group label={t('display.volume_hours')} hint={t('display.volume_hoursHint')} fault={fault('volume_hours')}>
            {hours.map((hour, at) => {
              const change = (field: string, next: unknown): void =>
                set('volume_hours', hours.with(at, { ...hour, [field]: next }));
              return (
                <div key={at} class="adds adds-end">
                  {(['from', 'to'] as const).map((field) => (
                    <TextField
                      key={field}
                      label={t(`report.${field}`)}
                      of={String(at + 1)}
                      type="time"
                      value={textOf(hour, field)}
                      onInput={(next) => change(field, next)}
                    />
                  ))}
                  <TextField
                    label={t('display.volume')}
                    of={String(at + 1)}
                    type="number"
                    range={schema.properties?.volume ?? {}}
                    value={String(hour.volume ?? 0)}
                    onInput={(next) => change('volume', /^\d+$/.test(next) ? Number(next) : next)}
                  />
                  <MarkButton
                    mark={CROSS}
                    label={t('take', { name: textOf(hour, 'from') })}
                    onClick={() => set('volume_hours', hours.toSpliced(at, 1))}
                  />
                </div>
              );
            })}
            <AddButton
              of={t('display.volume_hours')}
              onClick={() => set('volume_hours', [...hours, { from: '20:00', to: '08:00', volume: 30 }])}
            />
          </Group>
          {display.voice === true && (
            <Group label={t('display.voice_languages')} hint={t('display.voice_languagesHint')}>
              <CheckList
                dir="auto"
                all={(file.settings?.languages ?? [own]).map((id) => ({ id, name: languageName(id) }))}
                {...choiceOf('voice_languages')}
              />
            </Group>
          )}
        </>
      )}
      <TextField
        label={t('display.ticker')}
        hint={t('display.tickerHint')}
        rows={3}
        maxLength={4000}
        value={textOf(display, 'ticker')}
        fault={fault('ticker')}
        onInput={(text) => set('ticker', text)}
      />
      {textOf(display, 'ticker') !== '' && languages.length > 0 && (
        <details>
          <summary>{t('fields.translations')}</summary>
          <div class="section-inside">
            {languages.map((id) => (
              <TextField
                key={id}
                label={`${t('display.ticker')} (${languageName(id)})`}
                rows={2}
                maxLength={4000}
                value={textOf(translations, id)}
                onInput={(text) => {
                  const said = Object.entries({ ...translations, [id]: text }).filter(([, each]) => each !== '');
                  set('ticker_translations', Object.fromEntries(said));
                }}
              />
            ))}
          </div>
        </details>
      )}
      <MediaField
        name="media"
        schema={schema.properties?.media ?? {}}
        label={t('display.media')}
        hint={t('display.mediaHint')}
        fault={fault('media')}
        value={display.media}
        texts={display.media_texts}
        onChange={(media, media_texts) => onChange({ ...display, media, media_texts })}
      />
      <div class="pair">{number('media_seconds')}</div>
    </>
  );
}
