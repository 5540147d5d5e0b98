/** Board of all devices, those with issues first. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { searchFor } from '../../shared/search.ts';
import { liveDevices, worstFirst } from '../devices/board-order.ts';
import { UpdateNotice } from '../devices/update-notice.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { itemsOf, nameOf, textOf } from '../model/item.ts';
import { address } from '../model/router.ts';
import { LocationFilter, useShownLocation } from '../parts/location-filter.tsx';
import { searchText } from './list-cells.tsx';
import { ListFrame } from './list-frame.tsx';

/** Live state of all devices, issues first. The first page is drawn at once, the rest on request. */
export function DeviceBoard(): JSX.Element | null {
  const { t, site, router, language, feeds, rights } = useAdmin();
  const file = site.file.value;
  const { q = '', location: asked = '', state = '' } = router.place.value.query;
  const location = useShownLocation(asked);
  const places = (file?.locations ?? []).map(({ id }) => id);
  const live = useLive(feeds, location === '' ? places : places.filter((id) => id === location));
  const lang = language.id.value;
  const all = useMemo(() => (file === null ? [] : itemsOf(file, 'devices')), [file]);
  const found = useMemo(() => {
    if (file === null) return [];
    const isFound = searchFor(q);
    const names = new Intl.Collator(lang, { numeric: true });
    return all
      .filter((item) => location === '' || textOf(item, 'location') === location)
      .filter((item) => state === '' || String(item.state ?? 1) === state)
      .filter((item) => isFound(() => searchText(file, item)))
      .sort((a, b) => names.compare(nameOf(a), nameOf(b)));
  }, [file, all, q, location, state, lang]);
  const devices = useMemo(() => liveDevices(live), [live]);
  const rows = useMemo(() => worstFirst(found, devices), [found, devices]);
  if (file === null) return null;

  const wrong = rows.filter(({ id }) => (devices.get(String(id))?.alarms.length ?? 0) > 0).length;
  const refine = (change: Readonly<Record<string, string>>): void => {
    router.refine({ q, location, state, ...change });
  };
  return (
    <ListFrame
      collection="devices"
      name="devices"
      fresh={address(['devices', 'new'], { location: location || (places.length === 1 ? (places[0] ?? '') : '') })}
      q={q}
      state={state}
      hasStates={all.some((item) => item.state === 0)}
      refine={refine}
      filters={<LocationFilter location={location} onChange={(id) => refine({ location: id })} />}
      notice={
        <>
          <UpdateNotice />
          {rights.sees('pair') && (
            <p>
              <a href={address(['pair'])}>{t('key.pair')}</a>
            </p>
          )}
        </>
      }
      count={
        <>
          {t('list.count', { count: found.length, all: all.length })}
          {wrong > 0 && <strong class="board-wrong"> {t('board.wrong', { count: wrong })}</strong>}
        </>
      }
      rows={rows}
      empty={all.length === 0 ? t('list.none') : t('shared.nothingFound')}
      live={live}
      devices={devices}
    />
  );
}
