/** The demo site is the first thing that a new user sees: it has to be whole, in every language, and fit everywhere. */
import { existsSync, readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS, DEVICE_TYPE, type SiteFile, SiteFileSchema } from '../../main/site/contract/site.ts';

const folder = new URL('../../assets/demo/', import.meta.url);
const source = readFileSync(new URL('site.json', folder), 'utf8');

interface Question {
  readonly id: string;
  readonly question: string;
  readonly qat_id: string;
  readonly config: string;
  readonly question_order: number;
  readonly visible_on: Record<string, boolean>;
  readonly depends_on: { readonly has_dependency: boolean; readonly question: string; readonly answer: string };
}

interface Form {
  readonly id: string;
  readonly questions: { readonly before: Question[]; readonly during: Question[]; readonly end: Question[] };
}

const ajv = new Ajv({ useDefaults: true, allErrors: true, strict: false });
const check = ajv.compile(SiteFileSchema);
const site = JSON.parse(source) as SiteFile;
const faults = check(site) ? [] : (check.errors ?? []).map((fault) => `${fault.instancePath}: ${fault.message}`);

const ids = (items: readonly { readonly id?: unknown }[]): Set<unknown> => new Set(items.map((item) => item.id));
const locationOf = (id: string) => site.locations.find((location) => location.id === id)!;
const services = site.services.map((service) => ({ service, location: locationOf(service.location) }));
const forms = site.forms as unknown as Form[];
const questions = forms.flatMap(({ questions: { before, during, end } }) => [...before, ...during, ...end]);

/** Linear light of a `#rrggbb`, as WCAG 2.2 defines it. */
function light(colour: string): [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function contrastWithWhite(colour: string): number {
  const [r, g, b] = light(colour);
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

/** Distance of two colours in OKLab, where equal steps look equal. */
function difference(one: string, other: string): number {
  const lab = (colour: string) => {
    const [r, g, b] = light(colour);
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const a = lab(one);
  const b = lab(other);
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

describe('the demo site as a site file', () => {
  it('is a good site file with nothing unknown in it', () => {
    expect(faults).toEqual([]);
  });

  it('gives no id twice in a collection', () => {
    for (const name of COLLECTIONS) {
      expect(ids(site[name]).size, name).toBe(site[name].length);
    }
  });

  it('refers only to things that exist, within one location', () => {
    const broken: string[] = [];
    const must = (known: Set<unknown>, id: unknown, where: string) => {
      if (!known.has(id)) {
        broken.push(`${where}: ${String(id)}`);
      }
    };
    const all = Object.fromEntries(COLLECTIONS.map((name) => [name, ids(site[name])]));
    const inLocation = (collection: 'services' | 'desks', location: string) =>
      ids(site[collection].filter((item) => item.location === location));
    for (const group of site.service_groups) {
      must(all.locations!, group.location, `${group.id}.location`);
    }
    for (const service of site.services) {
      must(all.locations!, service.location, `${service.id}.location`);
      const groups = ids(site.service_groups.filter((group) => group.location === service.location));
      must(new Set([...groups, '']), service.service_group, `${service.id}.service_group`);
      must(new Set([...all.server_services!, '']), service.server_service, `${service.id}.server_service`);
      for (const desk of service.desks) {
        must(inLocation('desks', service.location), desk, `${service.id}.desks`);
      }
      for (const form of service.forms) {
        must(all.forms!, form, `${service.id}.forms`);
      }
    }
    for (const item of [...site.desks, ...site.devices]) {
      must(all.locations!, item.location, `${item.id}.location`);
      for (const service of item.services) {
        must(inLocation('services', item.location), service, `${item.id}.services`);
      }
    }
    for (const user of site.users) {
      for (const location of user.locations) {
        must(all.locations!, location, `${user.id}.locations`);
      }
      for (const desk of user.desks) {
        must(ids(site.desks.filter(({ location }) => user.locations.includes(location))), desk, `${user.id}.desks`);
      }
    }
    for (const { id, location, service } of site.appointments) {
      must(all.locations!, location, `${String(id)}.location`);
      must(inLocation('services', String(location)), service, `${String(id)}.service`);
    }
    expect(broken).toEqual([]);
  });

  it('tells the same from both sides which desk serves which service', () => {
    for (const service of site.services) {
      const serving = site.desks.filter((desk) => desk.services.includes(service.id)).map((desk) => desk.id);
      expect([...service.desks].sort(), service.id).toEqual(serving.sort());
      expect(serving, service.id).not.toEqual([]);
    }
  });

  it('holds no password and no secret', () => {
    expect(site.users.filter((user) => user.password !== undefined)).toEqual([]);
  });
});

describe('what visitors read', () => {
  it('is there in every language of the location', () => {
    for (const location of site.locations) {
      expect(Object.keys(location.translations), location.id).toEqual(location.languages);
      expect(site.settings!.languages, location.id).toEqual(expect.arrayContaining(location.languages));
    }
    for (const group of site.service_groups) {
      expect(Object.keys(group.translations), group.id).toEqual(locationOf(group.location).languages);
      expect(Object.values(group.translations).flatMap(Object.values), group.id).not.toContain('');
    }
    for (const { service, location } of services) {
      expect(Object.keys(service.translations), service.id).toEqual(location.languages);
      expect(Object.values(service.translations).flatMap(Object.values), service.id).not.toContain('');
    }
  });

  it('has the site language in the plain fields', () => {
    for (const { service } of services) {
      const { name, description, extra_text, footer_text } = service;
      expect({ name, description, extra_text, footer_text }).toEqual(service.translations[site.settings!.default_lang]);
    }
  });

  it('fits on a button and on 80 mm paper', () => {
    for (const { service } of services) {
      for (const [lang, text] of Object.entries(service.translations)) {
        const where = `${service.id} ${lang}`;
        expect([...text.name].length, where).toBeLessThanOrEqual(lang === 'zh' ? 12 : 32);
        expect([...text.description].length, where).toBeLessThanOrEqual(lang === 'zh' ? 24 : 48);
        expect([...text.extra_text].length, where).toBeLessThanOrEqual(lang === 'zh' ? 24 : 64);
        expect([...text.footer_text].length, where).toBeLessThanOrEqual(lang === 'zh' ? 24 : 48);
      }
    }
  });

  it('is written in the script of its language', () => {
    const script: Record<string, RegExp> = { ar: /^[\p{Script=Arabic}\s،,.]+$/u, zh: /^[\p{Script=Han}、，。：]+$/u };
    const latin = /^[\p{Script=Latin}\s'’,.-]+$/u;
    for (const { service } of services) {
      for (const [lang, text] of Object.entries(service.translations)) {
        for (const line of Object.values(text)) {
          expect(line, `${service.id} ${lang}`).toMatch(script[lang] ?? latin);
        }
      }
    }
  });

  it('has one name for one service in each language', () => {
    for (const location of site.locations) {
      const here = site.services.filter((service) => service.location === location.id);
      for (const lang of location.languages) {
        expect(new Set(here.map((service) => service.translations[lang]!.name)).size, lang).toBe(here.length);
      }
    }
  });
});

describe('tags and colours', () => {
  it.each(site.locations)('are told apart at $id', ({ id }) => {
    const here = site.services.filter((service) => service.location === id);
    const tags = here.map((service) => service.tag);
    expect(new Set(tags).size).toBe(tags.length);
    expect(tags.filter((tag) => !/^[A-Z]$/.test(tag) || tag === 'I' || tag === 'O')).toEqual([]);
    for (const [at, one] of here.entries()) {
      for (const other of here.slice(at + 1)) {
        expect(difference(one.rgbColour, other.rgbColour), `${one.tag} and ${other.tag}`).toBeGreaterThan(0.04);
      }
    }
  });

  it('carry white letters that can be read', () => {
    for (const item of [...site.services, ...site.server_services]) {
      expect(contrastWithWhite(item.rgbColour), item.id).toBeGreaterThanOrEqual(4.5);
    }
    for (const location of site.locations) {
      expect(contrastWithWhite(location.colour), location.id).toBeGreaterThanOrEqual(7);
    }
  });
});

describe('a first start', () => {
  it('finds a town hall that never closes, and services that do', () => {
    const here = services.filter(({ location }) => location.id === 'town-hall').map(({ service }) => service);
    expect(locationOf('town-hall').schedule).toBe('');
    expect(here.filter((service) => service.schedule !== '')).toHaveLength(2);
    expect(here.filter((service) => service.schedule === '').length).toBeGreaterThanOrEqual(7);
  });

  it('has a kiosk at each location, and cards for the table rule', () => {
    for (const location of site.locations) {
      const kiosks = site.devices.filter(({ type, location: at }) => type === DEVICE_TYPE.kiosk && at === location.id);
      expect(kiosks, location.id).not.toEqual([]);
    }
    const codes = site.devices.map((device) => device.code).filter((code) => code !== '');
    expect(codes).toHaveLength(2);
    expect(new Set(codes).size).toBe(2);
  });
});

describe('forms', () => {
  it('use answer types that exist, every type once at least', () => {
    const types = new Map(site.question_answer_types.map((type) => [type.id, type.type]));
    expect([...types.values()].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(questions.map((question) => types.get(question.qat_id)))).toEqual(new Set(types.values()));
  });

  it('have well-formed questions', () => {
    expect(new Set(questions.map((question) => question.id)).size).toBe(questions.length);
    for (const { questions: parts } of forms) {
      for (const part of [parts.before, parts.during, parts.end]) {
        expect(part.map((question) => question.question_order)).toEqual(part.map((_, at) => at));
      }
    }
    for (const question of questions) {
      expect(Object.keys(question.visible_on), question.question).toHaveLength(8);
      const config = question.config === '' ? {} : JSON.parse(question.config);
      for (const { options = [] } of Object.values<{ options?: string[] }>(config.translations ?? {})) {
        expect(options).toHaveLength(config.options?.length ?? 0);
      }
      if (config.regex !== undefined) {
        expect(config.example).toMatch(new RegExp(config.regex));
        expect(config.example.length).toBeLessThanOrEqual(Number(config.length));
      }
      if (question.depends_on.has_dependency) {
        const asked = questions.find(({ id }) => id === question.depends_on.question);
        const { options } = JSON.parse(asked?.config || '{}');
        expect(options ?? ['yes', 'no'], question.question).toContain(question.depends_on.answer);
      }
    }
  });
});

describe('logos', () => {
  it.each(site.locations)('of $id is small, transparent and stays whole in black and white', async ({ logo }) => {
    const file = new URL(logo, folder);
    expect(existsSync(file)).toBe(true);
    const image = await loadImage(readFileSync(file));
    expect([image.width, image.height]).toEqual([480, 160]);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let inked = 0;
    let printed = 0;
    for (let at = 0; at < data.length; at += 4) {
      const grey = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
      inked += data[at + 3]! > 200 ? 1 : 0;
      printed += data[at + 3]! > 200 && grey < 128 ? 1 : 0;
    }
    expect(data[3]).toBe(0);
    expect(inked).toBeGreaterThan(5000);
    expect(printed / inked).toBeGreaterThan(0.99);
  });
});
