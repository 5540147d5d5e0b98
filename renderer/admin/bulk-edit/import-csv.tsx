/** Import of items from a spreadsheet. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { IMPORT_TABLE } from '../../../main/site/contract/endpoints.ts';
import { TABLE_COLLECTIONS, TABLE_COLUMNS, type TableCollection } from '../../../main/site/contract/table-columns.ts';
import { Button } from '../../shared/components/button.tsx';
import { Field, SelectField } from '../../shared/components/field.tsx';
import { FileDrop } from '../../shared/components/file-drop.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Foreseen } from '../change-preview/change-preview.tsx';
import { useMany } from '../change-preview/use-bulk-preview.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { saveFile } from '../model/save-file.ts';
import { Screen } from '../parts/screen.tsx';
import { presentTable } from './present-table.ts';

/** Imports items from a spreadsheet, and exports the present ones as its template. */
export function FromTable(): JSX.Element | null {
  const { t, site, router, notices } = useAdmin();
  const [isSaving, setSaving] = useState(false);
  const w = useOfficeWords();
  const many = useMany(IMPORT_TABLE);
  const { collection: asked = '', location: first = '' } = router.place.value.query;
  const kind: TableCollection = TABLE_COLLECTIONS.find((each) => each === asked) ?? 'users';
  const locations = site.file.value?.locations ?? [];
  const [location, setLocation] = useState(first || (locations.length === 1 ? (locations[0]?.id ?? '') : ''));
  const [chosen, setChosen] = useState<{ readonly name: string; readonly table: string } | null>(null);
  const read = async (given: File | undefined): Promise<void> => {
    many.forget();
    setChosen(given === undefined ? null : { name: given.name, table: await textOf(given) });
  };
  const isLocated = 'location' in TABLE_COLUMNS[kind];
  const save = async (): Promise<void> => {
    setSaving(true);
    // Of a large site, only a part may be loaded.
    const whole = await site.readAll();
    setSaving(false);
    if (!whole.ok) return notices.tell('fault', failureText(t, whole.error));
    const table = presentTable(kind, whole.value, isLocated ? location : '');
    saveFile(`${kind}.csv`, new Blob([...table], { type: 'text/csv' }));
  };
  return (
    <Screen name="from-table" title={w('many.title.table')}>
      <p class="lead">{w('many.about.table')}</p>
      <section class="card section">
        <SelectField
          label={w('many.kind')}
          value={kind}
          options={TABLE_COLLECTIONS.map((id) => ({ value: id, label: t(`nav.${id}`) }))}
          onChange={(id) => {
            many.forget();
            router.refine({ collection: id, location });
          }}
        />
        {isLocated && (
          <SelectField
            label={w('many.place')}
            value={location}
            options={[{ value: '', label: '–' }, ...locations.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(id) => {
              many.forget();
              setLocation(id);
            }}
          />
        )}
        <p>{w('many.columns')}</p>
        <p>
          <code dir="ltr">{Object.keys(TABLE_COLUMNS[kind]).join(' ; ')}</code>
        </p>
        <div>
          <Button busy={isSaving} onClick={() => void save()}>
            {w('many.example')}
          </Button>
        </div>
        <Field label={w('many.file')}>
          {({ id, describedBy }) => (
            <FileDrop
              id={id}
              accept=".csv,text/csv,text/plain"
              describedBy={describedBy}
              onFiles={([file]) => void read(file)}
            />
          )}
        </Field>
        <div>
          <Button
            look="main"
            busy={many.busy}
            off={chosen === null}
            onClick={() =>
              void many.look({
                collection: kind,
                location: isLocated ? location : '',
                table: chosen?.table ?? '',
              })
            }
          >
            {w('many.look')}
          </Button>
        </div>
      </section>
      <Foreseen many={many} onDone={() => setChosen(null)} />
    </Screen>
  );
}

/** Decodes the file: UTF-8, otherwise the Western Windows code page. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
