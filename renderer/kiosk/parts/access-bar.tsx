/** Bar of accessibility features at the lower edge. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { TEXT_SIZES } from '../access.ts';
import { useListening } from '../listening.ts';
import { useModel } from '../model.ts';
import { FitText } from './fit-text.tsx';
import { Icon } from './icon.tsx';

interface AccessBarProps {
  readonly t: TFunction;
  /** Whether simple language is chosen; null where it is not offered here. */
  readonly simple: boolean | null;
  /** Whether there is anything to be touched that could stand lower. */
  readonly hasReach: boolean;
}

/** Larger text, more contrast, everything lower, simpler words: at the lower edge, where a seated visitor reaches it. */
export function AccessBar({ t, simple, hasReach }: AccessBarProps): JSX.Element {
  const { access, call, isNarrow } = useModel();
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
              // The only one that a small screen has room for: a second touch takes it back.
              access.text.value = isNarrow.value && access.text.value === size ? 100 : size;
            }}
          >
            <span aria-hidden="true">A</span>
          </button>
        ))}
      </fieldset>
      <Setting name="contrast" t={t} />
      {hasReach && <Setting name="reach" t={t} />}
      {simple !== null && (
        <Toggle name="simple" t={t} isOn={simple} onTurn={() => call('chooseSimple', { on: !simple })} />
      )}
      {listening.isOffered.value && (
        <Toggle name="listen" t={t} isOn={listening.isOn.value} onTurn={listening.toggle} />
      )}
    </fieldset>
  );
}

function Setting({ name, t }: { readonly name: 'contrast' | 'reach'; readonly t: TFunction }): JSX.Element {
  const setting = useModel().access[name];
  return (
    <Toggle
      name={name}
      t={t}
      isOn={setting.value}
      onTurn={() => {
        setting.value = !setting.value;
      }}
    />
  );
}

interface ToggleProps {
  readonly name: 'contrast' | 'reach' | 'simple' | 'listen';
  readonly t: TFunction;
  readonly isOn: boolean;
  readonly onTurn: () => void;
}

function Toggle({ name, t, isOn, onTurn }: ToggleProps): JSX.Element {
  return (
    <button
      type="button"
      class={`toggle toggle-${name}`}
      aria-pressed={isOn}
      title={t(`accessLong.${name}`)}
      onClick={onTurn}
    >
      <Icon name={name} />
      <FitText text={t(`access.${name}`)} />
    </button>
  );
}
