/** The operations of the interface, for tests that read what these say of themselves. */
import type { Operation } from '../../main/rest/operation.ts';
import { operationsOf, type Services } from '../../main/server/operations.ts';

/** An operation that is done here would fail. */
const NO_SERVICES = {} as Services;

export const OPERATIONS: readonly Operation[] = operationsOf(NO_SERVICES);
