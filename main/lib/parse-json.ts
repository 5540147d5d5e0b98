/** Reads text that may be no JSON. */

/** Undefined, which no JSON is, for text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
