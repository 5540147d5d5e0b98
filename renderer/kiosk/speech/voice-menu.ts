/**
 * Full-screen touch menu for the voice settings.
 */
import type { TFunction } from 'i18next';

export const VOICE_SETTINGS = ['louder', 'quieter', 'faster', 'slower', 'repeat', 'help', 'dark', 'back'] as const;

export type VoiceSetting = (typeof VOICE_SETTINGS)[number];

/** @param lang language of `t`, as a BCP 47 tag */
export function showVoiceMenu(t: TFunction, lang: string, onWish: (wish: VoiceSetting) => void): HTMLElement {
  const menu = document.createElement('section');
  menu.className = 'voice-menu';
  menu.lang = lang;
  const title = document.createElement('h2');
  title.textContent = t('speech.menu.title');
  const buttons = VOICE_SETTINGS.map((wish) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'nav';
    button.textContent = t(`speech.menu.${wish}`);
    button.addEventListener('click', () => onWish(wish));
    return button;
  });
  menu.append(title, ...buttons);
  document.body.append(menu);
  return menu;
}
