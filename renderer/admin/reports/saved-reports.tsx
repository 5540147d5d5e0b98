/** List of saved reports. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { DROP_REPORT_VIEW, LIST_REPORT_VIEWS } from '../../../main/reports/contract/endpoints.ts';
import type { ReportViewFields } from '../../../main/reports/contract/rest/report-views.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { Table, type TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { dayName, weekdayName } from '../model/words.ts';
import type { ReportAsked } from './report-asked.ts';
import { SaveReportDialog } from './save-report-dialog.tsx';
import { daysOf } from './spans.ts';

/** Reports that somebody has saved: opened with a touch, sent by mail, taken away. */
export function SavedReports({ asked, today }: { readonly asked: ReportAsked; readonly today: string }): JSX.Element {
  const { t, session, router, language, chooseLocation } = useAdmin();
  const w = useOfficeWords();
  const [views, setViews] = useState<readonly ReportViewFields[]>([]);
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [edited, setEdited] = useState<ReportViewFields | 'new' | null>(null);
  const lang = language.id.value;

  const read = async (): Promise<void> => {
    const answer = await session.rest.call(LIST_REPORT_VIEWS, {});
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok) setViews(answer.value.views);
  };
  useEffect(() => {
    void read();
  }, [session]);

  const open = ({ span, locations: [location], services, desks, users }: ReportViewFields): void => {
    if (location !== undefined) chooseLocation(location);
    const lists = { services: services.join(','), desks: desks.join(','), users: users.join(',') };
    router.refine({ ...daysOf(span, today), ...lists });
  };
  const remove = async (id: string): Promise<void> => {
    const answer = await session.rest.call(DROP_REPORT_VIEW, { id });
    setFailure(answer.ok ? null : answer.error);
    await read();
  };
  const when = ({ every, weekday, monthday, hour }: ReportViewFields): string =>
    w(`views.when.${every}`, { weekday: weekdayName(weekday, lang), monthday, hour: `${hour}:00` });

  const columns: readonly TableColumn<ReportViewFields>[] = [
    {
      id: 'name',
      label: t('fields.name'),
      cell: (view) => (
        <Button look="plain" onClick={() => open(view)}>
          <span dir="auto">{view.name}</span>
        </Button>
      ),
    },
    { id: 'span', label: w('views.span'), cell: ({ span }) => t(`report.span.${span}`) },
    {
      id: 'when',
      label: w('views.sent'),
      cell: (view) => (
        <>
          {when(view)}
          {view.sent_on !== '' && view.every !== 'never' && (
            <span class="soft"> {w('views.last', { day: dayName(view.sent_on, lang) })}</span>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      label: w('views.change'),
      cell: (view) => (
        <>
          <Button look="plain" label={w('views.changeOf', { name: view.name })} onClick={() => setEdited(view)}>
            {w('views.change')}
          </Button>
          <Button look="plain" label={w('views.removeOf', { name: view.name })} onClick={() => void remove(view.id)}>
            {t('edit.remove')}
          </Button>
        </>
      ),
    },
  ];
  return (
    <div class="card card-table">
      <div class="table-head">
        <h2 class="table-title">{w('views.title')}</h2>
        <Button onClick={() => setEdited('new')}>{w('views.save')}</Button>
      </div>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      <Table caption={w('views.title')} columns={columns} rows={views} rowId={({ id }) => id} empty={w('views.none')} />
      {edited !== null && (
        <SaveReportDialog
          view={edited === 'new' ? null : edited}
          asked={asked}
          today={today}
          onClose={(isSaved) => {
            setEdited(null);
            if (isSaved) void read();
          }}
        />
      )}
    </div>
  );
}
