/** A letter that no font of ours has: told once and never shown in a log, and the rest of the ticket stays readable. */
import { readFileSync } from 'node:fs';
import { GlobalFonts } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { Log } from '../../main/lib/context.ts';
import type { PaperTicket } from '../../main/printing/contract/printing.ts';
import { loadPainter } from '../../main/printing/raster/load-painter.ts';
import { buildTicket, kindOf, withoutCharacters } from '../../main/printing/ticket-engine.ts';
import { decodeBytes, type PrintedTicket } from '../helpers/virtual-printer.ts';
import { ENGLISH, profile, TICKETS } from './sample-tickets.ts';

/** Balinese, Adlam and a sign of Linear B: no ordinary machine has a font for them. */
const BALINESE = 'ᬅᬓ᭄ᬱᬭ';
const ADLAM = '𞤀𞤁';

function openLog() {
  const lines: { readonly event: string; readonly data: unknown }[] = [];
  const note = (event: string, data: unknown = {}): void => void lines.push({ event, data });
  return { lines, log: { info: note, warn: note, error: note } satisfies Log };
}

async function print(ticket: PaperTicket, log: Log): Promise<PrintedTicket> {
  const on = profile();
  const { chunks } = await buildTicket(ticket, { profile: on, automaticStatus: false, log });
  const [printed] = decodeBytes(Buffer.concat(chunks));
  expect(printed!.faults).toEqual([]);
  return printed!;
}

describe('a letter that no font has', () => {
  it.each([
    ['the name of the service', { serviceName: `Passports ${BALINESE}` }],
    ['a text of the house', { layout: ['number', 'text'].map((part) => ownPart(part, `Ask for ${BALINESE}`)) }],
    ['the text of the service', { extraText: `Please see ${BALINESE}.` }],
  ])('is told once, without itself: %s', async (_place, texts) => {
    const { lines, log } = openLog();
    const ticket = { ...ENGLISH, ...texts };
    await print(ticket, log);
    await print({ ...ticket, number: 'A044' }, log);
    const missing = lines.filter(({ event }) => event === 'print.glyphs-missing');
    expect(missing.map(({ data }) => data)).toEqual([
      { script: 'other', kind: 'letter', lang: 'en', shown: 'left-out' },
      { script: 'other', kind: 'mark', lang: 'en', shown: 'left-out' },
    ]);
    for (const letter of BALINESE) expect(JSON.stringify(lines)).not.toContain(letter);
  });

  it('is looked for on a drawn ticket as well, and another script is told of by itself', async () => {
    const { lines, log } = openLog();
    await print({ ...TICKETS.ar, extraText: `الغرفة ${ADLAM}` }, log);
    await print({ ...TICKETS.ar, extraText: 'الغرفة \u{1f0a1}\u{e0d00}\u{13000}' }, log);
    expect(lines.map(({ event }) => event)).not.toEqual([]);
    expect(new Set(lines.map(({ data }) => JSON.stringify(data))).size).toBe(lines.length);
  });

  it('leaves the rest of the text, in the letters of the printer again where they do', async () => {
    const { log } = openLog();
    const printed = await print({ ...ENGLISH, serviceName: `Passports ${BALINESE} desk` }, log);
    expect(printed.text.replaceAll('\n', ' ')).toContain('Passports');
    expect(printed.text).not.toContain('?');
    expect(printed.bigText).toBe('A043');
  });

  it('leaves a ticket with its number where nothing else can be read', async () => {
    const { log } = openLog();
    const printed = await print({ ...ENGLISH, serviceName: BALINESE, extraText: ADLAM }, log);
    expect(printed.bigText).toBe('A043');
    expect(printed.images.filter(({ bits }) => bits.height > 4)).toEqual([]);
  });

  it('says nothing where nothing is missing', async () => {
    const { lines, log } = openLog();
    for (const ticket of Object.values(TICKETS)) await print(ticket, log);
    expect(lines).toEqual([]);
  });
});

const ownPart = (part: string, text: string): PaperTicket['layout'][number] =>
  ({ part, size: 0, align: 'center', text: part === 'text' ? text : '' }) as PaperTicket['layout'][number];

describe('a text without some of its characters', () => {
  it.each([
    ['Ticket ཀཁ here', 'ཀཁ', 'Ticket … here'],
    ['ཀ Ticket', 'ཀ', '… Ticket'],
    ['ཀཁ ག', 'ཀཁག', ''],
    ['Passports 🛂', '🛂', 'Passports'],
    ['Family 👩‍👧 desk', '👩👧', 'Family desk'],
    ['5 ☎ 123', '☎', '5 123'],
    ['é', '\u0301', 'é'],
  ])('%s without %s is "%s"', (text, without, left) => {
    expect(withoutCharacters(text, new Set(without))).toBe(left);
  });
});

describe('what is told of a character', () => {
  it.each([
    ['ཀ', 'Tibetan', 'letter'],
    ['ཱ', 'Tibetan', 'mark'],
    ['༣', 'Tibetan', 'digit'],
    ['😀', 'Common', 'emoji'],
    ['☂', 'Common', 'emoji'],
    ['₿', 'Common', 'sign'],
    ['𞤀', 'other', 'letter'],
  ])('%s: %s, %s', (character, script, kind) => {
    expect(kindOf(character)).toEqual({ script, kind });
  });
});

describe('a letter that some font of the machine has', () => {
  it('is drawn with that font, and told of', async () => {
    // Arabic letters of mathematics, in a font that is not among those of tickets.
    const file = 'noto-sans-arabic/files/noto-sans-arabic-math-400-normal.woff2';
    const bytes = readFileSync(new URL(`../../node_modules/@fontsource/${file}`, import.meta.url));
    GlobalFonts.register(bytes, 'A font of this machine');
    const { lines, log } = openLog();
    const printed = await print({ ...ENGLISH, extraText: 'Room \u{1ee00}' }, log);
    expect(lines.map(({ data }) => data)).toEqual([
      { script: 'Arabic', kind: 'letter', lang: 'en', shown: 'machine-font' },
    ]);
    expect(printed.images.some(({ bits }) => bits.height > 8)).toBe(true);
    const painter = await loadPainter();
    expect(painter.isBorrowed('𐀀')).toBe(false);
  });
});
