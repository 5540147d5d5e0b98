/**
 * First site of an organisation, from template and answers.
 */
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { type OrganisationTemplate, wordsIn } from './organisation-template.ts';

export interface OrganisationChoices {
  readonly name: string;
  readonly template: OrganisationTemplate;
  /** In the order in which they are offered; the first is the default. At least one. */
  readonly languages: readonly string[];
  /** Two letters, or empty. */
  readonly country: string;
  readonly timezone: string;
  /** Whether the opening hours of the template apply; otherwise always open. */
  readonly usualHours: boolean;
  readonly kioskName: string;
  readonly displayName: string;
}

const LOCATION = 'house';
/** Accessibility options of a kiosk, preselected in the wizard. */
export const RECOMMENDED_KIOSK = { speech: 'loudspeaker', staff_call: true } as const;
const PUBLIC_HOLIDAYS = /;? *PH off/;

/** Contains only fields that differ from their defaults. */
export function buildOrganisation(
  wish: OrganisationChoices,
): Readonly<Record<string, unknown>> & { readonly settings: object } {
  const { template, languages } = wish;
  const own = languages[0] ?? 'en';
  const others = languages.slice(1);
  const named = (words: Readonly<Record<string, string>>): object => ({
    name: wordsIn(words, own),
    translations: Object.fromEntries(
      others.flatMap((id) => (words[id] === undefined ? [] : [[id, { name: words[id] }]])),
    ),
  });
  return {
    settings: { default_lang: own, languages: [...languages] },
    locations: [
      {
        id: LOCATION,
        name: wish.name,
        country: wish.country,
        timezone: wish.timezone,
        colour: template.colour,
        schedule: wish.usualHours ? hoursOf(template, wish.country) : '',
      },
    ],
    service_groups: template.groups.map(({ id, pictogram, names }) => ({
      id,
      ...named(names),
      location: LOCATION,
      pictogram,
    })),
    services: template.services.map(({ id, tag, colour, pictogram, names, group = '', priority = true }) => ({
      id,
      ...named(names),
      location: LOCATION,
      tag,
      service_group: group,
      rgbColour: colour,
      pictogram,
      priority_allowed: priority,
    })),
    desks: Array.from({ length: template.desks }, (_each, place) => deskOf(template.desk, place + 1, languages)),
    devices: [
      { id: 'kiosk-1', name: wish.kioskName, type: 1, location: LOCATION, ...RECOMMENDED_KIOSK },
      { id: 'display-1', name: wish.displayName, type: 9, location: LOCATION },
    ],
  };
}

/** Removes public holidays if the country is unknown. */
function hoursOf({ schedule }: OrganisationTemplate, country: string): string {
  return country === '' ? schedule.replace(PUBLIC_HOLIDAYS, '') : schedule;
}

function deskOf(words: Readonly<Record<string, string>>, number: number, languages: readonly string[]): object {
  const nameIn = (id: string): string => wordsIn(words, id).replace('{{n}}', String(number));
  const [own = 'en', ...others] = languages;
  return {
    id: `desk-${number}`,
    name: nameIn(own),
    tag: String(number),
    location: LOCATION,
    translations: Object.fromEntries(others.map((id) => [id, { name: nameIn(id) }])),
  };
}

/** Another desk with the name pattern of the previous ones and the next number. */
export function nextDesk(desks: SiteFile['desks'], location: string, fallback: string): object {
  const here = desks.filter((desk) => desk.location === location);
  const last = here.at(-1);
  const numbers = here.map(({ tag }) => Number(tag)).filter(Number.isInteger);
  const number = Math.max(0, ...numbers) + 1;
  const renamed = (name: string): string =>
    /\d+/.test(name) ? name.replace(/\d+/, String(number)) : `${name} ${number}`;
  return {
    name: last === undefined ? `${fallback} ${number}` : renamed(last.name),
    tag: String(number),
    location,
    translations: Object.fromEntries(
      Object.entries(last?.translations ?? {}).map(([id, words]) => [id, { name: renamed(words.name) }]),
    ),
  };
}
