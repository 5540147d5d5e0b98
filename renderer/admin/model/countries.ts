/**
 * Countries and time zones of the browser.
 *
 * Whoever chooses from a list writes none that is not there.
 */

/** Codes that stand for several, for parts of one, or for none. */
const NO_COUNTRY: ReadonlySet<string> = new Set('EU EZ UN QO XA XB ZZ AC CP CQ DG EA IC TA'.split(' '));
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** All countries by their names in that language, in its order. */
export function countries(language: string): readonly Choice[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  return countryCodes()
    .flatMap((value) => {
      const label = names.of(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

/** Two letters each; none that is only another writing of one. */
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

/** Of newer browsers. */
interface WithZones {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[];
}

/** Names of the time zones in a country; empty where the browser does not know. */
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

/** The country in which this browser probably is: the only one with its time zone, else that of its language; or empty. */
export function ownCountry(zone: string, languages: readonly string[]): string {
  const spoken = languages.flatMap((id) => new Intl.Locale(id).region ?? []);
  const both = spoken.find((code) => zonesOf(code).includes(zone));
  if (both !== undefined) return both;
  const withZone = countryCodes().filter((code) => zonesOf(code).includes(zone));
  if (withZone.length === 1) return withZone[0] ?? '';
  return withZone.length === 0 ? (spoken[0] ?? '') : '';
}
