/** Devices: their codes, and what displays show. */

import type { SlicedWork } from '../../../lib/steps.ts';
import type { Device } from '../../contract/site.ts';
import { displayMediaFault } from '../display-media.ts';
import type { SiteCheck } from './site-check.ts';

export function* tellDeviceFaults(check: SiteCheck): SlicedWork<void> {
  const { site, references, pathOf, isTaken, tell } = check;
  const codes = new Set<string>();
  for (const device of site.devices) {
    const path = pathOf('devices', device);
    references.ofItem(path, 'devices', device);
    // The code is a card's value: it stays out of the message.
    const { code } = device;
    if (code !== '' && (codes.has(code) || isTaken('devices', 'byKey', code, device))) {
      tell(`${path}.code: is used twice`);
    }
    codes.add(device.code);
    if (device.display !== undefined) tellDisplayFaults(`${path}.display`, device.display, check);
    yield;
  }
}

function tellDisplayFaults(
  path: string,
  { service_groups, media, media_texts }: NonNullable<Device['display']>,
  { site, unsound, references, tell }: SiteCheck,
): void {
  service_groups.forEach((id, entry) => {
    references.exists(`${path}.service_groups[${entry}]`, 'service_groups', id);
  });
  if (media_texts.length > media.length) tell(`${path}.media_texts: has more entries than media`);
  // What may be shown goes by these.
  if (unsound.settings.has('media_origins')) return;
  media.forEach((one, entry) => {
    const fault = displayMediaFault(one, site.settings?.media_origins ?? []);
    if (fault !== null) tell(`${path}.media[${entry}]: ${fault}`);
  });
}
