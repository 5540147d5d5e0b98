/**
 * Languages whose spelling eSpeak NG mispronounces.
 *
 * Each with what makes of it what it can say.
 */
import { readFileSync } from 'node:fs';
import { assetUrl } from '../../../lib/assets.ts';
import { japaneseReader } from './japanese.ts';
import type { Reader } from './reader.ts';
import { arabicReader, hebrewReader, type SoundReader } from './spelled-sounds.ts';

/** By language; each reads its list when it is first asked. */
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
