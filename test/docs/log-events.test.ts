/** Catalogue of log events: complete, used, and in one grammar. The page is generated from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldsIn } from '../../main/lib/logging/event.ts';
import { EVENTS, type EventName } from '../../main/lib/logging/events.ts';
import { FIELDS } from '../../main/lib/logging/fields.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CATALOGUE = Object.entries(EVENTS);
const MAX_WORDS = 25;

/** All sources but the catalogue. */
const SOURCES = readdirSync(join(ROOT, 'main'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.startsWith('lib/logging/event'))
  .map((name) => readFileSync(join(ROOT, 'main', name), 'utf8'))
  .join('\n');

const plain = (field: string): string => field.replace('?', '');

describe('the catalogue of log events', () => {
  it('has only events that the program logs', () => {
    const unused = CATALOGUE.map(([name]) => name).filter((name) => !SOURCES.includes(`'${name}'`));
    expect(unused).toEqual([]);
  });

  it('has only fields that an event has', () => {
    const used = new Set(CATALOGUE.flatMap(([, { fields }]) => fields.map(plain)));
    expect(Object.keys(FIELDS).filter((name) => !used.has(name))).toEqual([]);
  });

  it('names each event as a subsystem and what happened', () => {
    const misnamed = CATALOGUE.map(([name]) => name).filter(
      (name) => !/^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/.test(name) || /\b(?:not|un-?told|fault|gone)\b/.test(name),
    );
    expect(misnamed).toEqual([]);
  });

  it('names each field in lower case with underscores', () => {
    expect(Object.keys(FIELDS).filter((name) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it.each(CATALOGUE)('%s has short sentences over known fields', (_name, { sentence }) => {
    expect(sentence).toMatch(/^[\dA-Z{-].*\.$/s);
    expect(fieldsIn(sentence).filter((field) => !(field in FIELDS))).toEqual([]);
    const longest = Math.max(...sentence.split(/(?<=[.:;]) /).map((part) => part.split(' ').length));
    expect(longest).toBeLessThanOrEqual(MAX_WORDS);
  });
});

it('has each event on its reference page', () => {
  const page = readFileSync(join(ROOT, 'docs/reference/log-events.md'), 'utf8');
  const names: readonly EventName[] = CATALOGUE.map(([name]) => name as EventName);
  expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
