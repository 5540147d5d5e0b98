/** How Ajv compiles the program's own schemas, which every start waits for. */
import type { Options } from 'ajv';

/**
 * V8 does what Ajv's optimizer does, and the optimizer takes two thirds of the time. Whether a schema is one is checked by
 * the tests that compile it without these (`test/contract/schemas.test.ts`), not on each machine at each start.
 */
export const QUICK_TO_COMPILE: Options = { code: { optimize: false }, validateSchema: false, meta: false };
