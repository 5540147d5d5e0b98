/** Ajv options for the program's schemas. */
import type { Ajv, Options, ValidateFunction } from 'ajv';

/**
 * V8 optimises as well as Ajv's optimizer, which takes two thirds of the compile time. Schemas are validated by the
 * tests that compile them without these options (`test/contract/schemas.test.ts`), not at each start.
 */
export const QUICK_TO_COMPILE: Options = { code: { optimize: false }, validateSchema: false, meta: false };

/** Validator of a schema, compiled on first use: most programs never use some of them. */
export function compiledLate<T>(ajv: Ajv, schema: object): () => ValidateFunction<T> {
  let compiled: ValidateFunction<T> | null = null;
  return () => {
    compiled ??= ajv.compile<T>(schema);
    return compiled;
  };
}
