/**
 * Sources of display pictures: media folder, site, allowed addresses.
 *
 * Files of the media folder, pictures in the site itself, or addresses that the site allows.
 */

/** A plain file name: no folder, no leading dot. */
export const MEDIA_FILE = /^[\p{L}\p{N}_][\p{L}\p{N} ._()-]{0,118}\.(?:png|jpe?g|webp|gif|svg|avif)$/iu;
const MEDIA_DATA = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml|avif)[;,]/;

/** What is wrong with an entry of `display.media`; null when nothing is. */
export function displayMediaFault(media: string, origins: readonly string[]): string | null {
  if (MEDIA_FILE.test(media) || MEDIA_DATA.test(media)) return null;
  if (!/^https?:/.test(media))
    return 'is neither the name of a picture file, nor a data: address, nor an https: address';
  const origin = URL.canParse(media) ? new URL(media).origin : '';
  // A default port is no part of an origin, though somebody may have written it.
  const allowed = origins.some((each) => new URL(each).origin === origin);
  return allowed ? null : 'is at an origin that is not among media_origins of the settings';
}
