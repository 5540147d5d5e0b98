/** Field for a pictogram. */

import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { isPictogram, MAX_OWN_PICTOGRAM, PICTOGRAMS, type Pictogram } from '../../../main/site/contract/pictograms.ts';
import { FileDrop } from '../../shared/components/file-drop.tsx';
import { DRAWINGS } from '../../shared/pictograms/drawings.ts';
import { useStaff } from '../../shared/staff.ts';
import { pictureFrom } from '../model/picture.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

/** Maximum size in pixels on a kiosk. */
const LARGEST = { width: 192, height: 192 };

/** A picture for the button: one of the built-in pictograms, or an uploaded image. */
export function PictogramField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const id = useId();
  const [wrong, setWrong] = useState('');
  const chosen = typeof value === 'string' ? value : '';
  const choose = (next: string): void => {
    setWrong('');
    onChange(next);
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setWrong('');
    const picture = await pictureFrom(file, { ...LARGEST, letters: MAX_OWN_PICTOGRAM, look: 'lines' });
    if (picture.ok) onChange(picture.value);
    else setWrong(t(`logo.${picture.error}`, { size: Math.floor((MAX_OWN_PICTOGRAM * 3) / 4 / 1000) }));
  };
  const isOwn = chosen.startsWith('data:');
  const name = isPictogram(chosen) ? t(`pictogram.name.${chosen}`) : isOwn ? t('pictogram.alt') : chosen;
  return (
    <Group label={label} hint={hint} fault={fault || wrong}>
      <details class="pictograms">
        <summary>
          {chosen === '' ? (
            t('pictogram.choose')
          ) : (
            <span class="pictograms-now">
              {isPictogram(chosen) && <Drawing name={chosen} />}
              {isOwn && <img class="pictogram-own" src={chosen} alt="" />}
              <span>{name}</span>
            </span>
          )}
        </summary>
        <div class="pictograms-all" role="radiogroup" aria-label={label}>
          <label class="pictograms-none">
            <input type="radio" name={id} checked={chosen === ''} onChange={() => choose('')} />
            <span>{t('pictogram.none')}</span>
          </label>
          {PICTOGRAMS.map((each) => (
            <label key={each} class="pictograms-one" data-tip={t(`pictogram.name.${each}`)}>
              <input
                type="radio"
                name={id}
                aria-label={t(`pictogram.name.${each}`)}
                checked={chosen === each}
                onChange={() => choose(each)}
              />
              <Drawing name={each} />
            </label>
          ))}
        </div>
        <div class="pictograms-file">
          <label for={`${id}-file`}>{t('pictogram.own')}</label>
          <FileDrop
            id={`${id}-file`}
            accept="image/*"
            showsNames={false}
            describedBy={`${id}-own`}
            onFiles={([file]) => void read(file)}
          />
        </div>
        <p class="field-hint" id={`${id}-own`}>
          {t('pictogram.ownHint')}
        </p>
      </details>
    </Group>
  );
}

function Drawing({ name }: { readonly name: Pictogram }): JSX.Element {
  return (
    <svg class="pictogram" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
