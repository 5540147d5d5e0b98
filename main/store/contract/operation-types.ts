/** Input and output of every operation and query, derived from their definitions. */
import type { OPERATIONS } from '../operations.ts';
import type { QUERIES } from '../queries.ts';
import type { OperationTypes, QueryTypes } from './scope.ts';

export type QueueOperations = { readonly [Name in keyof typeof OPERATIONS]: OperationTypes<(typeof OPERATIONS)[Name]> };

export type QueueQueries = { readonly [Name in keyof typeof QUERIES]: QueryTypes<(typeof QUERIES)[Name]> };
