/**
 * Countries and time zones of the browser.
 *
 * A choice from these lists is always valid.
 */

/** Codes of groups, of parts of a country, or reserved ones. */
const NO_COUNTRY: ReadonlySet<string> = new Set('EU EZ UN QO XA XB ZZ AC CP CQ DG EA IC TA'.split(' '));
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** All countries with their names in a language, sorted for that language. */
export function countries(language: string): readonly Choice[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return countryCodes()
    .flatMap((value) => {
      const label = names.of(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

/** Two-letter codes without aliases. */
function countryCodes(): readonly string[] {
  const known = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => !NO_COUNTRY.has(code) && new Intl.Locale('und', { region: code }).region === code && isNamed(known, code),
  );
}

function isNamed(names: Intl.DisplayNames, code: string): boolean {
  try {
    return names.of(code) !== undefined;
  } catch {
    return false;
  }
}

/** Available in newer browsers only. */
interface WithZones {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[];
}

/** Time zones of a country; empty if the browser does not know them. */
function zonesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const locale = new Intl.Locale('und', { region: country }) as unknown as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** All time zones, those of the country first. */
export function timeZones(country: string): readonly string[] {
  const known = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
  const near = zonesOf(country).filter((zone) => known.includes(zone));
  return [...near, ...known.filter((zone) => !near.includes(zone))];
}

/** Likely country of this browser: the only one with its time zone, otherwise that of its language; or empty. */
export function ownCountry(zone: string, languages: readonly string[]): string {
  const spoken = languages.flatMap((id) => new Intl.Locale(id).region ?? []);
  const both = spoken.find((code) => zonesOf(code).includes(zone));
  if (both !== undefined) return both;
  const withZone = countryCodes().filter((code) => zonesOf(code).includes(zone));
  if (withZone.length === 1) return withZone[0] ?? '';
  return withZone.length === 0 ? (spoken[0] ?? '') : '';
}
