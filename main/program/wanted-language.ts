import type { Log } from '../context.ts';
import { matchLanguage } from '../core/language.ts';
import type { Site } from '../core/site-model.ts';
import { deviceLanguages } from '../server/site/device-languages.ts';
import { deviceLocation } from '../server/site/device-location.ts';

/** A kiosk that does not offer the language of `--lang` greets in the site's own: somebody should know why. */
export function checkWantedLanguage(lang: string | null, site: Site, deviceId: string | undefined, log: Log): void {
  const device = site.device(deviceId ?? '');
  if (lang === null || device === undefined) return;
  const languages = deviceLanguages(site, device, deviceLocation(site, device));
  if (matchLanguage(lang, languages) === null) {
    log.warn('kiosk.language-not-offered', { device: device.id, lang, languages });
  }
}
