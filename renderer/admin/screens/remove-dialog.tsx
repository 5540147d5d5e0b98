import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ERRNO } from '../../../main/contract/errno.ts';
import type { CollectionName } from '../../../main/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import type { RestResult } from '../../shared/rest.ts';
import { useAdmin } from '../model/admin.ts';
import { useBookings } from '../model/bookings.ts';
import { fieldsBetween } from '../model/drafts.ts';
import { useLive } from '../model/feeds.ts';
import { type Item, isSame, itemsOf, nameOf, textOf } from '../model/item.ts';
import { referrersOf } from '../model/references.ts';
import { address } from '../model/router.ts';
import { FailureBox, failureOf, NO_FAILURE } from '../parts/failure-box.tsx';
import { SaidLines } from '../wording/said.tsx';
import { MeetingFrame } from './meeting-frame.tsx';

/** Asks before something is removed, says what needs it, and what somebody else has just made of it. */
export function RemoveDialog({
  collection,
  item,
  onClose,
}: {
  readonly collection: CollectionName;
  readonly item: Item;
  readonly onClose: () => void;
}): JSX.Element | null {
  const { t, site, session, drafts, notices, router } = useAdmin();
  const [busy, setBusy] = useState(false);
  /** As whoever is about to remove it has seen it. */
  const [seen, setSeen] = useState(item);
  const [failure, setFailure] = useState(NO_FAILURE);
  const file = site.file.value;
  const id = String(item.id);
  const bookings = useBookings(collection, id);
  if (file === null) return null;
  const needing = [...referrersOf(file, collection, id), ...bookings];
  const path = `v2/admin/${collection}/${encodeURIComponent(id)}`;
  const saved = itemsOf(file, collection).find((one) => one.id === id);

  const different = saved === undefined ? [] : fieldsBetween(seen, saved);

  const act = async (send: () => Promise<RestResult<unknown>>, done: () => void): Promise<void> => {
    setBusy(true);
    setFailure(NO_FAILURE);
    const answer = await send();
    const isLate = !answer.ok && answer.error.kind === 'refused' && answer.error.parameter === 'revision';
    // What is different now is then known, and shown.
    if (answer.ok || isLate) await site.reload();
    setBusy(false);
    if (isLate) return;
    if (answer.ok) {
      done();
      return;
    }
    setFailure(failureOf(t, answer.error, t('remove.needed')));
  };
  const remove = (): Promise<void> =>
    act(
      async () => {
        const read = await session.rest.get<ReadAnswer>(path);
        if (!read.ok) return read;
        if (!isSame(read.value.item, seen)) return CHANGED;
        return session.rest.delete(`${path}?revision=${read.value.revision}`);
      },
      () => {
        drafts.drop(`${collection}/${id}`);
        notices.tell('good', t('remove.done', { name: nameOf(item) }));
        router.replace(address([collection]));
      },
    );
  const switchOff = (): Promise<void> =>
    act(
      async () => {
        const read = await session.rest.get<ReadAnswer>(path);
        if (!read.ok) return read;
        return session.rest.put(`${path}?revision=${read.value.revision}`, { ...read.value.item, state: 0 });
      },
      () => {
        notices.tell('good', t('remove.switchedOff', { name: nameOf(item) }));
        onClose();
      },
    );
  const canSwitchOff = saved?.state === 1;
  return (
    <Dialog
      title={t('remove.title', { name: nameOf(item) })}
      onClose={onClose}
      actions={
        <>
          <Button
            look="fault"
            busy={busy}
            off={needing.length > 0 || different.length > 0}
            onClick={() => void remove()}
          >
            {t('remove.remove')}
          </Button>
          {canSwitchOff && (
            <Button busy={busy} onClick={() => void switchOff()}>
              {t('remove.switchOff')}
            </Button>
          )}
          <Button onClick={onClose}>{t('remove.keep')}</Button>
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
                <SaidLines lines={say(seen[field], saved?.[field])} />
              </span>
              <span>
                <strong>{t('remove.now')}</strong>
                <SaidLines lines={say(saved?.[field], seen[field])} />
              </span>
            </>
          )}
        />
      )}
      {collection === 'devices' && <InUseNow device={item} />}
      {needing.length === 0 ? (
        <p>{t('remove.free')}</p>
      ) : (
        <>
          <NoticeBox kind="attention">{t('remove.needs', { count: needing.length })}</NoticeBox>
          <ul class="rows">
            {needing.map((one) => (
              <li key={`${one.collection}/${one.id}/${one.field}`} class="row">
                <a class="row-name" href={address([one.collection, one.id])} onClick={onClose} dir="auto">
                  {one.name}
                </a>
                <span class="row-more">
                  {t(`nav.${one.collection}`)} · {t([`fieldsOf.${one.collection}.${one.field}`, `fields.${one.field}`])}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {canSwitchOff && <p class="soft">{t('remove.hint')}</p>}
      <FailureBox failure={failure} />
    </Dialog>
  );
}

/** Says of a device that it is in touch at this moment: somebody may stand in front of it. */
function InUseNow({ device }: { readonly device: Item }): JSX.Element | null {
  const { t, feeds } = useAdmin();
  const location = textOf(device, 'location');
  const live = useLive(feeds, location === '' ? [] : [location]).get(location)?.state?.devices ?? [];
  if (!live.some(({ device_id, connected }) => device_id === device.id && connected)) return null;
  return <NoticeBox kind="attention">{t('remove.connected')}</NoticeBox>;
}

interface ReadAnswer {
  readonly item: Item;
  readonly revision: string;
}

/** As the server says it, where the page has noticed it before. */
const CHANGED: RestResult<never> = {
  ok: false,
  error: { kind: 'refused', errno: ERRNO.cannotConclude, parameter: 'revision', error: '', faults: [] },
};
