/** Screen for export and import of the site. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PREVIEW_SITE, READ_SITE, WRITE_SITE } from '../../../main/site/contract/endpoints.ts';
import type { ManyAnswer } from '../../../main/site/contract/rest/bulk-edit.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import type { RestResult } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { Field, SelectField } from '../../shared/components/field.tsx';
import { FileDrop } from '../../shared/components/file-drop.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { wallClock } from '../../shared/time.ts';
import { Changes } from '../change-preview/change-preview.tsx';
import { FailureBox, failureOf, NO_FAILURE } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { compareSites, type ImportMode, type SiteDifference, servicesAfter } from '../model/compare-sites.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { saveFile } from '../model/save-file.ts';
import { SameNumbers } from '../parts/same-numbers.tsx';
import { Screen } from '../parts/screen.tsx';
import { useUndo } from '../undo/use-undo.tsx';

/** A large site is validated and written in one request. */
const TIMEOUT_MS = 60_000;

/** A selected file, and the site at that moment. */
interface Chosen {
  readonly name: string;
  readonly document: Item;
  readonly now: SiteFile;
}

/** Exports and imports the whole site. Importing an earlier export undoes later changes. */
export function TransferScreen(): JSX.Element | null {
  const { t, site, session, notices } = useAdmin();
  const undo = useUndo();
  /** Changes after an import, to clear the name of the file. */
  const [reads, setReads] = useState(0);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [mode, setMode] = useState<ImportMode>('replace');
  const [failure, setFailure] = useState(NO_FAILURE);
  const [busy, setBusy] = useState(false);
  const [seen, setSeen] = useState<ManyAnswer | null>(null);
  const w = useOfficeWords();
  const file = site.file.value;
  // A file that replaces the site defines every location, so there is nothing to ask.
  const isAsked = chosen !== null && mode === 'merge' && (isFollowed(file) || isFollowed(chosen.document));
  const look = async (document: Item): Promise<void> => {
    setSeen(null);
    const answer = await session.rest.call(PREVIEW_SITE, {}, { document, timeoutMs: TIMEOUT_MS });
    if (answer.ok) setSeen(answer.value);
    else setFailure(failureOf(t, answer.error, t('transfer.needed')));
  };
  useEffect(() => {
    setFailure(NO_FAILURE);
    if (isAsked && chosen !== null) void look(chosen.document);
  }, [isAsked, chosen]);
  if (file === null) return null;

  /** The site with all appointments. */
  const whole = async (): Promise<RestResult<SiteFile>> => {
    const answer = await session.rest.call(READ_SITE, {}, { timeoutMs: TIMEOUT_MS });
    return answer.ok ? { ok: true, value: answer.value.site } : answer;
  };
  const download = async (): Promise<void> => {
    const fresh = await whole();
    if (!fresh.ok) {
      notices.tell('fault', failureText(t, fresh.error));
      return;
    }
    const day = new Date(wallClock()).toISOString().slice(0, 16).replaceAll(':', '');
    saveFile(`site-${day}.json`, new Blob([`${JSON.stringify(fresh.value, null, 2)}\n`], { type: 'application/json' }));
  };
  const read = async (given: File | undefined): Promise<void> => {
    setFailure(NO_FAILURE);
    setChosen(null);
    if (given === undefined) return;
    try {
      const document = objectOf(JSON.parse(await given.text()));
      const { success, site: inner } = document;
      const now = await whole();
      if (!now.ok) return setFailure({ text: failureText(t, now.error), faults: [] });
      setChosen({ name: given.name, document: success === true ? objectOf(inner) : document, now: now.value });
    } catch {
      setFailure({ text: t('transfer.notJson'), faults: [] });
    }
  };
  const send = async (): Promise<void> => {
    if (chosen === null) return;
    setBusy(true);
    const { document } = chosen;
    const asSeen = isAsked ? { token: seen?.token ?? '' } : {};
    const answer = await session.rest.call(WRITE_SITE, { mode, ...asSeen }, { document, timeoutMs: TIMEOUT_MS });
    await site.reload();
    setBusy(false);
    if (answer.ok) {
      setChosen(null);
      setReads(reads + 1);
      undo.tell(t('transfer.done'));
      return;
    }
    const isLate = answer.error.kind === 'refused' && answer.error.parameter === 'revision';
    if (isLate) await look(chosen.document);
    setFailure(isLate ? { text: w('many.late'), faults: [] } : failureOf(t, answer.error, t('transfer.needed')));
  };
  const differences =
    chosen === null ? [] : compareSites({ ...file, appointments: chosen.now.appointments }, chosen.document, mode);
  return (
    <Screen name="transfer" title={t('nav.transfer')}>
      <section class="card section" aria-labelledby="export">
        <h2 id="export">{t('transfer.export')}</h2>
        <p>{t('transfer.exportText')}</p>
        <div>
          <Button look="main" onClick={() => void download()}>
            {t('transfer.download')}
          </Button>
        </div>
      </section>
      <section class="card section" aria-labelledby="import">
        <h2 id="import">{t('transfer.import')}</h2>
        <p>{t('transfer.importText')}</p>
        <Field label={t('transfer.file')}>
          {({ id, describedBy }) => (
            <FileDrop
              key={reads}
              id={id}
              accept="application/json,.json"
              describedBy={describedBy}
              onFiles={([file]) => void read(file)}
            />
          )}
        </Field>
        {chosen !== null && (
          <>
            <SelectField
              label={t('transfer.mode')}
              hint={t(`transfer.modes.${mode}Hint`)}
              value={mode}
              options={(['replace', 'merge'] as const).map((id) => ({ value: id, label: t(`transfer.modes.${id}`) }))}
              onChange={(value) => setMode(value as ImportMode)}
            />
            <h3>{t('transfer.changes', { count: differences.length })}</h3>
            <Differences differences={differences} />
            <SameNumbers services={servicesAfter(file, chosen.document, mode)} />
            <div role="status">
              {isAsked && seen !== null && <h3>{w('model.alsoThere', { number: seen.count })}</h3>}
            </div>
            {isAsked && seen !== null && <Changes changes={seen.changes} />}
            {isAsked && seen !== null && seen.count > seen.changes.length && (
              <p class="soft">{w('many.first', { number: seen.changes.length })}</p>
            )}
            <div>
              <Button
                look={mode === 'replace' && differences.some(({ kind }) => kind === 'removed') ? 'fault' : 'main'}
                busy={busy}
                off={differences.length === 0 || (isAsked && seen === null)}
                onClick={() => void send()}
              >
                {t('transfer.send', { name: chosen.name })}
              </Button>
            </div>
          </>
        )}
        <FailureBox failure={failure} />
      </section>
    </Screen>
  );
}

const MOST = 100;

/** Whether any location inherits from another one, in a site or a file. */
function isFollowed(file: object | null): boolean {
  const locations: unknown = file !== null && 'locations' in file ? file.locations : [];
  return Array.isArray(locations) && locations.some((each) => textOf(objectOf(each), 'follows') !== '');
}

function Differences({ differences }: { readonly differences: readonly SiteDifference[] }): JSX.Element {
  const { t } = useAdmin();
  const w = useOfficeWords();
  return (
    <ul class="rows differences">
      {differences.slice(0, MOST).map(({ part, id, name, kind, fields }) => (
        <li key={`${part}/${id}`} class="row">
          <span class="row-name" dir="auto">
            {part === 'settings' ? t('nav.settings') : name}
          </span>
          <span class="row-more">
            {part === 'settings' ? '' : `${t(`nav.${part}`)} · `}
            {t(`audit.action.${kind}`)}
            {kind === 'changed' &&
              `${t('shared.colon')}${fields.map((field) => t([`fieldsOf.${part}.${field}`, `fields.${field}`], { defaultValue: field })).join(t('shared.comma'))}`}
          </span>
        </li>
      ))}
      {differences.length > MOST && <li class="row soft">{w('many.first', { number: MOST })}</li>}
    </ul>
  );
}
