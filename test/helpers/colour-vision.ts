/** Colours as people with a colour vision deficiency see them, by the matrices of Machado, Oliveira and Fernandes (2009). */
import { oklchOf } from '../../renderer/shared/oklch.ts';

type Matrix = readonly (readonly [number, number, number])[];

const VISIONS: Readonly<Record<string, Matrix>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const COLOUR_VISIONS = Object.keys(VISIONS);

/** Distance of two colours in OKLab, as seen; 0.02 is just noticeable side by side. */
export function seenDistance(vision: string, one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => labOf(seen(colour, VISIONS[vision] ?? [])));
  if (a === undefined || b === undefined) throw new Error(`no vision ${vision}`);
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function seen(colour: string, matrix: Matrix): string {
  const value = Number.parseInt(colour.slice(1), 16);
  const linear = [16, 8, 0].map((bits) => {
    const share = ((value >> bits) & 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const channels = matrix.map((row) => {
    const light = Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, at) => sum + factor * (linear[at] ?? 0), 0),
      ),
    );
    const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function labOf(colour: string): readonly [number, number, number] {
  const { lightness, chroma, hue } = oklchOf(colour);
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}
