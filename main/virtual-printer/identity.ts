import type { PrinterModel } from '../printing/picture/decoder/models.ts';

/** `GS I n`: numbers as one byte, texts between `5F` and NUL. */
export function identity(model: PrinterModel, n: number): Uint8Array {
  const texts: Readonly<Record<number, string>> = {
    65: '1.00',
    66: model.maker,
    67: model.model,
    68: 'VIRTUAL0001',
    69: '',
  };
  const text = texts[n];
  if (text !== undefined) return Uint8Array.of(0x5f, ...Buffer.from(text, 'ascii'), 0x00);
  const numbers: Readonly<Record<number, number>> = { 1: 0x20, 2: 0x02, 3: 0x01 };
  return Uint8Array.of(numbers[n % 48] ?? 0);
}
