/** Screen to find, export and erase one person's data. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  ERASE_PERSONAL_DATA,
  EXPORT_PERSONAL_DATA,
  SEARCH_PERSONAL_DATA,
} from '../../../main/personal-data/contract/endpoints.ts';
import type { ErasePersonAnswer, FoundPerson } from '../../../main/personal-data/contract/rest/personal-data.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { CheckField, TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { saveFile } from '../model/save-file.ts';
import { instant } from '../model/words.ts';
import { Screen } from '../parts/screen.tsx';

/** The search reads every ticket that still has a name. */
const TIMEOUT_MS = 70_000;

interface Entry {
  readonly id: string;
  readonly list: 'ticket_ids' | 'appointment_ids' | 'mail_ids';
  readonly title: string;
  readonly data: readonly string[];
}

/** Finds, exports and erases the data of one person. */
export function PersonalDataScreen(): JSX.Element {
  const { t, session, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<FoundPerson | null>(null);
  /** Entries of other people with the same name, which are kept. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<RestFailure | null>(null);
  const [erased, setErased] = useState<ErasePersonAnswer | null>(null);
  const [asks, setAsks] = useState(false);

  const ask = async (endpoint: typeof SEARCH_PERSONAL_DATA): Promise<FoundPerson | null> => {
    setBusy(true);
    const answer = await session.rest.call(endpoint, { text: text.trim() }, { timeoutMs: TIMEOUT_MS });
    setBusy(false);
    setFailure(answer.ok ? null : answer.error);
    return answer.ok ? answer.value : null;
  };
  const search = async (): Promise<void> => {
    setErased(null);
    setLeft(new Set());
    setFound(await ask(SEARCH_PERSONAL_DATA));
  };
  const save = async (): Promise<void> => {
    const person = await ask(EXPORT_PERSONAL_DATA);
    if (person === null) return;
    const { success: _success, ...data } = person;
    saveFile('personal-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  };
  const entries = found === null ? [] : entriesOf(found);
  const chosen = entries.filter(({ list, id }) => !left.has(`${list} ${id}`));
  const idsOf = (list: Entry['list']): readonly string[] =>
    chosen.filter((entry) => entry.list === list).map(({ id }) => id);
  const erase = async (): Promise<void> => {
    setAsks(false);
    setBusy(true);
    const answer = await session.rest.call(
      ERASE_PERSONAL_DATA,
      { ticket_ids: idsOf('ticket_ids'), appointment_ids: idsOf('appointment_ids'), mail_ids: idsOf('mail_ids') },
      { timeoutMs: TIMEOUT_MS },
    );
    setBusy(false);
    setFailure(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setErased(answer.value);
    setFound(null);
    setText('');
  };

  function entriesOf({ tickets, appointments, mails }: FoundPerson): readonly Entry[] {
    return [
      ...tickets.map(
        ({ id, number, issued_at, answers, ...ticket }): Entry => ({
          id,
          list: 'ticket_ids',
          title: `${w('personal.ticket', { number })} · ${instant(issued_at, lang)}`,
          data: [
            ...[ticket.client_name, ticket.custom_field, ticket.note, ticket.app_displayname, ticket.card],
            ...answers.map(({ question, answer }) => `${question}: ${answer.join(', ')}`),
          ],
        }),
      ),
      ...appointments.map(
        ({ id, scheduled_to, client_name, code, app_displayname, birthday, reference }): Entry => ({
          id,
          list: 'appointment_ids',
          title: w('personal.appointment', { when: scheduled_to.slice(0, 16) }),
          data: [client_name, birthday, reference, code, app_displayname],
        }),
      ),
      ...mails.map(
        ({ id, to, subject }): Entry => ({ id, list: 'mail_ids', title: w('personal.mail'), data: [to, subject] }),
      ),
    ];
  }
  const choose = ({ list, id }: Entry, isChosen: boolean): void => {
    const next = new Set(left);
    if (isChosen) next.delete(`${list} ${id}`);
    else next.add(`${list} ${id}`);
    setLeft(next);
  };

  return (
    <Screen name="personal-data" title={t('nav.personal_data')}>
      <p class="lead">{w('personal.about')}</p>
      <Form class="card panel" onSubmit={search}>
        <div class="pair pair-button">
          <TextField label={w('personal.label')} value={text} maxLength={300} autocomplete="off" onInput={setText} />
          <Button type="submit" busy={busy}>
            {w('personal.search')}
          </Button>
        </div>
        <div role="status">
          {failure !== null && <NoticeBox kind="fault">{failureText(t, failure)}</NoticeBox>}
          {erased !== null && (
            <NoticeBox kind="good">{w(erased.gone_from_disk ? 'personal.done' : 'personal.still')}</NoticeBox>
          )}
          {found !== null && (
            <p class="count">
              {entries.length === 0 ? w('personal.none') : w('personal.found', { count: entries.length })}
            </p>
          )}
          {found?.complete === false && <NoticeBox kind="attention">{w('personal.more')}</NoticeBox>}
        </div>
      </Form>
      {entries.length > 0 && (
        <section class="card panel" aria-label={t('nav.personal_data')}>
          {entries.map((entry) => (
            <CheckField
              key={`${entry.list} ${entry.id}`}
              label={entry.title}
              hint={entry.data.filter(Boolean).join(' · ')}
              checked={!left.has(`${entry.list} ${entry.id}`)}
              onChange={(isChosen) => choose(entry, isChosen)}
            />
          ))}
          <div class="adds">
            <Button busy={busy} onClick={() => void save()}>
              {w('personal.export')}
            </Button>
            <Button look="fault" busy={busy} off={chosen.length === 0} onClick={() => setAsks(true)}>
              {w('personal.erase')}
            </Button>
          </div>
        </section>
      )}
      {asks && <EraseDialog count={chosen.length} onErase={() => void erase()} onClose={() => setAsks(false)} />}
    </Screen>
  );
}

interface EraseDialogProps {
  readonly count: number;
  readonly onErase: () => void;
  readonly onClose: () => void;
}

/** Confirmation before personal data is erased permanently. */
function EraseDialog({ count, onErase, onClose }: EraseDialogProps): JSX.Element {
  const w = useOfficeWords();
  return (
    <Dialog
      title={w('personal.eraseTitle')}
      onClose={onClose}
      leave={w('personal.keep')}
      actions={
        <Button look="fault" onClick={onErase}>
          {w('personal.erase')}
        </Button>
      }
    >
      <p>{w('personal.eraseAbout', { count })}</p>
    </Dialog>
  );
}
