/** All operations of the API, for tests of their metadata. */
import type { Operation } from '../../main/rest/operation.ts';
import { operationsOf, type Services } from '../../main/server/operations.ts';

/** The operations are not called, so they need no services. */
const NO_SERVICES = {} as Services;

export const OPERATIONS: readonly Operation[] = operationsOf(NO_SERVICES);
