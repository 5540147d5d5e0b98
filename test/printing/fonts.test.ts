/** Fonts come when a text needs them, in a file of its own so that none is there yet. */
import { setImmediate } from 'node:timers/promises';
import { GlobalFonts } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { prepareFonts } from '../../main/printing/raster/fonts.ts';

/** But for the one with which a thread has the library look through the fonts of the machine. */
const ours = (): readonly string[] =>
  GlobalFonts.families
    .map(({ family }) => family)
    .filter((family) => family.startsWith('Ticket ') && family !== 'Ticket none');

describe('fonts', () => {
  it('are read one script at a time, with other work in between', async () => {
    expect(ours()).toEqual([]);
    await prepareFonts('Kakuji', 'en');
    expect(ours()).toEqual(['Ticket Latin']);

    let isReady = false;
    let turns = 0;
    const ready = prepareFonts('身分証明書 여권', 'ja').then(() => {
      isReady = true;
    });
    while (!isReady) {
      await setImmediate();
      turns += 1;
    }
    await ready;
    expect(ours().toSorted()).toEqual(['Ticket Japanese', 'Ticket Korean', 'Ticket Latin']);
    // Two weights of two fonts, each taken in and first drawn with by itself.
    expect(turns).toBeGreaterThanOrEqual(6);
  });
});
