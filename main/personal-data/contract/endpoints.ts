/** The data of one person. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  ErasePersonAnswer,
  ErasePersonParameters,
  FindPersonAnswer,
  FindPersonParameters,
} from './rest/personal-data.ts';

export const SEARCH_PERSONAL_DATA = endpoint<typeof FindPersonParameters, typeof FindPersonAnswer>(
  'POST v2/admin/personal-data/search',
);
export const EXPORT_PERSONAL_DATA = endpoint<typeof FindPersonParameters, typeof FindPersonAnswer>(
  'POST v2/admin/personal-data/export',
);
export const ERASE_PERSONAL_DATA = endpoint<typeof ErasePersonParameters, typeof ErasePersonAnswer>(
  'POST v2/admin/personal-data/erase',
);
