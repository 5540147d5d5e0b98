/** Parses text that is possibly not JSON. */

/** Undefined, which is no JSON value, for invalid text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
