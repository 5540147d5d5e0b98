/** Branches and their comparison. */

import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { BranchesAnswer, ComparisonAnswer, ComparisonParameters } from './rest/branches.ts';

export const LIST_BRANCHES = endpoint<typeof NoParameters, typeof BranchesAnswer>('GET v2/reports/branches');
export const COMPARE_BRANCHES = endpoint<typeof ComparisonParameters, typeof ComparisonAnswer>(
  'GET v2/reports/comparison',
);
