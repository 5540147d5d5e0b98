/** Field of an editor, custom or from the schema. */
import type { ComponentType, JSX } from 'preact';
import { lazy } from '../../shared/components/lazy.tsx';
import { useStaff } from '../../shared/staff.ts';
import {
  ChoiceField,
  CountryField,
  DeviceTypeField,
  TimeFormatField,
  ToleranceField,
  TriStateField,
  TypeConfigField,
  ZoneField,
} from '../fields/choice-fields.tsx';
import type { WidgetProps } from '../fields/field-props.ts';
import { LanguagesField } from '../fields/languages-field.tsx';
import { ChecksField, LinesField } from '../fields/list-fields.tsx';
import { PickField, PicksField } from '../fields/picks-field.tsx';
import {
  AreaField,
  DayField,
  FlagField,
  IdField,
  LanguageField,
  LetterField,
  NumberField,
  SwitchField,
  WordsField,
} from '../fields/plain-fields.tsx';
import { RolesField } from '../fields/roles-field.tsx';
import { PasswordField, PinField } from '../fields/secret-fields.tsx';
import { useEditor } from '../model/editor.ts';
import type { Part } from '../model/item.ts';
import { targetOf } from '../model/references.ts';
import { fieldSchema } from '../model/schema.ts';
import { useFaultText } from '../parts/fault-text.ts';

const ColourField = lazy<WidgetProps>(async () => (await import('../fields/colour-field.tsx')).ColourField);
const DisplayField = lazy<WidgetProps>(async () => (await import('../fields/display-field.tsx')).DisplayField);
const ForeignPasswordField = lazy<WidgetProps>(
  async () => (await import('../fields/rare-fields.tsx')).ForeignPasswordField,
);
const KeepTicketsField = lazy<WidgetProps>(async () => (await import('../fields/rare-fields.tsx')).KeepTicketsField);
const LogoField = lazy<WidgetProps>(async () => (await import('../fields/logo-field.tsx')).LogoField);
const MetadataField = lazy<WidgetProps>(async () => (await import('../fields/rare-fields.tsx')).MetadataField);
const PictogramField = lazy<WidgetProps>(async () => (await import('../fields/pictogram-field.tsx')).PictogramField);
const QuestionsField = lazy<WidgetProps>(async () => (await import('../forms/questions-field.tsx')).QuestionsField);
const ScheduleField = lazy<WidgetProps>(async () => (await import('../hours/schedule-field.tsx')).ScheduleField);
const TextsField = lazy<WidgetProps>(async () => (await import('../fields/texts-field.tsx')).TextsField);
const CardRulesField = lazy<WidgetProps>(async () => (await import('../fields/card-rules-field.tsx')).CardRulesField);
const CodesField = lazy<WidgetProps>(async () => (await import('../fields/rare-fields.tsx')).CodesField);
const WhenField = lazy<WidgetProps>(async () => (await import('../appointments/when-field.tsx')).WhenField);
const TicketLayoutField = lazy<WidgetProps>(
  async () => (await import('../ticket/ticket-layout-field.tsx')).TicketLayoutField,
);

/** Custom components by field, or by collection and field; the other fields are rendered from their schema. */
const WIDGETS: Readonly<Record<string, ComponentType<WidgetProps>>> = {
  api_authentication: TriStateField,
  app_schedule: ScheduleField,
  birthday: DayField,
  break_reasons: CodesField,
  card_rules: CardRulesField,
  colour: ColourField,
  country: CountryField,
  default_lang: LanguageField,
  'devices.type': DeviceTypeField,
  display: DisplayField,
  extra_text: AreaField,
  follows: PickField,
  footer_text: AreaField,
  id: IdField,
  keep_tickets: KeepTicketsField,
  lang: LanguageField,
  languages: LanguagesField,
  logo: LogoField,
  mail_password: ForeignPasswordField,
  metadata: MetadataField,
  obs: AreaField,
  outcomes: CodesField,
  panel_pin: PinField,
  password: PasswordField,
  pictogram: PictogramField,
  'question_answer_types.type': TypeConfigField,
  questions: QuestionsField,
  rgbColour: ColourField,
  'role_sets.description': AreaField,
  roles: RolesField,
  schedule: ScheduleField,
  scheduled_to: WhenField,
  secret: PasswordField,
  'services.tag': LetterField,
  state: SwitchField,
  ticket_layout: TicketLayoutField,
  ticket_tolerance: ToleranceField,
  timeformat: TimeFormatField,
  timezone: ZoneField,
  translations: TextsField,
  valid_until: DayField,
};

/** A field of the edited item: its custom component, or one from the schema. */
export function EditorField({ name }: { readonly name: string }): JSX.Element {
  const { t } = useStaff();
  const { part, item, update } = useEditor();
  const faultAt = useFaultText();
  const schema = fieldSchema(part, name);
  const Widget = WIDGETS[`${part}.${name}`] ?? WIDGETS[name] ?? bySchema(part, name);
  return (
    <Widget
      name={name}
      schema={schema}
      label={t([`fieldsOf.${part}.${name}`, `fields.${name}`])}
      hint={t([`hintsOf.${part}.${name}`, `hints.${name}`], { defaultValue: '' })}
      fault={faultAt(name)}
      value={item[name]}
      onChange={(value) => update(name, value)}
    />
  );
}

function bySchema(part: Part, name: string): ComponentType<WidgetProps> {
  const { enum: choices, type, items } = fieldSchema(part, name);
  if (targetOf(part, name) !== undefined) return type === 'array' ? PicksField : PickField;
  if (type === 'array') return items?.enum === undefined ? LinesField : ChecksField;
  if (choices !== undefined) return ChoiceField;
  if (type === 'boolean') return FlagField;
  return type === 'integer' ? NumberField : WordsField;
}
