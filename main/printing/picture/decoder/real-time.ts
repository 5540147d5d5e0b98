/** Scanner of real-time commands (DLE). */

export type RealTimeCommand =
  | { readonly kind: 'status'; readonly n: number }
  | { readonly kind: 'recover'; readonly n: number }
  | { readonly kind: 'power-off' }
  | { readonly kind: 'clear' };

interface Pattern {
  readonly bytes: readonly number[];
  readonly command: RealTimeCommand;
}

/** `DLE EOT n`, `DLE ENQ n`, `DLE DC4`; the last has fixed parameters to prevent accidental execution (Epson). */
const PATTERNS: readonly Pattern[] = [
  ...[1, 2, 3, 4].map((n): Pattern => ({ bytes: [0x10, 0x04, n], command: { kind: 'status', n } })),
  ...[0, 1, 2].map((n): Pattern => ({ bytes: [0x10, 0x05, n], command: { kind: 'recover', n } })),
  { bytes: [0x10, 0x14, 0x02, 0x01, 0x08], command: { kind: 'power-off' } },
  { bytes: [0x10, 0x14, 0x08, 0x01, 0x03, 0x14, 0x01, 0x06, 0x02, 0x08], command: { kind: 'clear' } },
];

/**
 * Scans incoming bytes before any buffer. Real printers execute these commands anywhere, even within image data; so
 * does this one.
 */
export interface RealTimeScanner {
  /** The command that ends with this byte, or null. */
  byte(byte: number): RealTimeCommand | null;
  reset(): void;
}

export function createRealTimeScanner(): RealTimeScanner {
  let seen: number[] = [];

  const begins = ({ bytes }: Pattern): boolean => seen.every((byte, index) => byte === bytes[index]);

  return {
    byte(byte) {
      seen.push(byte);
      while (!PATTERNS.some(begins)) seen.shift();
      const whole = PATTERNS.find((pattern) => pattern.bytes.length === seen.length && begins(pattern));
      if (whole === undefined) return null;
      seen = [];
      return whole.command;
    },
    reset() {
      seen = [];
    },
  };
}
