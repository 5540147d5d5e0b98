/** Import of users, services or desks from a spreadsheet. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TABLE_COLLECTIONS, type TableCollection } from '../../../main/site/contract/bulk-edit.ts';
import { IMPORT_TABLE } from '../../../main/site/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { Field, SelectField } from '../../shared/components/field.tsx';
import { FileDrop } from '../../shared/components/file-drop.tsx';
import { Foreseen } from '../change-preview/change-preview.tsx';
import { useMany } from '../change-preview/use-bulk-preview.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { saveFile } from '../model/save-file.ts';
import { Screen } from '../parts/screen.tsx';

/** Columns that most organisations fill in; the documentation lists all. */
const COLUMNS: Readonly<Record<TableCollection, readonly string[]>> = {
  users: ['username', 'name', 'email', 'roles', 'role_set', 'locations', 'desks'],
  services: ['location', 'name', 'tag', 'service_group', 'description', 'schedule', 'max_waiting'],
  desks: ['location', 'name', 'tag', 'services'],
};
const MARK = '\uFEFF';

/** Imports users, services or desks from a spreadsheet. */
export function FromTable(): JSX.Element | null {
  const { t, site, router } = useAdmin();
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
        {kind !== 'users' && (
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
          <code dir="ltr">{COLUMNS[kind].join(' ; ')}</code>
        </p>
        <div>
          <Button
            onClick={() =>
              saveFile(`${kind}.csv`, new Blob([`${MARK}${COLUMNS[kind].join(';')}\r\n`], { type: 'text/csv' }))
            }
          >
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
                location: kind === 'users' ? '' : location,
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
