import type { JSX } from 'preact';
import type { LiveSnapshot } from '../../shared/live-feed.ts';
import { useStaff } from '../../shared/staff.ts';
import type { Item } from '../model/item.ts';
import { Badge } from './badge.tsx';

/** Printers that somebody has to look after. */
const PRINTER_FAULTS: readonly string[] = ['no-paper', 'cover-open', 'fault', 'absent'];

/** How a device is at this moment, in one word. */
export function DeviceBadge({
  device,
  snapshot,
}: {
  readonly device: Item;
  readonly snapshot: LiveSnapshot | undefined;
}): JSX.Element {
  const { t } = useStaff();
  const live = snapshot?.state?.devices.find(({ device_id }) => device_id === device.id);
  if (device.state === 0) return <Badge kind="off">{t('live.off')}</Badge>;
  if (snapshot === undefined || snapshot.status === 'stale' || live === undefined) {
    return <span class="soft">{t('live.unknown')}</span>;
  }
  // A card has no line of its own.
  if (!live.connected && device.code !== '' && device.code !== undefined) return <span class="soft">–</span>;
  if (!live.connected && live.changed_at === '') return <span class="soft">{t('live.never')}</span>;
  if (!live.connected) return <Badge kind="attention">{t('live.away')}</Badge>;
  const { printer, readers } = live.status;
  if (PRINTER_FAULTS.includes(printer)) return <Badge kind="fault">{t(`live.printer.${printer}`)}</Badge>;
  if (readers === 'absent') return <Badge kind="fault">{t('live.readers.absent')}</Badge>;
  if (printer === 'low') return <Badge kind="attention">{t('live.printer.low')}</Badge>;
  return <Badge kind="good">{t('live.here')}</Badge>;
}
