/**
 * JSON responses, by serialisers compiled from their schemas.
 *
 * Each is compiled at its first use, once per process: compiling all would dominate the start.
 */
import fastJson from 'fast-json-stringify';

export type JsonWriter = (answer: unknown) => string;

const made = new WeakMap<object, JsonWriter>();

function madeFrom(schema: object): JsonWriter {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const writer = fastJson(schema);
  made.set(schema, writer);
  return writer;
}

/** @param schema of a response; must be the same object each time */
export function jsonWriter(schema: object): JsonWriter {
  let writer: JsonWriter | null = null;
  return (answer) => {
    writer ??= madeFrom(schema);
    return writer(answer);
  };
}
