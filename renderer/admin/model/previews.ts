import type { Static } from 'typebox';
import type { OpeningHoursAnswer, TicketPreviewAnswer } from '../../../main/contract/rest/previews.ts';

export type HoursPreview = Static<typeof OpeningHoursAnswer>;
export type TicketPreview = Static<typeof TicketPreviewAnswer>;
