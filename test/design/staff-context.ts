/** Context of staff components without a server: texts of the chosen script's language, or English. */
import { signal } from '@preact/signals';
import { createTexts, type TextFile } from '../../renderer/shared/i18n.ts';
import { createNotices } from '../../renderer/shared/notices.ts';
import type { Staff } from '../../renderer/shared/staff.ts';
import { look, script } from './look.ts';

/** @param files texts by language and file: `../../assets/locales/ar/staff.json` */
export function staffContext(files: Readonly<Record<string, TextFile>>): Staff {
  const textsOf = (lang: string): TextFile =>
    Object.assign({}, ...Object.entries(files).flatMap(([path, texts]) => (path.includes(`/${lang}/`) ? [texts] : [])));
  const hasTexts = Object.keys(files).some((path) => path.includes(`/${script.lang}/`));
  const lang = hasTexts ? script.lang : 'en';
  const t = createTexts(textsOf(lang), new Map()).ready('en');
  return {
    language: { id: signal(lang), t: signal(t), more: () => Promise.resolve(), choose: () => undefined },
    theme: signal(look.theme),
    session: { may: () => true, user: signal(null), state: signal({ name: 'choosing' }) },
    notices: createNotices(),
  } as unknown as Staff;
}
