/** Access to environment variables. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
