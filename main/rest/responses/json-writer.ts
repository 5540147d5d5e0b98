/**
 * JSON responses, by serialisers compiled from their schemas.
 *
 * Each when the first such answer is sent, and once for the program, however many servers it has. To make them all
 * takes longer than all else that a start does.
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

/** @param schema of an answer: the same object each time, as operations have it. */
export function jsonWriter(schema: object): JsonWriter {
  let writer: JsonWriter | null = null;
  return (answer) => {
    writer ??= madeFrom(schema);
    return writer(answer);
  };
}
