/** Previews of unsaved settings. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  FormPreviewAnswer,
  FormPreviewParameters,
  OpeningHoursAnswer,
  OpeningHoursParameters,
  PublicHolidaysAnswer,
  PublicHolidaysParameters,
  TicketPreviewAnswer,
  TicketPreviewParameters,
} from './rest/previews.ts';

export const PREVIEW_OPENING_HOURS = endpoint<typeof OpeningHoursParameters, typeof OpeningHoursAnswer>(
  'GET v2/admin/opening-hours',
);
export const LIST_PUBLIC_HOLIDAYS = endpoint<typeof PublicHolidaysParameters, typeof PublicHolidaysAnswer>(
  'GET v2/admin/public-holidays',
);
export const PREVIEW_TICKET = endpoint<typeof TicketPreviewParameters, typeof TicketPreviewAnswer, object>(
  'POST v2/admin/ticket-preview',
);
export const PREVIEW_FORM = endpoint<typeof FormPreviewParameters, typeof FormPreviewAnswer, object>(
  'POST v2/admin/form-preview',
);
