/** List of saved reports. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DROP_REPORT_VIEW, LIST_REPORT_VIEWS, PUT_REPORT_VIEW } from '../../../main/reports/contract/endpoints.ts';
import { REPORT_FORMATS, REPORT_PARTS } from '../../../main/reports/contract/report-document.ts';
import { SEND_TIMES } from '../../../main/reports/contract/report-views.ts';
import type { ReportViewFields } from '../../../main/reports/contract/rest/report-views.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { FormFault, NoticeBox } from '../../shared/components/notice.tsx';
import type { TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { dayName, weekdayName } from '../model/words.ts';
import { TableCard } from '../parts/table-card.tsx';
import { partsOf, type ReportQuery } from './report-query.ts';
import { daysOf, SPANS } from './spans.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));

const MONTHDAYS = Array.from({ length: 28 }, (_, day) => ({ value: String(day + 1), label: String(day + 1) }));

interface SaveReportDialogProps {
  readonly view: ReportViewFields | null;
  readonly asked: ReportQuery;
  readonly today: string;
  readonly onClose: (isSaved: boolean) => void;
}

/** Name, schedule and recipients of a report. A new one takes the query of the screen. */
function SaveReportDialog({ view, asked, today, onClose }: SaveReportDialogProps): JSX.Element {
  const { t, session, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const [draft, setDraft] = useState<ReportViewFields>(() => view ?? shown(asked, today, lang));
  const [to, setTo] = useState(() => draft.recipients.join('\n'));
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<ReportViewFields>): void => setDraft({ ...draft, ...part });
  const isSent = draft.every !== 'never';

  const save = async (): Promise<void> => {
    const { sent_on: _sent, ...fields } = draft;
    const recipients = to.split(/[\s,;]+/).filter(Boolean);
    setBusy(true);
    const answer = await session.rest.call(PUT_REPORT_VIEW, { ...fields, recipients });
    setBusy(false);
    if (answer.ok) return onClose(true);
    const isOfRecipients = answer.error.kind === 'refused' && answer.error.parameter === 'recipients';
    setFault(isOfRecipients ? w('views.wrongAddress') : failureText(t, answer.error));
  };
  return (
    <Dialog
      title={w('views.save')}
      onClose={() => onClose(false)}
      onSubmit={() => void save()}
      actions={
        <Button type="submit" look="main" busy={busy} off={draft.name.trim() === ''}>
          {t('edit.save')}
        </Button>
      }
    >
      <TextField label={t('fields.name')} value={draft.name} required onInput={(name) => change({ name })} />
      <SelectField
        label={w('views.every')}
        value={draft.every}
        options={SEND_TIMES.map((value) => ({ value, label: w(`views.times.${value}`) }))}
        onChange={(every) => change({ every: every as ReportViewFields['every'] })}
      />
      {draft.every === 'week' && (
        <SelectField
          label={t('report.weekday')}
          value={String(draft.weekday)}
          options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day, lang) }))}
          onChange={(day) => change({ weekday: Number(day) })}
        />
      )}
      {draft.every === 'month' && (
        <SelectField
          label={w('views.monthday')}
          value={String(draft.monthday)}
          options={MONTHDAYS}
          onChange={(day) => change({ monthday: Number(day) })}
        />
      )}
      {isSent && (
        <>
          <SelectField
            label={w('views.hour')}
            hint={w('views.hourHint')}
            value={String(draft.hour)}
            options={HOURS}
            onChange={(hour) => change({ hour: Number(hour) })}
          />
          <TextField label={w('views.to')} hint={w('views.toHint')} dir="ltr" rows={3} value={to} onInput={setTo} />
          {REPORT_FORMATS.map((format) => (
            <CheckField
              key={format}
              label={w(`report.${format}`)}
              checked={draft.files.includes(format)}
              onChange={(isOn) =>
                change({
                  files: REPORT_FORMATS.filter((each) => (each === format ? isOn : draft.files.includes(each))),
                })
              }
            />
          ))}
        </>
      )}
      <FormFault text={fault} />
    </Dialog>
  );
}

/** The query of the screen as a report to save. */
function shown(asked: ReportQuery, today: string, lang: string): ReportViewFields {
  const { location, from, to, ...filters } = partsOf(asked);
  const span = SPANS.find((each) => {
    const days = daysOf(each, today);
    return days.from === from && days.to === to;
  });
  return {
    id: '',
    name: '',
    span: span ?? 'days7',
    locations: location === '' ? [] : [location],
    ...filters,
    parts: [...REPORT_PARTS],
    every: 'never',
    weekday: 1,
    monthday: 1,
    hour: 7,
    recipients: [],
    lang,
    files: ['pdf'],
    sent_on: '',
  };
}

/** Saved reports: open, send by mail, delete. */
export function SavedReports({ asked, today }: { readonly asked: ReportQuery; readonly today: string }): JSX.Element {
  const { t, session, router, language, chooseLocation } = useAdmin();
  const w = useOfficeWords();
  const { value, failure: unread, again } = useAnswer(LIST_REPORT_VIEWS, {});
  const [unremoved, setUnremoved] = useState<RestFailure | null>(null);
  const failure = unremoved ?? unread;
  const [edited, setEdited] = useState<ReportViewFields | 'new' | null>(null);
  const lang = language.id.value;

  const open = ({ span, locations: [location], services, desks, users }: ReportViewFields): void => {
    if (location !== undefined) chooseLocation(location);
    const lists = { services: services.join(','), desks: desks.join(','), users: users.join(',') };
    router.refine({ ...daysOf(span, today), ...lists });
  };
  const remove = async (id: string): Promise<void> => {
    const answer = await session.rest.call(DROP_REPORT_VIEW, { id });
    setUnremoved(answer.ok ? null : answer.error);
    await again();
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
    <>
      <TableCard
        title={w('views.title')}
        head={<Button onClick={() => setEdited('new')}>{w('views.save')}</Button>}
        columns={columns}
        rows={value?.views ?? []}
        rowId={({ id }) => id}
        empty={w('views.none')}
      >
        {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      </TableCard>
      {edited !== null && (
        <SaveReportDialog
          view={edited === 'new' ? null : edited}
          asked={asked}
          today={today}
          onClose={(isSaved) => {
            setEdited(null);
            if (isSaved) void again();
          }}
        />
      )}
    </>
  );
}
