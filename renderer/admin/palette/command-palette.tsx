/** Command palette: a search field for screens, settings, locations, services and people. */
import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { SEARCH_SITE } from '../../../main/site/contract/endpoints.ts';
import { Dialog } from '../../shared/components/dialog.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLocations } from '../model/locations.ts';
import { entriesOf, findEntries, foundItems, type PaletteEntry } from './palette-entries.ts';
import './command-palette.css';

/** Shorter texts are found nearly everywhere. */
const MIN_ASKED = 2;
/** Pause in typing before the server is asked. */
const PAUSE_MS = 200;

export function CommandPalette({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { t, rights, site, router, chooseLocation } = useAdmin();
  const { all: locations, here } = useLocations();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const file = site.file.value;
  const known = useMemo(
    () => entriesOf({ t, rights, file, locations, here: here?.id ?? '' }),
    [t, rights, file, locations, here],
  );
  const remote = useRemoteEntries(text);
  useEffect(() => {
    // The overview of all locations is shown without the site.
    if (rights.seesSite && site.file.peek() === null) void site.reload();
  }, [rights, site]);
  const addresses = new Set(known.map((each) => each.address));
  const found = findEntries([...known, ...remote.filter((each) => !addresses.has(each.address))], text);
  const chosen = Math.min(at, found.length - 1);
  const open = ({ address, location }: PaletteEntry): void => {
    if (location !== '') chooseLocation(location);
    onClose();
    router.go(address);
  };
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    }
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    const wanted = found[chosen];
    if (wanted !== undefined) open(wanted);
  };
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, found.length]);
  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <input
        class="input"
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        dir="auto"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={keys}
      />
      <div class="palette" id={id} role="listbox" aria-label={t('palette.title')}>
        {found.map((each, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys of its list
          <div
            key={each.address + each.location}
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            onClick={() => open(each)}
          >
            <span class="palette-kind soft">{t(`palette.${each.kind}`)}</span>
            <span dir="auto">{each.name}</span>
            {each.more !== '' && (
              <span class="soft" dir="auto">
                {each.more}
              </span>
            )}
          </div>
        ))}
      </div>
      <p class="soft" role="status">
        {found.length === 0 ? t('shared.nothingFound') : ''}
      </p>
    </Dialog>
  );
}

/** Services and users outside the loaded part of a large site, from the server. */
function useRemoteEntries(text: string): readonly PaletteEntry[] {
  const { session, site, rights } = useAdmin();
  const { all: locations } = useLocations();
  const [entries, setEntries] = useState<readonly PaletteEntry[]>([]);
  const mayFind = rights.sees('services') || rights.sees('users');
  const isAsked = mayFind && site.part.value !== '' && text.trim().length >= MIN_ASKED;
  useEffect(() => {
    setEntries([]);
    if (!isAsked) return;
    const leave = new AbortController();
    const { signal } = leave;
    const find = async (): Promise<void> => {
      const found = await session.rest.call(SEARCH_SITE, { text: text.trim() }, { signal });
      if (signal.aborted || !found.ok) return;
      const { services, users } = found.value;
      setEntries([
        ...foundItems('service', services, { rights, locations }),
        ...foundItems('user', users, { rights, locations }),
      ]);
    };
    const timer = window.setTimeout(() => void find(), PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      leave.abort();
    };
  }, [text, isAsked]);
  return entries;
}
