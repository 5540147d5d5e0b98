/** Field of an editor, custom or from the schema. */
import type { ComponentType, JSX } from 'preact';
import { lazy } from '../../shared/components/lazy.tsx';
import { useStaff } from '../../shared/staff.ts';
import {
  ChoiceField,
  CountryField,
  DeviceTypeField,
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
  DateField,
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
import type { FieldPlace, Widget } from '../model/parts.ts';
import { type FieldSchema, fieldSchema } from '../model/schema.ts';
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

const WIDGETS: Readonly<Record<Widget, ComponentType<WidgetProps>>> = {
  addresses: LinesField,
  area: AreaField,
  cardRules: CardRulesField,
  codes: CodesField,
  colour: ColourField,
  country: CountryField,
  date: DateField,
  deviceType: DeviceTypeField,
  display: DisplayField,
  events: ChecksField,
  foreignPassword: ForeignPasswordField,
  hidden: IdField,
  keepTickets: KeepTicketsField,
  language: LanguageField,
  languages: LanguagesField,
  letter: LetterField,
  logo: LogoField,
  metadata: MetadataField,
  password: PasswordField,
  pick: PickField,
  picks: PicksField,
  pictogram: PictogramField,
  pin: PinField,
  questions: QuestionsField,
  roles: RolesField,
  schedule: ScheduleField,
  secret: PasswordField,
  switch: SwitchField,
  texts: TextsField,
  ticketLayout: TicketLayoutField,
  tolerance: ToleranceField,
  typeConfig: TypeConfigField,
  when: WhenField,
  zone: ZoneField,
};

/** A field of the edited item: its custom component, or one from the schema. */
export function EditorField({ place }: { readonly place: FieldPlace }): JSX.Element {
  const { t } = useStaff();
  const { part, item, update } = useEditor();
  const faultAt = useFaultText();
  const { name } = place;
  const schema = fieldSchema(part, name);
  const Widget = place.widget === undefined ? bySchema(schema, name) : WIDGETS[place.widget];
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

function bySchema(schema: FieldSchema, name: string): ComponentType<WidgetProps> {
  if (schema.enum !== undefined) return ChoiceField;
  if (schema.type === 'boolean') return name === 'api_authentication' ? TriStateField : FlagField;
  return schema.type === 'integer' ? NumberField : WordsField;
}
