import type { JSX } from 'preact';
import { LIST_SETTING_OVERRIDES } from '../../../main/site/contract/endpoints.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';

/** Lists settings that the server's command line overrides, where a change has no effect. */
export function SettingOverrides(): JSX.Element | null {
  const { t } = useAdmin();
  const overrides = useAnswer(LIST_SETTING_OVERRIDES, {}).value?.overrides ?? [];
  if (overrides.length === 0) return null;
  return (
    <NoticeBox kind="info">
      <ul class="overrides">
        {overrides.map(({ setting, values, by }) => (
          <li key={setting} data-setting={setting}>
            {t('settings.overridden', { setting: t(`fields.${setting}`), value: values.join(', '), by })}
          </li>
        ))}
      </ul>
    </NoticeBox>
  );
}
