/**
 * REST schemas of auxiliary requests.
 *
 * Locations, services, server services, users, last calls and the initial state of a queue.
 */
import Type, { type Static, type TProperties } from 'typebox';
import {
  described,
  locationId,
  MAX_PARAMETER_TEXT,
  MOST,
  omittable,
  optionalFlag,
  optionalIds,
  optionalTexts,
  quantity,
} from '../../../rest/contract/parameters.ts';
import { flag, integer, LastCallSchema, success, text } from '../../../rest/contract/shapes.ts';

const optionalText = omittable(Type.String({ maxLength: MAX_PARAMETER_TEXT, default: '' }));

/** Rejects unknown filter names: ignoring one would return everything. */
const filters = <Filters extends TProperties>(known: Filters) => Type.Object(known, { additionalProperties: false });

export const LocationsParameters = Type.Object({
  filter: filters({
    code: described(optionalText, 'Id of the location, or its id in another system.'),
    locations: described(optionalIds, 'Ids of locations.'),
    services: described(optionalIds, 'Ids of server services.'),
    city: described(optionalTexts, 'Cities.'),
    region: described(optionalTexts, 'Regions.'),
    country: described(optionalTexts, 'Countries.'),
    text: described(optionalText, 'A part of the texts, case-insensitive.'),
  }),
});

export const ServicesParameters = Type.Object({
  filter: filters({
    ids: described(optionalIds, 'Ids of services.'),
    locations: described(optionalIds, 'Ids of locations.'),
    services: described(optionalIds, 'Ids of server services.'),
    text: described(optionalText, 'A part of the texts, case-insensitive.'),
  }),
});

export const UsersParameters = Type.Object({
  filter: filters({
    users: described(optionalIds, 'Ids of users.'),
    desks: described(optionalIds, 'Ids of desks.'),
    locations: described(optionalIds, 'Ids of locations.'),
    services: described(optionalIds, 'Ids of server services.'),
    text: described(optionalText, 'A part of the texts, case-insensitive.'),
  }),
});

export const LastTicketsParameters = Type.Object({ location: locationId, number: described(quantity(10), MOST) });

export const InitialStateParameters = Type.Object({
  location_id: locationId,
  quantity_by_service: described(quantity(10), 'Maximum number of last calls of each service.'),
  quantity_by_desk: described(quantity(10), 'Maximum number of last calls of each desk.'),
  last_tickets_by_service: described(optionalFlag, 'Whether to return the last calls of each service.'),
  last_tickets_by_desk: described(optionalFlag, 'Whether to return the last calls of each desk.'),
  all_services: described(optionalFlag, 'Whether to return all services, also those that are switched off.'),
  all_desks: described(optionalFlag, 'Whether to return all desks, also those that are switched off.'),
});

export const LocationViewSchema = Type.Object(
  {
    id: text,
    name: text,
    state: integer,
    location_group: text,
    phone: text,
    email: text,
    website: text,
    coordinates: text,
    address: text,
    cloud: flag,
    country: text,
    region: text,
    city: text,
    timezone: text,
    timeformat: text,
    schedule: text,
    social_links: Type.Array(text),
    t_checkin_before: integer,
    t_checkin_after: integer,
    t_attendance_before: integer,
    t_attendance_after: integer,
    t_delete: integer,
    t_profile_edit: integer,
    obs: text,
    resource_id: text,
  },
  { title: 'Location' },
);

const serverServiceFields = {
  id: text,
  name: text,
  state: integer,
  server_service: text,
  description: text,
  capacity: integer,
  slot_time: integer,
  allow_multi_slot_appointments: flag,
  allow_automatic_confirmation: flag,
  location: text,
  schedule: text,
  app_schedule: text,
  question_group: text,
  tag: text,
  rgbColour: text,
  maxTicketNumber: integer,
  currentTicketNumber: integer,
  qm_enabled: flag,
  virtual_ticket_enabled: flag,
};

export const ServerServiceViewSchema = Type.Object(serverServiceFields, { title: 'ServerService' });

export const ServiceViewSchema = Type.Object(
  {
    ...serverServiceFields,
    service_group: Type.Object({ id: text, name: text, description: text }),
    service_code: text,
    metadata: Type.Record(Type.String(), text),
  },
  { title: 'Service' },
);

export const UserViewSchema = Type.Object(
  {
    id: text,
    username: text,
    name: text,
    phone: text,
    email: text,
    schedule: text,
  },
  { title: 'User' },
);

export const ServiceStateSchema = Type.Object(
  {
    id: text,
    description: text,
    tag: text,
    desk_id: text,
    /** `open` or `close`. */
    state: text,
    answer_date: text,
    arrival_date: text,
    last_call_number: integer,
    dst_service_id: text,
    last_print_ticket: integer,
    use_app_tag: flag,
    app_tag: text,
    max_ticket_number: integer,
    ticket_flags: integer,
  },
  { title: 'ServiceState' },
);

export const DeskStateSchema = Type.Object({ id: text, description: text, tag: text }, { title: 'DeskState' });

export const LocationsAnswer = Type.Object({ success, locations: Type.Array(LocationViewSchema) });
export const ServicesAnswer = Type.Object({ success, services: Type.Array(ServiceViewSchema) });
export const ServerServicesAnswer = Type.Object({ success, services: Type.Array(ServerServiceViewSchema) });

export const UsersAnswer = Type.Object({ success, users: Type.Array(UserViewSchema) });

/** Newest call first; each entry is an object whose only key is the service id. */
export const LastTicketsAnswer = Type.Object({
  success,
  lastTickets: Type.Array(Type.Record(Type.String(), LastCallSchema)),
});

/** Optional parts are present only if requested. */
export const InitialStateAnswer = Type.Object({
  success,
  player_info: Type.Object({
    database: Type.Object({ services: Type.Array(ServiceStateSchema), desks: Type.Array(DeskStateSchema) }),
    byService: Type.Optional(Type.Array(ServiceStateSchema)),
    byDesk: Type.Optional(Type.Array(DeskStateSchema)),
  }),
  lastTickets: Type.Optional(
    Type.Object({
      byservice: Type.Optional(Type.Array(LastCallSchema)),
      bydesk: Type.Optional(Type.Array(LastCallSchema)),
    }),
  ),
});

export type LocationsParameters = Static<typeof LocationsParameters>;
export type ServicesParameters = Static<typeof ServicesParameters>;
export type InitialStateParameters = Static<typeof InitialStateParameters>;
export type LocationView = Static<typeof LocationViewSchema>;
export type ServiceView = Static<typeof ServiceViewSchema>;
export type ServerServiceView = Static<typeof ServerServiceViewSchema>;
export type ServiceState = Static<typeof ServiceStateSchema>;
export type LocationsAnswer = Static<typeof LocationsAnswer>;
export type ServicesAnswer = Static<typeof ServicesAnswer>;
export type ServerServicesAnswer = Static<typeof ServerServicesAnswer>;
export type InitialStateAnswer = Static<typeof InitialStateAnswer>;
