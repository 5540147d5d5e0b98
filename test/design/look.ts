/** How a design page is shown, from its address: `?theme=dark&script=Arab`. */

/** Sample texts of each script, as an organisation would write them. */
export const SCRIPTS = {
  Latn: {
    lang: 'en',
    dir: 'ltr',
    name: 'Latin',
    sample: 'Passports and identity cards',
    person: 'Zoë Müller-Łukasiewicz',
  },
  Arab: { lang: 'ar', dir: 'rtl', name: 'Arabic', sample: 'جوازات السفر وبطاقات الهوية', person: 'ليلى عبد الرحمن' },
  Jpan: { lang: 'ja', dir: 'ltr', name: 'Japanese', sample: '旅券とマイナンバーカード', person: '山田 花子' },
  Cyrl: { lang: 'uk', dir: 'ltr', name: 'Cyrillic', sample: 'Паспорти та посвідчення', person: 'Олена Шевченко' },
  Hans: { lang: 'zh', dir: 'ltr', name: 'Chinese', sample: '护照与身份证', person: '王小明' },
  Kore: { lang: 'ko', dir: 'ltr', name: 'Korean', sample: '여권과 주민등록증', person: '김민지' },
  Deva: { lang: 'hi', dir: 'ltr', name: 'Devanagari', sample: 'पासपोर्ट और पहचान पत्र', person: 'अनीता शर्मा' },
  Thai: { lang: 'th', dir: 'ltr', name: 'Thai', sample: 'หนังสือเดินทางและบัตรประชาชน', person: 'สมชาย ใจดี' },
  Hebr: { lang: 'he', dir: 'rtl', name: 'Hebrew', sample: 'דרכונים ותעודות זהות', person: 'נועה כהן' },
} as const;

export type Script = keyof typeof SCRIPTS;
export const SCRIPT_IDS = Object.keys(SCRIPTS) as readonly Script[];
export const THEMES = ['light', 'dark', 'contrast'] as const;
export const DENSITIES = ['comfortable', 'compact'] as const;

const asked = new URLSearchParams(window.location.search);

const one = <Choice extends string>(name: string, choices: readonly Choice[], usual: Choice): Choice =>
  choices.find((each) => each === asked.get(name)) ?? usual;

export const look = {
  theme: one('theme', THEMES, 'light'),
  script: one('script', SCRIPT_IDS, 'Latn'),
  density: one('density', DENSITIES, 'comfortable'),
  screen: asked.get('screen') ?? '',
  colour: asked.get('colour') ?? '',
};

export const script = SCRIPTS[look.script];

/** Applies theme, density, language and direction to the page. */
export function applyLook(root: HTMLElement = document.documentElement): void {
  root.toggleAttribute('data-contrast', look.theme === 'contrast');
  if (look.theme !== 'contrast') root.dataset.theme = look.theme;
  root.dataset.density = look.density;
  root.lang = script.lang;
  root.dir = script.dir;
}
