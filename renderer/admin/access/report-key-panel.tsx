/** Panel of a report API key. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CREATE_REPORT_KEY, END_REPORT_KEY, READ_REPORT_KEY } from '../../../main/reports/contract/endpoints.ts';
import { hasRunOut } from '../../../main/reports/contract/report-key-life.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { wallClock } from '../../shared/time.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { listOf, nameOf, textOf } from '../model/item.ts';
import { dayName } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { KeyButtons } from './key-buttons.tsx';
import { type Secret, SecretDialog } from './secret-dialog.tsx';

/** Shows whether a report key exists, which data it may read and when it was last used; creates and revokes it. */
export function ReportKeyPanel(): JSX.Element {
  const { t, session, language, notices } = useAdmin();
  const { saved } = useEditor();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [failure, setFailure] = useState('');
  const reportKey = saved ?? {};
  const opensMetrics = textOf(reportKey, 'scope') === 'metrics';
  const id = textOf(reportKey, 'id');

  const { value: state, failure: unread, again } = useAnswer(READ_REPORT_KEY, { id });
  const shown = failure || (unread === null ? '' : failureText(t, unread));
  const make = async (): Promise<void> => {
    const answer = await session.rest.call(CREATE_REPORT_KEY, { id });
    setFailure(answer.ok ? '' : failureText(t, answer.error));
    if (!answer.ok) return;
    setSecret({
      title: t('key.title', { name: nameOf(reportKey) }),
      value: answer.value.key,
      use: t(opensMetrics ? 'reportKey.useMetrics' : 'reportKey.use'),
    });
    await again();
  };
  const end = async (): Promise<void> => {
    const answer = await session.rest.call(END_REPORT_KEY, { id });
    setFailure(answer.ok ? '' : failureText(t, answer.error));
    if (!answer.ok) return;
    notices.tell('good', t('key.ended'));
    await again();
  };
  const until = textOf(reportKey, 'valid_until');
  const isOver = hasRunOut({ valid_until: until }, wallClock());
  const used = state?.last_used_on ?? '';
  return (
    <section class="card panel" aria-labelledby="report-key">
      <h2 id="report-key">{t('key.heading')}</h2>
      {state !== null && (
        <p>
          <Badge kind={!state.has_key ? 'off' : isOver ? 'attention' : 'good'}>
            {t(!state.has_key ? 'reportKey.none' : isOver ? 'reportKey.over' : 'reportKey.good')}
          </Badge>
        </p>
      )}
      <p class="soft">{t(opensMetrics ? 'reportKey.aboutMetrics' : 'reportKey.about')}</p>
      {!opensMetrics && listOf(reportKey, 'locations').length === 0 && (
        <NoticeBox kind="attention">{t('reportKey.everywhere')}</NoticeBox>
      )}
      {state?.has_key && (
        <p class="soft">
          {used === '' ? t('reportKey.unused') : t('reportKey.used', { day: dayName(used, language.id.value, true) })}
        </p>
      )}
      <KeyButtons hasKey={state?.has_key !== false} sureEnd={t('reportKey.sureEnd')} onMake={make} onEnd={end} />
      {shown !== '' && <NoticeBox kind="fault">{shown}</NoticeBox>}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}
