/** Dialog before an item is removed. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ERRNO } from '../../../main/lib/result.ts';
import { FOLLOWED_COLLECTIONS } from '../../../main/site/contract/bulk-edit.ts';
import { CHANGE_THING, deleteItem, readItem, replaceItem } from '../../../main/site/contract/endpoints.ts';
import type { ChangeThingAnswer } from '../../../main/site/contract/rest/bulk-edit.ts';
import type { CollectionName, SiteFile } from '../../../main/site/contract/site.ts';
import type { RestResult } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useBookings } from '../appointments/bookings.ts';
import { type Many, useMany } from '../change-preview/use-bulk-preview.ts';
import { FailureBox, failureOf, NO_FAILURE } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { fieldsBetween } from '../model/drafts.ts';
import { useLive } from '../model/feeds.ts';
import { type Item, isSame, itemsOf, nameOf, textOf } from '../model/item.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { referrersOf } from '../model/references.ts';
import { address } from '../model/router.ts';
import { restoreOf } from '../undo/appointment-undo.ts';
import { useUndo } from '../undo/use-undo.tsx';
import { DiffLines } from '../value-format/value-diff.tsx';
import { MeetingFrame } from './edit-conflict.tsx';

interface RemoveDialogProps {
  readonly collection: CollectionName;
  readonly item: Item;
  readonly onClose: () => void;
}

/** Confirms the removal; shows references to the item and recent changes by others. */
export function RemoveDialog({ collection, item, onClose }: RemoveDialogProps): JSX.Element | null {
  const { t, site, session, drafts, router } = useAdmin();
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  /** The version of the item that the dialog shows. */
  const [seen, setSeen] = useState(item);
  const [failure, setFailure] = useState(NO_FAILURE);
  const file = site.file.value;
  const id = String(item.id);
  const bookings = useBookings(collection, id);
  const w = useOfficeWords();
  const many = useMany(CHANGE_THING);
  const followed = file === null ? undefined : followedCollection(file, collection, item);
  const isFollowed = followed !== undefined;
  const lookAtBranches = async (): Promise<void> => {
    if (followed !== undefined) await many.look({ collection: followed, id });
  };
  useEffect(() => void lookAtBranches(), [isFollowed]);
  if (file === null) return null;
  const needing = [...referrersOf(file, collection, id), ...bookings];
  const saved = itemsOf(file, collection).find((one) => one.id === id);

  const different = saved === undefined ? [] : fieldsBetween(seen, saved);

  const act = async (send: () => Promise<RestResult<unknown>>, text: string, done: () => void): Promise<void> => {
    setBusy(true);
    setFailure(NO_FAILURE);
    const answer = await send();
    const isLate = !answer.ok && answer.error.kind === 'refused' && answer.error.parameter === 'revision';
    // Reloading shows the changed version.
    if (answer.ok || isLate) await site.reload();
    setBusy(false);
    if (isLate) {
      // For an inherited item the preview of the other locations may have changed too.
      await lookAtBranches();
      return isFollowed ? setFailure({ text: w('many.late'), faults: [] }) : undefined;
    }
    if (answer.ok) {
      undo.tell(text, collection === 'appointments' ? await restoreOf(session.rest, id, saved ?? seen) : undefined);
      done();
      return;
    }
    setFailure(failureOf(t, answer.error, t('remove.needed')));
  };
  const remove = (): Promise<void> =>
    act(
      async () => {
        const read = await session.rest.call(readItem(collection), { id });
        if (!read.ok) return read;
        if (!isSame(read.value.item, seen)) return CHANGED;
        const { revision } = read.value;
        if (followed === undefined) return session.rest.call(deleteItem(collection), { id, revision });
        const asSeen = { collection: followed, id, revision, apply: true, token: many.seen?.token ?? '' };
        return session.rest.call(CHANGE_THING, asSeen, { timeoutMs: TIMEOUT_MS });
      },
      t('remove.done', { name: nameOf(item) }),
      () => {
        drafts.drop(`${collection}/${id}`);
        router.replace(address([collection]));
      },
    );
  const switchOff = (): Promise<void> =>
    act(
      async () => {
        const read = await session.rest.call(readItem(collection), { id });
        if (!read.ok) return read;
        const { item: now, revision } = read.value;
        return session.rest.call(replaceItem(collection), { id, revision }, { document: { ...now, state: 0 } });
      },
      t('remove.switchedOff', { name: nameOf(item) }),
      onClose,
    );
  const canSwitchOff = saved?.state === 1;
  return (
    <Dialog
      title={t('remove.title', { name: nameOf(item) })}
      onClose={onClose}
      leave={t('remove.keep')}
      actions={
        <>
          <Button
            look="fault"
            busy={busy}
            off={needing.length > 0 || different.length > 0 || (isFollowed && many.seen === null)}
            onClick={() => void remove()}
          >
            {t('remove.remove')}
          </Button>
          {canSwitchOff && (
            <Button busy={busy} onClick={() => void switchOff()}>
              {t('remove.switchOff')}
            </Button>
          )}
        </>
      }
    >
      {different.length > 0 && (
        <MeetingFrame
          part={collection}
          id={id}
          now={saved ?? {}}
          text={t('remove.changed')}
          fields={different}
          onSettle={() => setSeen(saved ?? seen)}
          field={(field, say) => (
            <>
              <span>
                <strong>{t('remove.before')}</strong>
                <DiffLines lines={say(seen[field], saved?.[field])} />
              </span>
              <span>
                <strong>{t('remove.now')}</strong>
                <DiffLines lines={say(saved?.[field], seen[field])} />
              </span>
            </>
          )}
        />
      )}
      {collection === 'devices' && <InUseNow device={item} />}
      {needing.length === 0 ? (
        <p>{[t('remove.free'), ...(collection === 'appointments' ? [] : [t('remove.undoable')])].join(' ')}</p>
      ) : (
        <>
          <NoticeBox kind="attention">{t('remove.needs', { count: needing.length })}</NoticeBox>
          <ul class="rows">
            {needing.map((one) => (
              <li key={`${one.collection}/${one.id}/${one.field}`} class="row">
                <a
                  class="row-name"
                  href={address(one.id === '' ? [one.collection] : [one.collection, one.id])}
                  onClick={onClose}
                  dir="auto"
                >
                  {one.name || t(`nav.${one.collection}`)}
                </a>
                <span class="row-more">
                  {t(`nav.${one.collection}`)} · {t([`fieldsOf.${one.collection}.${one.field}`, `fields.${one.field}`])}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isFollowed && needing.length === 0 && <AtBranches collection={collection} many={many} />}
      {canSwitchOff && <p class="soft">{t('remove.hint')}</p>}
      <FailureBox failure={failure} />
    </Dialog>
  );
}

/** A large site is validated and written in one request. */
const TIMEOUT_MS = 60_000;

/** Collection of an item that other locations inherit; undefined if none does. */
function followedCollection({ locations }: SiteFile, collection: CollectionName, item: Item) {
  const place = collection === 'locations' ? textOf(item, 'id') : textOf(item, 'location');
  const hasFollowers = locations.some(({ follows }) => follows !== '' && follows === place);
  return hasFollowers ? FOLLOWED_COLLECTIONS.find((each) => each === collection) : undefined;
}

interface AtBranchesProps {
  readonly collection: CollectionName;
  readonly many: Pick<Many<never, ChangeThingAnswer>, 'seen' | 'failure'>;
}

/** Number of inheriting locations that lose, close or keep the item. */
function AtBranches({ collection, many }: AtBranchesProps): JSX.Element {
  const w = useOfficeWords();
  const { seen } = many;
  const kinds = (['lose', 'close', 'keep'] as const).filter((kind) => (seen?.branches[kind] ?? 0) > 0);
  return (
    <>
      <FailureBox failure={many.failure} />
      <div role="status">
        {seen !== null && (
          <NoticeBox kind={kinds.length > 0 ? 'attention' : 'info'}>
            {kinds.length === 0 && w('model.none')}
            {kinds.map((kind) => (
              <p key={kind}>
                {w(`model.${kind === 'keep' && collection === 'locations' ? 'freed' : kind}`, {
                  number: seen.branches[kind],
                })}
              </p>
            ))}
          </NoticeBox>
        )}
      </div>
    </>
  );
}

/** Warns that a device is connected and may be in use. */
function InUseNow({ device }: { readonly device: Item }): JSX.Element | null {
  const { t, feeds } = useAdmin();
  const location = textOf(device, 'location');
  const live = useLive(feeds, location === '' ? [] : [location]).get(location)?.state?.devices ?? [];
  if (!live.some(({ device_id, connected }) => device_id === device.id && connected)) return null;
  return <NoticeBox kind="attention">{t('remove.connected')}</NoticeBox>;
}

/** The server's conflict answer, used when the page notices the change itself. */
const CHANGED: RestResult<never> = {
  ok: false,
  error: { kind: 'refused', errno: ERRNO.cannotConclude, parameter: 'revision', error: '', faults: [] },
};
