/** Rules for cards, in the order in which they are tried. */
import type { JSX } from 'preact';
import { CARD_USES } from '../../../main/cards/contract/card-rules.ts';
import { MarkButton } from '../../shared/components/button.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, listOf, objectOf, textOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import { AddButton } from '../parts/add-button.tsx';
import { useFaultText } from '../parts/fault-text.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { PicksField } from './picks-field.tsx';
import { DayField } from './plain-fields.tsx';
import { SingleCards } from './single-cards.tsx';

const FIELDS = ['pattern', 'cards', 'valid_until', 'lang', 'services'] as const;

export function CardRulesField({ name, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { file } = useEditor();
  const faultAt = useFaultText();
  const rules = Array.isArray(value) ? value.map(objectOf) : [];
  const change = (at: number, more: Item): void => onChange(rules.with(at, { ...rules[at], ...more }));
  const faultIn = (at: number, field: string): string => faultAt(`${name}[${at}].${field}`);
  // A fault in one field marks only that field.
  const isWithin = rules.some((_rule, at) => FIELDS.some((field) => faultIn(at, field) !== ''));
  return (
    <Group label={label} hint={hint} fault={isWithin ? '' : fault}>
      {rules.map((rule, at) => {
        const of = String(at + 1);
        const ruleName = t('cardRule', { number: of });
        const faultOf = (field: (typeof FIELDS)[number]): string => faultIn(at, field);
        const isAccepted = textOf(rule, 'use') !== 'block';
        return (
          <div key={at} class="question rule">
            <Group label={ruleName}>
              <div class="rule-cards">
                <TextField
                  label={t('fields.pattern')}
                  hint={t('hints.pattern')}
                  of={of}
                  value={textOf(rule, 'pattern')}
                  maxLength={500}
                  fault={faultOf('pattern')}
                  onInput={(pattern) => change(at, { pattern })}
                />
                <SelectField
                  label={t('fields.use')}
                  of={of}
                  value={isAccepted ? 'accept' : 'block'}
                  options={CARD_USES.map((use) => ({ value: use, label: t(`enum.use.${use}`) }))}
                  onChange={(use) => change(at, { use })}
                />
                <MarkButton
                  mark={CROSS}
                  label={t('take', { name: ruleName })}
                  onClick={() => onChange(rules.toSpliced(at, 1))}
                />
              </div>
              <SingleCards
                of={of}
                cards={listOf(rule, 'cards')}
                others={rules.flatMap((each) => listOf(each, 'cards'))}
                fault={faultOf('cards')}
                onChange={(cards) => change(at, { cards })}
              />
              {isAccepted && (
                <>
                  <DayField
                    name={`${name}[${at}].valid_until`}
                    schema={{}}
                    label={t('fields.lastDay')}
                    hint=""
                    fault={faultOf('valid_until')}
                    value={rule.valid_until}
                    onChange={(day) => change(at, { valid_until: day })}
                  />
                  <SelectField
                    label={t('fields.lang')}
                    of={of}
                    fault={faultOf('lang')}
                    value={textOf(rule, 'lang')}
                    options={[
                      { value: '', label: t('noneChosen') },
                      ...(file.settings?.languages ?? []).map((id) => ({ value: id, label: languageName(id) })),
                    ]}
                    onChange={(lang) => change(at, { lang })}
                  />
                  <CheckField
                    label={t('fields.priority')}
                    checked={rule.priority === true}
                    onChange={(priority) => change(at, { priority })}
                  />
                  <PicksField
                    name="services"
                    schema={{}}
                    label={t('fields.services')}
                    hint=""
                    fault={faultOf('services')}
                    value={rule.services}
                    onChange={(services) => change(at, { services })}
                  />
                </>
              )}
            </Group>
          </div>
        );
      })}
      <AddButton of={label} onClick={() => onChange([...rules, { pattern: '', use: 'accept' }])} />
    </Group>
  );
}
