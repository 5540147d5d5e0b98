import type { JSX } from 'preact';
import { ALARMS } from '../../../main/devices/contract/alarms.ts';
import type { EventDevice } from '../../../main/events/contract/events.ts';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import { useStaff } from '../../shared/staff.ts';
import { BOARD_NOTES, boardNotes } from '../model/board-notes.ts';
import type { Item } from '../model/item.ts';
import { instant } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { DeviceBadge } from '../parts/device-badge.tsx';
import { lastWords, paperWords } from './device-words.ts';

/** How a device is: what is wrong, since when and what to do; or else that all is well. With it how its paper is. */
export function DeviceCell({
  device,
  live,
  snapshot,
  hasFacts = false,
}: {
  readonly device: Item;
  readonly live: EventDevice | undefined;
  readonly snapshot: LiveSnapshot | undefined;
  /** What is known of its paper stands beside it. */
  readonly hasFacts?: boolean;
}): JSX.Element {
  const { t, language } = useStaff();
  const lang = language.id.value;
  const paper = live === undefined || hasFacts ? '' : paperWords(t, live, lang);
  if (live === undefined || live.alarms.length === 0 || device.state === 0) {
    const isStale = snapshot === undefined || snapshot.status === 'stale';
    // What a device that is gone said last may no longer be so.
    const isHeard = !isStale && live?.silent_since === '' && device.state !== 0;
    return (
      <>
        <DeviceBadge device={device} live={live} isStale={isStale} />
        {isHeard && paper !== '' && <div class="soft">{paper}</div>}
      </>
    );
  }
  const isSilent = live.alarms.some(({ kind }) => kind === 'silent');
  // That staff have closed it stays so.
  const notes = boardNotes(live).filter((note) => note === 'shut' || live.silent_since === '');
  return (
    <ul class="alarms">
      {live.alarms.map(({ kind, todo, since }) => (
        <li key={kind}>
          <Badge kind={ALARMS[kind].grave ? 'fault' : 'attention'}>{t(`shared.alarm.${kind}`)}</Badge>{' '}
          <span class="soft">{t('shared.alarms.since', { time: instant(since, lang) })}</span>
          <br />
          {t(`shared.todo.${todo}`)}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note}>
          <Badge kind="attention">{t(BOARD_NOTES[note])}</Badge>
        </li>
      ))}
      {isSilent && lastWords(t, live) !== '' && <li class="soft">{t('board.then', { words: lastWords(t, live) })}</li>}
      {!isSilent && paper !== '' && <li class="soft">{paper}</li>}
    </ul>
  );
}
