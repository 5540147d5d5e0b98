/** Field for the pictures of a display. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Of, TextField } from '../../shared/components/field.tsx';
import { FileDrop } from '../../shared/components/file-drop.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { languageName, otherLanguages } from '../model/language-name.ts';
import { pictureFrom } from '../model/picture.ts';
import { moved, OrderButtons } from '../parts/order-buttons.tsx';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { LinesField } from './list-fields.tsx';
import { type MediaText, textsMoved, textsOfMedia, textsToKeep } from './media-texts.ts';

/** Maximum size in pixels of a picture beside the calls. */
const LARGEST = { width: 1280, height: 1280 };
const MAX_LETTERS = 200_000;
const MAX_WORDS = 500;
const IN_SITE = /^data:image\//;

export interface MediaFieldProps extends Omit<WidgetProps, 'onChange'> {
  /** Descriptions of the pictures, from the site. */
  readonly texts: unknown;
  readonly onChange: (media: readonly string[], texts: readonly MediaText[]) => void;
}

/** Pictures of a display: uploaded ones, then file names and addresses, one per line; each with a description. */
export function MediaField({ texts: given, onChange, ...field }: MediaFieldProps): JSX.Element {
  const { t } = useStaff();
  const { schema, label, fault, value } = field;
  const id = useId();
  const [wrong, setWrong] = useState('');
  const media = Array.isArray(value) ? value.map(String) : [];
  const texts = textsOfMedia(media, given);
  const pictures = media.filter((each) => IN_SITE.test(each));
  const others = media.filter((each) => !IN_SITE.test(each));
  const letters = schema.items?.maxLength ?? MAX_LETTERS;

  const change = (after: readonly string[]): void => onChange(after, textsToKeep(textsMoved(media, after, texts)));
  const add = async (chosen: readonly File[]): Promise<void> => {
    setWrong('');
    const added: string[] = [];
    for (const file of chosen) {
      const picture = await pictureFrom(file, { ...LARGEST, letters, look: 'photo' });
      if (picture.ok) added.push(picture.value);
      else setWrong(`${file.name}: ${t(`logo.${picture.error}`, { size: Math.floor((letters * 3) / 4 / 1000) })}`);
    }
    if (added.length > 0) change([...pictures, ...added, ...others]);
  };
  const words = (picture: string, name: string): JSX.Element => {
    const at = media.indexOf(picture);
    return (
      <Words
        name={name}
        value={texts[at]}
        onChange={(said) => onChange(media, textsToKeep(texts.map((each, place) => (place === at ? said : each))))}
      />
    );
  };
  return (
    <Group label={label} hint="" fault={wrong}>
      {pictures.length > 0 && (
        <ol class="rows">
          {pictures.map((picture, place) => {
            const name = t('display.picture', { place: place + 1 });
            return (
              <li key={picture} class="row">
                <img class="logo-picture" src={picture} alt={name} />
                <OrderButtons
                  name={name}
                  place={place}
                  count={pictures.length}
                  onMove={(to) => change([...moved(pictures, place, to), ...others])}
                  onTake={() => change([...pictures.toSpliced(place, 1), ...others])}
                />
                {words(picture, name)}
              </li>
            );
          })}
        </ol>
      )}
      <div>
        <label class="field-label" for={id}>
          {t('display.addPictures')}
        </label>
        <FileDrop id={id} accept="image/*" multiple showsNames={false} onFiles={(files) => void add(files)} />
      </div>
      <LinesField
        {...field}
        fault={fault}
        value={others}
        onChange={(lines) => change([...pictures, ...(lines as string[])])}
      />
      {others.length > 0 && (
        <ul class="rows">
          {others.map((other, place) => (
            <li key={place} class="row">
              <bdi class="row-name">{other}</bdi>
              {words(other, other)}
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}

interface WordsProps {
  readonly name: string;
  readonly value: MediaText | undefined;
  readonly onChange: (said: MediaText) => void;
}

/** Description of one picture in the default language and the others. */
function Words({ name, value, onChange }: WordsProps): JSX.Element {
  const { t } = useStaff();
  const { file } = useEditor();
  const { text = '', translations = {} } = value ?? {};
  const languages = otherLanguages(file, translations);
  return (
    <div class="picture-words">
      <TextField
        label={t('display.media_texts')}
        of={name}
        hint={t('display.media_textsHint')}
        maxLength={MAX_WORDS}
        value={text}
        onInput={(said) => onChange({ text: said, translations })}
      />
      {text !== '' && languages.length > 0 && (
        <details>
          <summary>
            {t('fields.translations')}
            <Of name={name} />
          </summary>
          <div class="section-inside">
            {languages.map((id) => (
              <TextField
                key={id}
                label={languageName(id)}
                of={name}
                maxLength={MAX_WORDS}
                value={translations[id]?.text ?? ''}
                onInput={(said) => onChange({ text, translations: { ...translations, [id]: { text: said } } })}
              />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
