/** Loads the part of a large site to which an edited item belongs. */
import { useEffect, useState } from 'preact/hooks';
import { readItem } from '../../../main/site/contract/endpoints.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { useAdmin } from '../model/admin.ts';
import { readItem as itemIn } from '../model/edited-item.ts';
import { type Item, listOf, objectOf, type Part, textOf } from '../model/item.ts';

/** Whether the loaded part of the site has the item and its references, so that it can be shown. */
export function useItemIsHere(part: Part, id: string, file: SiteFile): boolean {
  const { site, session, router, chooseLocation } = useAdmin();
  const loaded = site.part.value;
  /** Item that is nowhere. */
  const [gone, setGone] = useState('');
  const known = part === 'settings' || id === 'new' ? undefined : itemIn(file, part, id);
  const asked = id === 'new' ? (router.place.value.query.location ?? '') : '';
  const wish = loaded === '' || gone === id ? 'nothing' : wishOf();
  useEffect(() => {
    if (wish === 'all') void site.readAll();
    else if (wish === 'item') void find();
    else if (wish !== 'nothing') chooseLocation(wish);
  }, [wish]);

  /** What has to be loaded: `nothing`, `all`, the `item` to learn its location, or the id of a location. */
  function wishOf(): string {
    if (part === 'settings' || part === 'appointments') return 'nothing';
    if (id === 'new') return asked !== loaded && isLocation(file, asked) ? asked : 'nothing';
    if (part === 'locations' && known !== undefined) return id === loaded ? 'nothing' : id;
    if (known === undefined) return 'item';
    return listOf(known, 'desks').every((desk) => file.desks.some((one) => one.id === desk)) ? 'nothing' : 'all';
  }
  async function find(): Promise<void> {
    if (part === 'settings') return;
    const answer = await session.rest.call(readItem(part), { id });
    const place = answer.ok ? placeOf(objectOf(answer.value.item)) : '';
    if (isLocation(file, place) && place !== loaded) chooseLocation(place);
    else setGone(id);
  }
  return wish === 'nothing';
}

const isLocation = ({ locations }: SiteFile, id: string): boolean => locations.some((each) => each.id === id);

const placeOf = (item: Item): string => textOf(item, 'location') || (listOf(item, 'locations')[0] ?? '');
