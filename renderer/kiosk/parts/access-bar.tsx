import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { TEXT_SIZES } from '../access.ts';
import { useListening } from '../listening.ts';
import { useModel } from '../model.ts';
import { FitText } from './fit-text.tsx';
import { Icon } from './icon.tsx';

/** Larger text, more contrast, everything lower: at the lower edge, where a seated visitor reaches it. */
export function AccessBar({ t }: { readonly t: TFunction }): JSX.Element {
  const { access } = useModel();
  const listening = useListening();
  return (
    <fieldset class="access" aria-label={t('access.label')}>
      <fieldset class="sizes" aria-label={t('access.text')}>
        {TEXT_SIZES.map((size) => (
          <button
            key={size}
            type="button"
            class="size"
            data-size={size}
            aria-label={t(`access.size.${size}`)}
            aria-pressed={access.text.value === size}
            onClick={() => {
              access.text.value = size;
            }}
          >
            <span aria-hidden="true">A</span>
          </button>
        ))}
      </fieldset>
      <Toggle name="contrast" t={t} />
      <Toggle name="reach" t={t} />
      {listening.isOffered.value && (
        <button
          type="button"
          class="toggle"
          aria-pressed={listening.isOn.value}
          title={t('accessLong.listen')}
          onClick={listening.toggle}
        >
          <Icon name="listen" />
          <FitText text={t('access.listen')} />
        </button>
      )}
    </fieldset>
  );
}

function Toggle({ name, t }: { readonly name: 'contrast' | 'reach'; readonly t: TFunction }): JSX.Element {
  const setting = useModel().access[name];
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={setting.value}
      title={t(`accessLong.${name}`)}
      onClick={() => {
        setting.value = !setting.value;
      }}
    >
      <Icon name={name} />
      <FitText text={t(`access.${name}`)} />
    </button>
  );
}
