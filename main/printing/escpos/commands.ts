/**
 * ESC/POS commands that the builder library lacks or writes incorrectly.
 *
 * Source: Epson's "ESC/POS Command Reference for TM Printers", each command under its name.
 */
const DLE = 0x10;

const ESC = 0x1b;

const FS = 0x1c;

const GS = 0x1d;

const low = (value: number): number => value & 0xff;

const high = (value: number): number => (value >> 8) & 0xff;

function bytes(...values: readonly number[]): Buffer {
  return Buffer.from(values);
}

/** ESC @: resets all settings, including the code page. */
export const initialise = (): Buffer => bytes(ESC, 0x40);

/** FS .: bytes above 7F are characters of the code page, not halves of Chinese characters. */
export const singleByteCharacters = (): Buffer => bytes(FS, 0x2e);

/** ESC t n */
export const selectCodePage = (number: number): Buffer => bytes(ESC, 0x74, number);

/** GS P x y: one unit of feeding and spacing is one dot. */
export const motionUnits = (dotsPerInch: number): Buffer => bytes(GS, 0x50, dotsPerInch, dotsPerInch);

/** GS L nL nH: left margin in dots, for text, pictures and codes. */
export const leftMargin = (dots: number): Buffer => bytes(GS, 0x4c, low(dots), high(dots));

/** ESC J n: feeds n units; n at most 255. */
export const feed = (units: number): Buffer => bytes(ESC, 0x4a, units);

/** GS a n: reports its status now and at every change. */
export const automaticStatus = (): Buffer => bytes(GS, 0x61, 0xff);

/** GS a 0: stops automatic status. */
export const noAutomaticStatus = (): Buffer => bytes(GS, 0x61, 0);

/** GS I n: 66 maker, 67 model; answered with a text between 5F and 00. */
export const requestIdentity = (n: 66 | 67): Buffer => bytes(GS, 0x49, n);

/** GS r 1: paper sensor, answered after everything before it. */
export const transmitPaperStatus = (): Buffer => bytes(GS, 0x72, 1);

/** GS ( H, function 48: answered with the four characters of `id` once everything before it is printed. */
export const processId = (id: string): Buffer =>
  Buffer.concat([bytes(GS, 0x28, 0x48, 6, 0, 48, 48), Buffer.from(id.slice(0, 4).padEnd(4, '0'), 'latin1')]);

/** DLE EOT n, n from 1 to 4: answered at once, also offline. */
export const realTimeStatus = (n: 1 | 2 | 3 | 4): Buffer => bytes(DLE, 0x04, n);

/** DLE DC4, function 8: discards unprinted data, and confirms that. */
export const clearBuffers = (): Buffer => bytes(DLE, 0x14, 8, 1, 3, 20, 1, 6, 2, 8);

/** DLE ENQ 1: leaves an error whose cause is removed, and resumes printing. */
export const resumeAfterError = (): Buffer => bytes(DLE, 0x05, 1);

/** DLE ENQ 2: leaves an error whose cause is removed, and discards unprinted data. */
export const recoverFromError = (): Buffer => bytes(DLE, 0x05, 2);

/**
 * Completes a picture after a broken connection: zeros are blank dots in a picture and ignored outside. Longer than the
 * longest band.
 */
export const fillUnfinishedBand = (): Buffer => Buffer.alloc(1100);

/** GS V 65 n, or GS V 66 n, which leaves one point uncut: feeds to the knife and cuts. */
export const feedAndCut = (isFull: boolean): Buffer => bytes(GS, 0x56, isFull ? 65 : 66, 0);

/** GS V 0 or 1: cuts at the current position; printers without a cutter ignore it. */
export const cutHere = (isFull: boolean): Buffer => bytes(GS, 0x56, isFull ? 0 : 1);

/** GS FF: feeds to the next black mark. */
export const feedToMark = (): Buffer => bytes(GS, 0x0c);

/** FS ( L, function 66: feed to the cutting position of marked paper, 67: to the start of the next print. */
export const feedToLayout = (to: 66 | 67): Buffer => bytes(FS, 0x28, 0x4c, 2, 0, to, 48);

/** GS F8: feed the mark to the cutter; GS F6: to the print head. Custom printers only. */
export const alignToMark = (at: 'knife' | 'head'): Buffer => bytes(GS, at === 'knife' ? 0xf8 : 0xf6);

/** GS e 3 m: presents the ticket by m steps and holds it. Custom printers only. */
export const presentTicket = (steps: number): Buffer => bytes(GS, 0x65, 3, steps);

/** GS e 2: retracts the ticket, if the printer is configured for it. */
export const retractTicket = (): Buffer => bytes(GS, 0x65, 2);

/** DLE EOT 20: answered with 10 0F and four bytes; the first one reports paper and presenter. */
export const fullStatus = (): Buffer => bytes(DLE, 0x04, 20);

/** GS v 0: one band of dots. `data` holds `rows` rows of `widthBytes`, leftmost dot in the highest bit. */
export function rasterBand(widthBytes: number, rows: number, data: Uint8Array): Buffer {
  const head = bytes(GS, 0x76, 0x30, 0, low(widthBytes), high(widthBytes), low(rows), high(rows));
  return Buffer.concat([head, data]);
}

/** GS h, GS w, GS H and GS k 73: Code 128 in code set B, without text below. `content` is ASCII. */
export function code128(content: string, moduleDots: number, height: number): Buffer {
  // An opening brace introduces a code set; two of them are one character.
  const data = Buffer.from(`{B${content.replaceAll('{', '{{')}`, 'latin1');
  return Buffer.concat([
    bytes(GS, 0x68, height, GS, 0x77, moduleDots, GS, 0x48, 0),
    bytes(GS, 0x6b, 73, data.length),
    data,
  ]);
}

/** GS ( k: QR code, model 2, level M. The length counts bytes, not characters. */
export function qrCode(content: string, moduleDots: number): Buffer {
  const data = Buffer.from(content, 'utf8');
  const symbol = (fn: number, ...rest: readonly number[]): Buffer => {
    const length = rest.length + 2;
    return bytes(GS, 0x28, 0x6b, low(length), high(length), 0x31, fn, ...rest);
  };
  return Buffer.concat([
    symbol(0x41, 0x32, 0),
    symbol(0x43, moduleDots),
    symbol(0x45, 0x31),
    bytes(GS, 0x28, 0x6b, low(data.length + 3), high(data.length + 3), 0x31, 0x50, 0x30),
    data,
    symbol(0x51, 0x30),
  ]);
}

/** Split of a job before its cut, to insert a status request. */

export interface SplitJob {
  readonly text: readonly Uint8Array[];
  readonly cut: Uint8Array;
}

/** @param chunks of whole commands; a job that does not end with `end` is all text. */
export function splitCut(chunks: readonly Uint8Array[], end: Uint8Array): SplitJob {
  const last = chunks.at(-1) ?? new Uint8Array();
  const from = last.length - end.length;
  if (from < 0 || !Buffer.from(last.subarray(from)).equals(end)) return { text: chunks, cut: new Uint8Array() };
  const rest = last.subarray(0, from);
  const before = chunks.slice(0, -1);
  return { text: rest.length > 0 ? [...before, rest] : before, cut: new Uint8Array(end) };
}
