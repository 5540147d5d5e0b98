/** Unmet settings of a display, as sentences for staff. */
import type { TFunction } from 'i18next';
import type { DeviceStatus } from '../../../main/devices/contract/device-status.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { number } from '../model/words.ts';

const CM_IN_M = 100;
/** Defaults of `DisplaySchema`. */
const USUAL = { read_metres: 10, last_calls: 6 } as const;

/** Metres in the page's language, rounded down. */
export function metres(cm: number, lang: string): string {
  const rounded = Math.floor(cm / 10) / 10;
  return number(rounded, lang, { style: 'unit', unit: 'meter', maximumFractionDigits: 1 });
}

export function displayShortfalls(t: TFunction, device: Item, status: DeviceStatus, lang: string): readonly string[] {
  const settings = objectOf(device.display);
  const wanted = (name: keyof typeof USUAL): number => Number(settings[name] ?? USUAL[name]);
  const { readable_cm, list_lines, loop } = status;
  const isTooFar = readable_cm > 0 && readable_cm < wanted('read_metres') * CM_IN_M;
  const isNarrow = list_lines > 0 && list_lines < wanted('last_calls');
  return [
    ...(loop === 'absent' || loop === 'blocked'
      ? [t(`live.loop.${loop}`, { name: textOf(settings, 'loop_output') })]
      : []),
    ...(isTooFar
      ? [t('live.tooFar', { wanted: metres(wanted('read_metres') * CM_IN_M, lang), real: metres(readable_cm, lang) })]
      : []),
    ...(isNarrow ? [t('live.fewLines', { wanted: wanted('last_calls'), real: list_lines })] : []),
  ];
}
