import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { READ_DEVICE_HISTORY } from '../../../main/devices/contract/endpoints.ts';
import type { DeviceHistoryEntry } from '../../../main/devices/contract/rest/device-history.ts';
import { Button } from '../../shared/components/button.tsx';
import { useAdmin } from '../model/admin.ts';
import { instant } from '../model/words.ts';

const PAGE = 10;

/** When a device came and went, and what was wrong with it, newest first. Read again when what is `seen` of it is other. */
export function DeviceHistory({ id, seen }: { readonly id: string; readonly seen: string }): JSX.Element | null {
  const { t, session, language } = useAdmin();
  const [entries, setEntries] = useState<readonly DeviceHistoryEntry[] | null>(null);
  const [next, setNext] = useState('');

  const read = async (before: string, known: readonly DeviceHistoryEntry[], isWanted: () => boolean): Promise<void> => {
    const answer = await session.rest.call(READ_DEVICE_HISTORY, { id, before, limit: PAGE });
    if (!answer.ok || !isWanted()) return;
    setEntries([...known, ...answer.value.entries]);
    setNext(answer.value.next);
  };
  useEffect(() => {
    let isGone = false;
    void read('', [], () => !isGone);
    return () => {
      isGone = true;
    };
  }, [id, seen]);
  if (entries === null) return null;

  return (
    <section class="card panel" aria-labelledby="device-history">
      <h2 id="device-history">{t('deviceHistory.heading')}</h2>
      {entries.length === 0 && <p class="soft">{t('deviceHistory.none')}</p>}
      <ol class="device-history">
        {entries.map(({ number, at, what, alarm }) => (
          <li key={number}>
            <span class="soft">{instant(at, language.id.value)}</span>{' '}
            {t(`deviceHistory.${what}`, {
              alarm: alarm === '' ? '' : t(`shared.alarm.${alarm}`, { defaultValue: alarm }),
            })}
          </li>
        ))}
      </ol>
      {next !== '' && <Button onClick={() => void read(next, entries, () => true)}>{t('list.showMore')}</Button>}
    </section>
  );
}
