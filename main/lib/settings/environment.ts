/** The one door to the environment, so that every setting that comes from it is read in this folder. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
