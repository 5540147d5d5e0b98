/** Tickets, services and devices as event fields, for one audience. */
import type { Audience } from '../../access/service/audience.ts';
import { viewCall, viewTicket } from '../../access/service/ticket-view.ts';
import { ALARMS } from '../../devices/contract/alarms.ts';
import type { AlarmNews } from '../../devices/contract/device-alarms.ts';
import type { DeviceNow } from '../../devices/service/presence/device-presence.ts';
import type { AlarmRecord, DeskAway, ServiceQueue } from '../../queue/contract/records.ts';
import type { TicketNow } from '../../queue/operations/call-records.ts';
import { deskAndUser } from '../../queue/rules/desk-and-user.ts';
import { labelOf } from '../../queue/service/ticket-shapes.ts';
import type { LimitAlarm, LimitChange, LimitNews, ShownLimitAlarm } from '../../queue-alerts/contract/limits.ts';
import type { Device, Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { StaffCallNews, StaffCallRecord } from '../../staff-calls/contract/staff-call.ts';
import type { EventDesk, EventDevice, EventService, EventTicket } from '../contract/events.ts';

/** ISO 8601 in UTC; empty without an instant. */
export function iso(instant: number | null | undefined): string {
  return instant === null || instant === undefined ? '' : new Date(instant).toISOString();
}

export function eventTicket(site: Site, { ticket: whole, answer: call }: TicketNow, audience: Audience): EventTicket {
  const ticket = viewTicket(site, { ...whole, ...deskAndUser(whole, call) }, audience);
  const answer = call === null ? null : viewCall(call, audience);
  const service = site.service(ticket.serviceId);
  const desk = site.desk(answer?.deskId ?? '');
  const tag = service?.tag ?? '';
  return {
    ticket_id: ticket.id,
    answer_id: answer?.id ?? '',
    label: labelOf(site, ticket),
    tag,
    number: ticket.number,
    service_id: ticket.serviceId,
    dst_service_id: ticket.dstServiceId,
    dst_desk_id: ticket.dstDeskId,
    dst_user_id: ticket.dstUserId,
    desk_id: answer?.deskId ?? '',
    desk_name: desk?.name ?? '',
    desk_tag: desk?.tag ?? '',
    user_id: answer?.userId ?? '',
    state: ticket.state,
    transferred: ticket.transferred,
    flags: ticket.flags,
    lang: ticket.lang,
    issued_at: iso(ticket.issuedAt),
    waiting_since: iso(ticket.waitingSince),
    scheduled_at: iso(ticket.scheduledAt),
    called_at: iso(answer?.calledAt),
    ended_at: iso(answer?.endedAt),
    client_name: ticket.clientName,
    note: ticket.note,
    custom_field: ticket.customField,
    app_displayname: ticket.appDisplayName,
  };
}

/**
 * @param hours whether it is open, and otherwise its next opening time
 * @param wait estimated wait in seconds; 0: unknown
 */
export function eventService(
  service: Service,
  queue: ServiceQueue | undefined,
  hours: { readonly open: boolean; readonly opensAt: string },
  wait: number,
): EventService {
  const colour = service.rgbColour.replace(/^#/, '');
  return {
    service_id: service.id,
    name: service.name,
    tag: service.tag,
    colour: colour === '' ? '' : `#${colour}`,
    group: service.service_group,
    open: hours.open,
    opens_at: hours.opensAt,
    waiting: queue?.waiting ?? 0,
    waiting_priority: queue?.waitingPriority ?? 0,
    avg_waiting_time: queue?.averageWaitSeconds ?? service.expected_wait,
    next_wait: wait,
    last_issued_number: queue?.lastIssuedNumber ?? 0,
  };
}

export function eventDevice(device: Device, now: DeviceNow): EventDevice {
  return {
    device_id: device.id,
    name: device.name,
    type: device.type,
    state: device.state,
    connected: now.connected,
    changed_at: iso(now.changedAt),
    silent_since: iso(now.silentSince),
    said_at: iso(now.saidAt),
    status: now.status,
    alarms: now.alarms.map(({ kind, since }) => ({ kind, todo: ALARMS[kind].todo, since: iso(since) })),
  };
}

export function alarmNews(site: Site, { deviceId, kind, since, endedAt }: AlarmRecord): AlarmNews {
  return {
    device_id: deviceId,
    device_name: site.device(deviceId)?.name ?? '',
    kind,
    todo: ALARMS[kind].todo,
    since: iso(since),
    ended_at: iso(endedAt),
  };
}

/** Only staff see the reason and the user of a pause. */
export function eventDesk(
  {
    deskId,
    at,
    away = null,
  }: { readonly deskId: string; readonly at: number; readonly away?: DeskAway | null | undefined },
  audience: Audience,
): EventDesk {
  const isStaff = audience === 'staff';
  return {
    desk_id: deskId,
    state: away?.kind ?? 'open',
    since: iso(away?.since ?? at),
    reason: isStaff ? (away?.reason ?? '') : '',
    user_id: isStaff ? (away?.userId ?? '') : '',
  };
}

/** A queue alert as sent in events, webhooks and responses. */
export function shownLimit(site: Site, alarm: LimitAlarm): ShownLimitAlarm {
  const { number, serviceId, kind, bound, worst, since, endedAt, seenAt, seenBy } = alarm;
  const user = seenBy === '' ? undefined : site.user(seenBy);
  return {
    number,
    service_id: serviceId,
    service_name: serviceId === '' ? '' : (site.service(serviceId)?.name ?? ''),
    kind,
    bound,
    worst,
    since: iso(since),
    ended_at: iso(endedAt),
    seen_at: iso(seenAt),
    seen_by: seenBy,
    seen_by_name: user === undefined ? '' : user.name || user.username,
  };
}

export function limitNews(
  site: Site,
  { change, alarm }: { readonly change: LimitChange; readonly alarm: LimitAlarm },
): LimitNews {
  return { change, ...shownLimit(site, alarm) };
}

/** @param personal whether to include the name of the member of staff */
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

/** Displays and kiosks get an empty list. */
export function staffCallNews(site: Site, call: StaffCallRecord | undefined, audience: Audience): StaffCallNews[] {
  if (call === undefined || (audience !== 'staff' && audience !== 'office')) return [];
  return [shownStaffCall(site, call, audience === 'staff')];
}
