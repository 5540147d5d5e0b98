/** Settings for reading and reach in the utility bar. */

import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TEXT_SIZES } from '../access.ts';
import { useListening } from '../listening.ts';
import { useModel, type View } from '../model.ts';
import { FitText } from './fit-text.tsx';
import { Icon } from './icon.tsx';

interface AccessBarProps extends View {
  /** Whether simple language is on; null if not offered here. */
  readonly simple: boolean | null;
}

/** Speech and simple language; text size, contrast and reach are one touch away, in a sheet above the bar. */
export function AccessBar({ state, t, simple }: AccessBarProps): JSX.Element {
  const { asksSettings, call, hasFewControls } = useModel();
  const listening = useListening();
  const place = useRef<HTMLDivElement>(null);
  const isOpen = asksSettings.value;
  useEffect(() => {
    if (!isOpen) return;
    const close = (): void => {
      asksSettings.value = false;
    };
    // What lies below the sheet has neither a touch nor the focus.
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && place.current?.contains(target) === false) close();
    };
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);
  const easy = simple !== null && (
    <Toggle name="simple" t={t} isOn={simple} onTurn={() => call('chooseSimple', { on: !simple })} />
  );
  return (
    <div class="access" ref={place}>
      {!hasFewControls.value && easy}
      {listening.isOffered.value && (
        <Toggle name="listen" t={t} isOn={listening.isOn.value} onTurn={listening.toggle} />
      )}
      <button
        type="button"
        class="toggle to-settings"
        aria-label={t('access.label')}
        aria-expanded={isOpen}
        onClick={() => {
          asksSettings.value = !isOpen;
        }}
      >
        <Icon name="settings" />
      </button>
      <fieldset class="settings" aria-label={t('access.label')} hidden={!isOpen}>
        <TextSizes t={t} />
        <Setting name="contrast" t={t} />
        {state.screen.name !== 'pairing' && <Setting name="reach" t={t} />}
        {hasFewControls.value && easy}
      </fieldset>
    </div>
  );
}

function TextSizes({ t }: Pick<View, 't'>): JSX.Element {
  const { access } = useModel();
  return (
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
