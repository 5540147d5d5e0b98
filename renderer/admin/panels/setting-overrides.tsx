import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OverridesAnswer } from '../../../main/devices/contract/rest/overrides.ts';
import { LIST_SETTING_OVERRIDES } from '../../../main/site/contract/endpoints.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useAdmin } from '../model/admin.ts';

/** Lists settings that the server's command line overrides, where a change has no effect. */
export function SettingOverrides(): JSX.Element | null {
  const { t, session } = useAdmin();
  const [overrides, setOverrides] = useState<OverridesAnswer['overrides']>([]);
  useEffect(() => {
    void session.rest.call(LIST_SETTING_OVERRIDES, {}).then((answer) => {
      if (answer.ok) setOverrides(answer.value.overrides);
    });
  }, [session]);
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
