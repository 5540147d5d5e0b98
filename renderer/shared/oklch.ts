/** Colours in OKLCH, in which steps of lightness look even for every hue. */
export interface Oklch {
  /** 0 (black) to 1 (white). */
  readonly lightness: number;
  /** 0 (grey) to about 0.37. */
  readonly chroma: number;
  /** Degrees. */
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** Halvings in the search for the strongest chroma that a screen can show. */
const HALVINGS = 12;
/** Tolerance for rounding at the edge of the gamut. */
const EDGE = 0.0005;

export function oklchOf(colour: string): Oklch {
  const [l, a, b] = labOf(linearOf(colour));
  return { lightness: l, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** `#rrggbb`; chroma that sRGB does not have is reduced, lightness and hue stay. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  const at = (strength: number): Triple => {
    const angle = (hue * Math.PI) / 180;
    return rgbOf([lightness, strength * Math.cos(angle), strength * Math.sin(angle)]);
  };
  if (isShown(at(chroma))) return write(at(chroma));
  let [low, high] = [0, chroma];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (isShown(at(middle))) low = middle;
    else high = middle;
  }
  return write(at(low));
}

const isShown = (rgb: Triple): boolean => rgb.every((channel) => channel >= -EDGE && channel <= 1 + EDGE);

function write(rgb: Triple): string {
  const channels = rgb.map((linear) => {
    const share = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(255 * Math.min(1, Math.max(0, share)))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function linearOf(colour: string): Triple {
  const value = Number.parseInt(colour.replace('#', ''), 16);
  const channel = (bits: number): number => {
    const share = ((value >> bits) & 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(16), channel(8), channel(0)];
}

/** Matrices of Björn Ottosson's OKLab. */
function labOf([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgbOf([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
