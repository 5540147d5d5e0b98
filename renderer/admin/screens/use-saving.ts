/** Save of an editor, with focus on the first fault. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ERRNO } from '../../../main/lib/errno.ts';
import type { GivenParameters } from '../../../main/rest/contract/endpoint.ts';
import type { ChangeThingParameters } from '../../../main/site/contract/rest/bulk-edit.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import type { RestFailure, RestResult } from '../../shared/api-client.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { meet } from '../model/drafts.ts';
import { type EditedItem, readItem } from '../model/edited-item.ts';
import { type Item, isSame, type Part, textOf } from '../model/item.ts';
import { address } from '../model/router.ts';
import { type FieldFault, faultsOf, isAt, schemaOf } from '../model/schema.ts';
import { serverFaults } from '../model/server-faults.ts';
import { knownRevision, type Stored, storeItem } from '../model/store-item.ts';

type FollowWish = GivenParameters<typeof ChangeThingParameters>;

export interface Saving {
  readonly busy: boolean;
  /** Why it was not saved; empty while nothing is in the way. */
  readonly failure: string;
  readonly faults: readonly FieldFault[];
  /** All places at the time of the appointment are taken: whoever saves is asked whether it is to be booked anyway. */
  readonly isFull: boolean;
  /** A location is to follow another one: what comes of that is looked at first. */
  readonly follow: FollowWish | null;
  followed(): Promise<void>;
  leaveFollow(): void;
  save(): Promise<void>;
  bookAnyway(): Promise<void>;
  /** Another time is chosen. */
  leaveFull(): void;
  /** That field was changed: what was wrong in it is over. */
  mend(field: string): void;
  dropFailure(): void;
  /** Neither a failure nor faults any more. */
  reset(): void;
}

/** Of a refusal that names nothing but a parameter: what is wrong in the field of that name. */
function ofParameter(
  part: Part,
  { errno, parameter, error }: Extract<RestFailure, { readonly kind: 'refused' }>,
): readonly FieldFault[] {
  if (schemaOf(part).properties?.[parameter] === undefined) return [];
  const known = serverFaults([`${parameter}: ${error}`]).filter(({ key }) => key !== '');
  return known.length === 0 && errno === ERRNO.invalidParameters ? [{ path: parameter, key: 'format' }] : known;
}

/** Saves what is edited, and says what stands in the way: the first field with a fault gets the focus. */
export function useSaving(edited: EditedItem, form: RefObject<HTMLFormElement | null>): Saving {
  const { t, site, drafts, router, notices, session } = useAdmin();
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [full, setFull] = useState<'no' | 'asked' | 'left'>('no');
  const [follow, setFollow] = useState<{ readonly wish: FollowWish; readonly sent: Item } | null>(null);
  const { part, key, draft, isNew, item } = edited;

  const showFaults = (all: readonly FieldFault[]): void => {
    setFaults(all);
    window.setTimeout(
      () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .field-fault')?.focus(),
      0,
    );
  };

  useEffect(() => {
    // Only now the question is off the page, and has given the focus back.
    if (full === 'left') showFaults([{ path: 'scheduled_to', key: 'full' }]);
  }, [full]);

  const tellFailure = (error: RestFailure): void => {
    const isRefused = error.kind === 'refused';
    if (isRefused && error.errno === ERRNO.cannotConclude && error.parameter === 'scheduled_to') {
      setFull('asked');
      return;
    }
    setFailure(isRefused && error.errno === ERRNO.cannotConclude ? t('edit.refused') : failureText(t, error));
    if (!isRefused) return;
    showFaults(error.faults.length > 0 ? serverFaults(error.faults) : ofParameter(part, error));
  };

  /** True when it is saved. */
  const settle = async (stored: Stored): Promise<boolean> => {
    if (stored.kind === 'failed') {
      tellFailure(stored.error);
      return false;
    }
    // Whatever the server has now is shown first.
    const read = await site.reload();
    if (stored.kind === 'late') setFailure(t('meeting.notSaved'));
    if (stored.kind === 'unread') setFailure(failureText(t, stored.error));
    if (stored.kind !== 'stored') return false;
    await keepLater(stored.id, item, read);
    showMade(stored.id);
    return true;
  };

  /** What was saved is no draft any more; what was changed while it was on its way is one, upon what was saved. */
  const keepLater = async (id: string, sent: Item, read: RestResult<SiteFile>): Promise<void> => {
    const isChanged = (): boolean => {
      const later = drafts.get(key);
      return later !== undefined && !isSame(later.value, sent);
    };
    // An appointment that is new is not in what was read.
    const isHeld = isNew && part === 'appointments' && isChanged();
    const whole = isHeld ? await site.hold(id) : read;
    if (isHeld) site.letGo(id);
    const later = drafts.get(key);
    // Where nothing could be read, it is as it was sent.
    const now = (whole.ok ? readItem(whole.value, part, id) : undefined) ?? (isNew ? { ...sent, id } : sent);
    drafts.drop(key);
    if (later === undefined || isSame(later.value, sent)) return;
    const { value } = meet({ base: sent, value: later.value }, now);
    drafts.put(isNew ? `${part}/${id}` : key, { base: now, value });
  };

  /** A new thing has an address now; whoever has gone elsewhere meanwhile is not called back. */
  const showMade = (id: string): void => {
    const [where, which] = router.place.value.path;
    if (isNew && where === part && which === 'new') router.replace(address([part, id]));
  };

  const askToFollow = async (): Promise<void> => {
    const revision = isNew ? '' : await knownRevision(session.rest, edited);
    if (typeof revision !== 'string') return void (await settle(revision));
    const id = textOf(item, 'id') || crypto.randomUUID();
    setFollow({ wish: { collection: 'locations', id, revision, item: JSON.stringify(item) }, sent: item });
  };

  const store = async (more: Item): Promise<void> => {
    if (busy || (draft === undefined && !isNew)) return;
    setFailure('');
    const local = faultsOf(part, item);
    if (local.length > 0) return showFaults(local);
    setBusy(true);
    if (beginsToFollow(edited)) {
      await askToFollow();
      setBusy(false);
      return;
    }
    const isSaved = await settle(await storeItem(session.rest, edited, more));
    setBusy(false);
    if (!isSaved) return;
    setFaults([]);
    notices.tell('good', t('edit.saved'));
  };

  return {
    busy,
    failure,
    faults,
    isFull: full === 'asked',
    save: () => store({}),
    bookAnyway() {
      setFull('no');
      return store({ anyway: true });
    },
    follow: follow?.wish ?? null,
    async followed() {
      if (follow === null) return;
      setFollow(null);
      setFaults([]);
      setBusy(true);
      await keepLater(follow.wish.id, follow.sent, await site.reload());
      setBusy(false);
      showMade(follow.wish.id);
    },
    leaveFollow: () => setFollow(null),
    leaveFull: () => setFull('left'),
    mend: (field) => setFaults((before) => before.filter((fault) => !isAt(fault, field))),
    dropFailure: () => setFailure(''),
    reset() {
      setFaults([]);
      setFailure('');
    },
  };
}

function beginsToFollow({ part, item, base }: EditedItem): boolean {
  const model = textOf(item, 'follows');
  return part === 'locations' && model !== '' && model !== textOf(base, 'follows');
}
