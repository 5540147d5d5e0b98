/** Independent barcode reader: scans a picture row by row. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatOneDReader,
  RGBLuminanceSource,
} from '@zxing/library';
import { type Bits, blankBits, setBit } from '../../main/printing/picture/decoder/marks.ts';
import { toRgba } from './virtual-printer.ts';

/** Content of a Code 128 barcode, or null if none can be read. */
export function readBarcode(picture: Bits): string | null {
  const rgba = toRgba(picture);
  const grey = Uint8ClampedArray.from({ length: rgba.length / 4 }, (_, at) => rgba[at * 4]!);
  const source = new RGBLuminanceSource(grey, picture.width, picture.height);
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
    [DecodeHintType.TRY_HARDER, true],
  ]);
  try {
    return new MultiFormatOneDReader(hints)
      .decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints)
      .getText();
  } catch {
    return null;
  }
}

/** The dark dots of a picture, from its bytes or its `data:` URL. */
export async function dotsOf(picture: string | Uint8Array): Promise<Bits> {
  const png = typeof picture === 'string' ? Buffer.from(picture.split(',')[1] ?? '', 'base64') : Buffer.from(picture);
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const bits = blankBits(image.width, image.height);
  for (let at = 0; at < data.length / 4; at++) {
    if (data[at * 4]! < 128) setBit(bits, at % image.width, Math.floor(at / image.width));
  }
  return bits;
}
