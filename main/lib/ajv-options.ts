/** Ajv options for the program's schemas. */
import type { Ajv, Options, ValidateFunction } from 'ajv';

/**
 * V8 does what Ajv's optimizer does, and the optimizer takes two thirds of the time. Whether a schema is one is checked by
 * the tests that compile it without these (`test/contract/schemas.test.ts`), not on each machine at each start.
 */
export const QUICK_TO_COMPILE: Options = { code: { optimize: false }, validateSchema: false, meta: false };

/** The check of a schema, compiled when it is first asked for: no start waits for what most programs never check. */
export function compiledLate<T>(ajv: Ajv, schema: object): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | null = null;
  return () => {
    compiled ??= ajv.compile<T>(schema);
    return compiled;
  };
}
