import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useStaff } from '../../shared/staff.ts';
import { pictureFrom } from '../model/picture.ts';
import { moved, OrderButtons } from '../parts/order-buttons.tsx';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { LinesField } from './lines-field.tsx';

/** What a display of today shows beside its calls, in dots. */
const LARGEST = { width: 1280, height: 1280 };
const MOST_LETTERS = 200_000;
const IN_SITE = /^data:image\//;

/** Pictures of a display: from this computer, and below them names of files and addresses, one a line. */
export function MediaField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { schema, label, fault, value, onChange } = field;
  const id = useId();
  const [wrong, setWrong] = useState('');
  const media = Array.isArray(value) ? value.map(String) : [];
  const pictures = media.filter((each) => IN_SITE.test(each));
  const others = media.filter((each) => !IN_SITE.test(each));
  const letters = schema.items?.maxLength ?? MOST_LETTERS;

  const add = async (chosen: readonly File[]): Promise<void> => {
    setWrong('');
    const added: string[] = [];
    for (const file of chosen) {
      const picture = await pictureFrom(file, { ...LARGEST, letters, look: 'photo' });
      if (picture.ok) added.push(picture.value);
      else setWrong(`${file.name}: ${t(`logo.${picture.error}`, { size: Math.floor((letters * 3) / 4 / 1000) })}`);
    }
    if (added.length > 0) onChange([...pictures, ...added, ...others]);
  };
  return (
    <Group label={label} hint="" fault={wrong}>
      {pictures.length > 0 && (
        <ol class="rows">
          {pictures.map((picture, place) => (
            <li key={picture} class="row">
              <img class="logo-picture" src={picture} alt={t('display.picture', { place: place + 1 })} />
              <OrderButtons
                name={t('display.picture', { place: place + 1 })}
                place={place}
                count={pictures.length}
                onMove={(to) => onChange([...moved(pictures, place, to), ...others])}
                onTake={() => onChange([...pictures.toSpliced(place, 1), ...others])}
              />
            </li>
          ))}
        </ol>
      )}
      <div>
        <label class="field-label" for={id}>
          {t('display.addPictures')}
        </label>
        <input
          id={id}
          type="file"
          accept="image/*"
          multiple
          onChange={(event) => {
            const input = event.currentTarget;
            void add([...(input.files ?? [])]).then(() => {
              // The same file may be chosen again.
              input.value = '';
            });
          }}
        />
      </div>
      <LinesField
        {...field}
        fault={fault}
        value={others}
        onChange={(lines) => onChange([...pictures, ...(lines as string[])])}
      />
    </Group>
  );
}
