/** Copy of a location. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { COPY_BRANCH } from '../../../main/site/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { Foreseen } from '../change-preview/change-preview.tsx';
import { useMany } from '../change-preview/use-bulk-preview.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { address } from '../model/router.ts';
import { Screen } from '../parts/screen.tsx';

/** Creates a location as a copy of an existing one. */
export function CopyBranch(): JSX.Element | null {
  const { site, router } = useAdmin();
  const w = useOfficeWords();
  const many = useMany(COPY_BRANCH);
  const locations = site.file.value?.locations ?? [];
  const [from, setFrom] = useState(router.place.value.query.location || (locations[0]?.id ?? ''));
  const [name, setName] = useState('');
  const [own, setOwn] = useState('');
  const [follow, setFollow] = useState(false);
  const id = own || plainId(name);
  const ask = (event: Event): void => {
    event.preventDefault();
    void many.look({ location: from, id, name, follow });
  };
  const change =
    (set: (value: string) => void) =>
    (value: string): void => {
      many.forget();
      set(value);
    };
  return (
    <Screen name="copy-branch" title={w('many.title.copy')}>
      <p class="lead">{w('many.about.copy')}</p>
      <form class="card section" onSubmit={ask}>
        <SelectField
          label={w('many.from')}
          value={from}
          options={locations.map((location) => ({ value: location.id, label: location.name }))}
          onChange={change(setFrom)}
        />
        <TextField label={w('many.name')} value={name} required onInput={change(setName)} />
        <TextField
          label={w('many.id')}
          hint={w('many.idHint')}
          value={id}
          dir="ltr"
          required
          onInput={change(setOwn)}
        />
        <CheckField
          label={w('model.copy')}
          checked={follow}
          onChange={(checked) => {
            many.forget();
            setFollow(checked);
          }}
        />
        <div>
          <Button type="submit" look="main" busy={many.busy} off={name.trim() === '' || id === ''}>
            {w('many.look')}
          </Button>
        </div>
      </form>
      <Foreseen many={many} onDone={() => router.go(address(['locations', id]))} />
    </Screen>
  );
}

/** The characters of a name that an id may contain. */
function plainId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\s/?#\p{Cc}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}
