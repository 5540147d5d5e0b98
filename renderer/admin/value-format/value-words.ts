/**
 * Site values in words.
 *
 * Names instead of ids, yes and no, languages, types, pictures.
 */
import { isPictogram } from '../../../main/site/contract/pictograms.ts';
import type { CollectionName } from '../../../main/site/contract/site.ts';
import { isCollection } from '../model/collection-names.ts';
import { itemsOf, nameOf, objectOf, type Part, textOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import { targetOf } from '../model/references.ts';
import { type FieldSchema, schemaOf } from '../model/schema.ts';
import { timeFormatWords } from '../model/time-format.ts';
import { wallTime } from '../model/words.ts';
import { leavesOf } from './leaves.ts';
import { nameWithin, questionText } from './path-name.ts';
import { joined, NOTHING, type Path, type Wording } from './wording.ts';

const LANGUAGES: ReadonlySet<string> = new Set(['languages', 'default_lang', 'lang', 'voice_languages']);

export function valueWords(wording: Wording, part: string, path: Path, value: unknown): string {
  if (value === undefined || value === null || value === '') return NOTHING;
  // Hashes mean nothing to users, and the audit log has only their count.
  if (path[0] === 'card_rules' && path.at(-1) === 'cards')
    return wording.t('singleCards.count', { count: Array.isArray(value) ? value.length : Number(value) });
  if (Array.isArray(value)) {
    if (value.length === 0) return NOTHING;
    return joined(
      wording,
      value.map((each) => valueWords(wording, part, path, each)),
    );
  }
  if (typeof value === 'object') return entryWords(wording, part, path, objectOf(value));
  const field = path.at(-1) ?? '';
  const text = String(value);
  return (
    named(wording, part, path, text) ??
    ofField(wording, part, path, field, text) ??
    ofSchema(wording, part, path, field, text) ??
    picture(text) ??
    text
  );
}

/** An entry of a list, such as the volume in a period of the day. */
function entryWords(wording: Wording, part: string, path: Path, entry: Readonly<Record<string, unknown>>): string {
  if ('from' in entry && 'to' in entry) {
    return `${textOf(entry, 'from')}–${textOf(entry, 'to')}${wording.t('shared.colon')}${String(entry.volume ?? 0)} %`;
  }
  return leavesOf(entry, path)
    .map(({ path: leaf, value }) => leafWords(wording, part, { path: leaf, value }, path.length))
    .join(' · ');
}

/** A nested value with its name, from the step `from` on. */
export function leafWords(
  wording: Wording,
  part: string,
  { path, value }: { readonly path: Path; readonly value: unknown },
  from: number,
): string {
  return `${nameWithin(wording, part, path, from)}${wording.t('shared.colon')}${valueWords(wording, part, path, value)}`;
}

/** Name of a referenced item. */
function named({ file, kinds }: Wording, part: string, path: Path, id: string): string | null {
  const field = path.at(-1) ?? '';
  if (field === 'qat_id') return kinds.find((kind) => kind.id === id)?.name ?? id;
  const target: CollectionName | undefined =
    path.length === 1
      ? targetOf(part, field)
      : path.join('.') === 'display.service_groups' || (path[0] === 'card_rules' && field === 'services')
        ? (field as CollectionName)
        : undefined;
  if (target === undefined || file === null) return null;
  return nameOf(itemsOf(file, target).find((item) => item.id === id)) || id;
}

function ofField(wording: Wording, part: string, path: Path, field: string, text: string): string | null {
  const { t, language } = wording;
  if (LANGUAGES.has(field)) return languageName(text);
  if (path[0] === 'ticket_layout') return ofLayout(wording, field, text);
  switch (field) {
    case 'state':
      if (part === 'appointments') return t(text === '0' ? 'question.no' : 'question.yes');
      return t(text === '0' ? 'state.off' : 'state.on');
    case 'type':
      return t(`${part === 'devices' ? 'deviceType' : 'answerType'}.${text}`, { defaultValue: text });
    case 'mask':
      return t(`mask.${text}`, { defaultValue: t('mask.0') });
    case 'roles':
      return t(`role.${text}`, { defaultValue: text });
    case 'events':
      return t(`enum.events.${text}`, { defaultValue: text });
    case 'pictogram':
      return isPictogram(text) ? t(`pictogram.name.${text}`) : null;
    case 'look':
      return t(`shared.theme.${text}`, { defaultValue: text });
    case 'scheduled_to':
      return wallTime(text, language);
    case 'ticket_tolerance':
      return text === '0' ? t('enum.tolerance.never') : text === '-1' ? t('enum.tolerance.always') : text;
    case 'timeformat':
      return timeFormatWords(t, text);
    case 'question':
      return path.at(-2) === 'depends_on' ? questionText(wording, text) : null;
    default:
      return null;
  }
}

function ofLayout({ t }: Wording, field: string, text: string): string | null {
  switch (field) {
    case 'part':
      return t(`layout.part.${text}`, { defaultValue: text });
    case 'size':
      return t(`layout.size.${text}`, { defaultValue: text });
    case 'align':
      return t(text === 'start' ? 'layout.atStart' : 'layout.centred');
    case 'bold':
      return t(text === 'true' ? 'layout.bold' : 'layout.light');
    default:
      return null;
  }
}

function ofSchema({ t }: Wording, part: string, path: Path, field: string, text: string): string | null {
  const schema = schemaAt(part, path);
  if (schema === null) return null;
  const key = `enum.${field}.${text}`;
  const isFlag = schema.type === 'boolean' && (text === 'true' || text === 'false');
  if (!isFlag && schema.enum === undefined) return null;
  const usual = isFlag ? t(text === 'true' ? 'question.yes' : 'question.no') : text;
  return t(key, { defaultValue: usual });
}

function schemaAt(part: string, path: Path): FieldSchema | null {
  if (part !== 'settings' && !isCollection(part)) return null;
  let schema: FieldSchema | undefined = schemaOf(part as Part);
  for (const step of path) {
    const inner: FieldSchema | undefined = schema?.items ?? schema;
    // A step that is an id or an index leads to the entry.
    const next: FieldSchema | undefined = inner?.properties?.[step] ?? Object.values(inner?.patternProperties ?? {})[0];
    schema = next ?? (schema?.items === undefined ? undefined : schema);
    if (schema === undefined) return null;
  }
  return schema?.items ?? schema ?? null;
}

const PICTURE = /^data:image\/(?<kind>\w+)[^,]*,(?:… \((?<length>\d+)\))?/;
/** Four base64 characters encode three bytes. */
const BYTES_PER_LETTER = 0.75;

function picture(text: string): string | null {
  const found = PICTURE.exec(text)?.groups;
  if (found === undefined) return null;
  const letters = Number(found.length ?? text.length);
  return `${(found.kind ?? '').toUpperCase()} · ${Math.max(1, Math.round((letters * BYTES_PER_LETTER) / 1000))} kB`;
}
