import type { Log } from '../lib/context.ts';
import { matchLanguage } from '../lib/language.ts';
import type { Site } from '../site/rules/site-model.ts';
import { deviceLanguages } from '../site/service/device-languages.ts';
import { deviceLocation } from '../site/service/device-location.ts';

/** A kiosk that does not offer the language of `--lang` greets in the site's own: somebody should know why. */
export function checkWantedLanguage(lang: string | null, site: Site, deviceId: string | undefined, log: Log): void {
  const device = site.device(deviceId ?? '');
  if (lang === null || device === undefined) return;
  const languages = deviceLanguages(site, device, deviceLocation(site, device));
  if (matchLanguage(lang, languages) === null) {
    log.warn('kiosk.language-not-offered', { device: device.id, lang, languages });
  }
}
