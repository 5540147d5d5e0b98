/** The data of one person. */
import type {
  ErasePersonAnswer,
  ErasePersonParameters,
  FindPersonAnswer,
  FindPersonParameters,
} from '../rest/personal-data.ts';
import { endpoint } from './endpoint.ts';

export const SEARCH_PERSONAL_DATA = endpoint<typeof FindPersonParameters, typeof FindPersonAnswer>(
  'POST v2/admin/personal_data/search',
);
export const EXPORT_PERSONAL_DATA = endpoint<typeof FindPersonParameters, typeof FindPersonAnswer>(
  'POST v2/admin/personal_data/export',
);
export const ERASE_PERSONAL_DATA = endpoint<typeof ErasePersonParameters, typeof ErasePersonAnswer>(
  'POST v2/admin/personal_data/erase',
);
