/** Readers for languages whose spelling eSpeak NG mispronounces. */
import { readFileSync } from 'node:fs';
import { assetUrl } from '../../../lib/assets.ts';
import { japaneseReader } from './japanese.ts';
import type { Reader } from './reader.ts';
import { arabicReader, hebrewReader, type SoundReader } from './spelled-sounds.ts';

/** By language; each loads its list on first use. */
export function shippedReaders(): ReadonlyMap<string, Reader> {
  return new Map([
    ['ar', bySounds(() => arabicReader(readingsOf('ar')))],
    ['he', bySounds(() => hebrewReader(readingsOf('he')))],
    ['ja', japaneseReader(readingsOf('ja'))],
  ]);
}

export function readingsOf(language: string): string {
  return readFileSync(assetUrl(`readings/${language}.txt`), 'utf8');
}

function bySounds(open: () => SoundReader): Reader {
  let reader: SoundReader | null = null;
  return {
    isReady: () => Promise.resolve(true),
    read(text) {
      reader ??= open();
      return Promise.resolve(reader.read(text));
    },
    close: () => undefined,
  };
}
