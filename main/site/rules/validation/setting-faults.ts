/** Networks, names, days and addresses of the settings that cannot be what they say. */
import { MAX_CARD_SALTS } from '../../../cards/contract/card-rules.ts';
import { saltOfCard } from '../../../cards/rules/judge-card.ts';
import { addressName } from '../../../lib/host-name.ts';
import { parseNetwork } from '../../../lib/network.ts';
import { compilePatternOfAnyCase } from '../../../lib/pattern.ts';
import { publicUrlFault } from '../../../lib/public-url.ts';
import { parseWallTime } from '../../../lib/zone.ts';
import { mailSettingFaults } from '../../../mail/rules/mail-settings.ts';
import { MIN_DAYS_KEPT } from '../../contract/site.ts';
import { namedBySettings } from '../../contract/site-references.ts';
import { repeated } from './repeated.ts';
import type { SiteCheck } from './site-check.ts';

export function tellSettingFaults({ site: { settings }, references, tell }: SiteCheck): void {
  for (const name of ['trusted_networks', 'trusted_proxies', 'webhook_networks', 'printer_networks'] as const) {
    settings?.[name].forEach((text, place) => {
      if (parseNetwork(text) === null) {
        tell(`settings.${name}[${place}]: "${text}" is not a network such as 192.168.4.0/24`);
      }
    });
  }
  settings?.allowed_hosts.forEach((text, place) => {
    if (addressName(text) === null) {
      tell(`settings.allowed_hosts[${place}]: "${text}" is not a name such as queue.example.org`);
    }
  });
  const { keep_tickets: keepTickets = 0 } = settings ?? {};
  if (keepTickets > 0 && keepTickets < MIN_DAYS_KEPT) {
    tell(`settings.keep_tickets: must be 0 (for ever) or at least ${MIN_DAYS_KEPT} days`);
  }
  for (const [name, fault] of settings === undefined ? [] : mailSettingFaults(settings))
    tell(`settings.${name}: ${fault}`);
  const reasons = settings?.break_reasons.map(({ id }) => id) ?? [];
  for (const place of repeated(reasons)) tell(`settings.break_reasons[${place}].id: is used twice`);
  const rules = settings?.card_rules ?? [];
  if (new Set(rules.flatMap(({ cards }) => cards).map(saltOfCard)).size > MAX_CARD_SALTS)
    tell(`settings.card_rules: single cards have more than ${MAX_CARD_SALTS} salts; hash them again together`);
  settings?.card_rules.forEach(({ pattern, cards, valid_until, lang }, place) => {
    const at = `settings.card_rules[${place}]`;
    if (pattern === '' && cards.length === 0) tell(`${at}.pattern: is missing`);
    const compiled = compilePatternOfAnyCase(pattern);
    if (!compiled.ok) tell(`${at}.pattern: ${compiled.error}`);
    if (valid_until !== '' && parseWallTime(`${valid_until} 00:00:00`, 'UTC') === null)
      tell(`${at}.valid_until: is not a day of the calendar`);
    if (lang !== '' && !settings.languages.includes(lang))
      tell(`${at}.lang: "${lang}" is none of the site's languages`);
  });
  for (const { field, to, id } of namedBySettings(settings)) references.exists(`settings.${field}`, to, id);
  const publicUrl = publicUrlFault(settings?.public_url ?? '');
  if (publicUrl !== null) tell(`settings.public_url: ${publicUrl}`);
}
