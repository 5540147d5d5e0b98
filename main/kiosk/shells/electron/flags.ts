/** Command line without switches for Electron and Chromium. */

/** Prefixes of switches that people and packages pass to Chromium; none of our flags starts so. */
const CHROMIUM =
  /^--?(no-sandbox|no-zygote|disable-|enable-|force-|ozone-|use-|in-process-|remote-debugging-|inspect|psn_|js-flags|trace-|touch-)/;

/**
 * @param argv `process.argv`: the program, from the sources also the path of the app, then the flags
 * @param packaged whether this is an installed program
 */
export function programFlags(argv: readonly string[], packaged: boolean): readonly string[] {
  const rest = argv.slice(1);
  const app = packaged ? -1 : rest.findIndex((each) => !each.startsWith('-'));
  return rest.slice(app + 1).filter((each) => !CHROMIUM.test(each));
}
