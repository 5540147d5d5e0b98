const PNG_DATA = /^data:image\/png;base64,/;

/** Bytes of the PNG in a `data:` URL; null for anything else. */
export function pngIn(url: string): Uint8Array | null {
  return PNG_DATA.test(url) ? Buffer.from(url.replace(PNG_DATA, ''), 'base64') : null;
}
