import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CollectionName } from '../../../main/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { type Item, itemsOf, nameOf } from '../model/item.ts';
import { referrersOf } from '../model/references.ts';
import { address } from '../model/router.ts';
import type { Fault } from '../model/schema.ts';
import { serverFaults } from '../model/server-faults.ts';
import { FaultList } from '../parts/fault-list.tsx';

/** Asks before something is removed, and says what needs it. */
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
  const [failure, setFailure] = useState('');
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const file = site.file.value;
  if (file === null) return null;
  const id = String(item.id);
  const needing = referrersOf(file, collection, id);
  const path = `v2/admin/${collection}/${encodeURIComponent(id)}`;
  const saved = itemsOf(file, collection).find((one) => one.id === id);

  const act = async (send: () => ReturnType<typeof session.rest.delete>, done: () => void): Promise<void> => {
    setBusy(true);
    const answer = await send();
    if (answer.ok) await site.reload();
    setBusy(false);
    if (answer.ok) {
      done();
      return;
    }
    const { error } = answer;
    setFailure(error.kind === 'refused' && error.errno === 7 ? t('remove.needed') : failureText(t, error));
    setFaults(error.kind === 'refused' ? serverFaults(error.faults) : []);
  };
  const remove = (): Promise<void> =>
    act(
      () => session.rest.delete(path),
      () => {
        drafts.drop(`${collection}/${id}`);
        notices.tell('good', t('remove.done', { name: nameOf(item) }));
        router.replace(address([collection]));
      },
    );
  const switchOff = (): Promise<void> =>
    act(
      async () => {
        const read = await session.rest.get<{ readonly item: Item; readonly revision: string }>(path);
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
          <Button look="fault" busy={busy} off={needing.length > 0} onClick={() => void remove()}>
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
      {failure !== '' && (
        <div role="alert">
          <NoticeBox kind="fault">
            <p>{failure}</p>
            <FaultList faults={faults} />
          </NoticeBox>
        </div>
      )}
    </Dialog>
  );
}
