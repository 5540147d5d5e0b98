import type { JSX } from 'preact';
import type { DisplaySettings } from '../../../main/site/contract/site.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { useModel } from '../model.ts';

const SOUND = 'M4 9.5v5h3.5L12 18.500V5.500L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11';

/** Only where a browser holds the sound back until the first touch. */
export function SoundButton({
  settings,
}: {
  readonly settings: Pick<DisplaySettings, 'quiet' | 'chime' | 'voice'>;
}): JSX.Element | null {
  const { sound, loop, t } = useModel();
  const isHeldBack = (!sound.isOpen.value && !settings.quiet) || loop.state.value === 'blocked';
  if (!isHeldBack || !(settings.chime || settings.voice)) return null;
  return (
    <button type="button" class="sound" onClick={() => sound.open()}>
      <Mark path={SOUND} />
      <span>{t.value('sound')}</span>
    </button>
  );
}
