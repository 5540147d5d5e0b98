/** Devices of this program, from its options and the site. */
import type { Log } from '../lib/context.ts';
import { matchLanguage } from '../lib/language.ts';
import type { Settings } from '../lib/settings/settings.ts';
import { StartError } from '../lib/start-error.ts';
import { DEVICE_TYPE } from '../site/contract/site.ts';
import type { Site } from '../site/rules/site-model.ts';
import { deviceLanguages } from '../site/service/device-languages.ts';
import { deviceLocation } from '../site/service/device-location.ts';

export function kiosksOf(site: Site): readonly string[] {
  return site.file.devices.filter(({ type }) => type === DEVICE_TYPE.kiosk).map(({ id }) => id);
}

/** Throws `StartError` for a device that the site does not have. */
export function checkOwnDevices({ device, secondScreen, lang }: Settings, site: Site, log: Log): void {
  const kiosks = kiosksOf(site);
  if (device !== null && site.device(device) === undefined) {
    throw new StartError(`--device ${device}: the site has no such device; it has ${kiosks.join(', ')}`);
  }
  checkWantedLanguage(lang, site, device ?? kiosks[0], log);
  const displays = site.file.devices.filter(({ type }) => type === DEVICE_TYPE.display).map(({ id }) => id);
  if (secondScreen !== null && !displays.includes(secondScreen)) {
    const known = displays.join(', ') || 'none';
    throw new StartError(`--second-screen ${secondScreen}: the site has no such display; it has ${known}`);
  }
}

/** A kiosk that does not offer the language of `--lang` greets in the site's own: somebody should know why. */
function checkWantedLanguage(lang: string | null, site: Site, deviceId: string | undefined, log: Log): void {
  const device = site.device(deviceId ?? '');
  if (lang === null || device === undefined) return;
  const languages = deviceLanguages(site, device, deviceLocation(site, device));
  if (matchLanguage(lang, languages) === null) {
    log.warn('kiosk.language-unavailable', { device: device.id, lang, languages });
  }
}
