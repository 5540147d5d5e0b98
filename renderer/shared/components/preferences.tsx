/** Language, theme and help of staff pages. */
import type { JSX } from 'preact';
import { STAFF_LANGUAGES } from '../../../main/lib/languages.ts';
import { ownName } from '../language.ts';
import { useStaff } from '../staff.ts';
import { THEMES, type Theme } from '../theme.ts';
import { SelectField } from './field.tsx';

/** Language of the page, each in its own script. */
export function LanguageChoice(): JSX.Element {
  const { language, t } = useStaff();
  return (
    <SelectField
      label={t('shared.language')}
      value={language.id.value}
      options={STAFF_LANGUAGES.map((id) => ({ value: id, label: ownName(id) }))}
      onChange={language.choose}
    />
  );
}

/** Light, dark, high contrast, or system setting. */
export function ThemeChoice(): JSX.Element {
  const { theme, t } = useStaff();
  return (
    <SelectField
      label={t('shared.theme.label')}
      value={theme.value}
      options={THEMES.map((id) => ({ value: id, label: t(`shared.theme.${id}`) }))}
      onChange={(value) => {
        theme.value = value as Theme;
      }}
    />
  );
}

/** Documentation of the server in a new tab, so that the current work stays open. */
export function HelpLink(): JSX.Element {
  const { t } = useStaff();
  return (
    <a class="button" href="../help/" target="_blank" rel="noopener">
      {t('shared.help')}
    </a>
  );
}
