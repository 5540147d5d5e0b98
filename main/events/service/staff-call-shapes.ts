/** A call for staff as events, webhooks and answers tell it. */

import type { Audience } from '../../access/service/audience.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { StaffCallNews, StaffCallRecord } from '../../staff-calls/contract/staff-call.ts';
import { iso } from './event-shapes.ts';

/** @param personal whether it is said who comes. */
export function shownStaffCall(site: Site, call: StaffCallRecord, personal: boolean): StaffCallNews {
  return {
    change: call.change,
    device_id: call.deviceId,
    device_name: site.device(call.deviceId)?.name ?? '',
    since: iso(call.since),
    until: iso(call.until),
    desk_id: call.deskId,
    user_id: personal ? call.userId : '',
  };
}

/** Who stands in the hall has no use for it. */
export function staffCallNews(site: Site, call: StaffCallRecord | undefined, audience: Audience): StaffCallNews[] {
  if (call === undefined || (audience !== 'staff' && audience !== 'office')) return [];
  return [shownStaffCall(site, call, audience === 'staff')];
}
