/**
 * The interface as a table: every operation with its method, address, parameters, roles and answer, as its document
 * lists them. The suite makes its rows of this; nothing here is taken from the program.
 */
import type { AnswerName } from './shapes.ts';

export type Kind = 'id' | 'text' | 'flag' | 'integer' | 'date' | 'choice' | 'ids';

export interface Parameter {
  readonly name: string;
  readonly kind: Kind;
  /** May be left out. */
  readonly optional?: boolean;
  /** errno for an id that does not exist. */
  readonly unknown?: number;
}

export interface Row {
  readonly operation: string;
  /** UPDATE is the interface's own; PUT and PATCH do the same. */
  readonly method: 'GET' | 'POST' | 'UPDATE' | 'PUT' | 'PATCH' | 'DELETE';
  /** A part in braces is a parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly roles: readonly string[];
  readonly answer: AnswerName;
  /** What has to be there first: see `situations.ts`. */
  readonly situation: string;
  /** Asking again changes nothing, and gives the same. */
  readonly reads?: boolean;
  /** No XML here. */
  readonly jsonOnly?: boolean;
  /** The answer is another one each time. */
  readonly fresh?: boolean;
  /** Parameters are a document, not single fields: sent as JSON. */
  readonly nested?: boolean;
}

const QUEUE = '/restapi/v2/queuemanagement';
const FORMS = '/restapi/v2/forms';
/** Ours, where the interface lists none: forms are asked at every location. */
const CHANGES_FORMS = ['admin_site'];
const QM = 'acl_qmpad_access';

const id = (name: string, unknown = 6): Parameter => ({ name, kind: 'id', unknown });
const maybeId = (name: string, unknown = 6): Parameter => ({ name, kind: 'id', unknown, optional: true });
const text = (name: string): Parameter => ({ name, kind: 'text', optional: true });
const flag = (name: string): Parameter => ({ name, kind: 'flag', optional: true });
const integer = (name: string): Parameter => ({ name, kind: 'integer', optional: true });

const calling = [id('desk_id'), id('user_id'), id('ticket_id')];

function queue(operation: string, row: Omit<Row, 'operation' | 'method' | 'path'>): Row {
  return { operation, method: 'POST', path: `${QUEUE}/${operation}`, ...row };
}

/** Filters are optional lists of ids or texts; `filter[text]` and `filter[code]` are one text each. */
export const FILTERS: Readonly<
  Record<string, { readonly lists: readonly string[]; readonly texts: readonly string[] }>
> = {
  locations: { lists: ['locations', 'services', 'city', 'region', 'country'], texts: ['code', 'text'] },
  services: { lists: ['ids', 'locations', 'services'], texts: ['text'] },
  serverservices: { lists: ['ids', 'locations', 'services'], texts: ['text'] },
  users: { lists: ['users', 'desks', 'locations', 'services'], texts: ['text'] },
};

function lookup(operation: string, row: Pick<Row, 'answer' | 'roles'>): Row {
  return {
    operation,
    method: 'GET',
    path: `/restapi/${operation}`,
    parameters: [],
    situation: 'calls',
    reads: true,
    ...row,
  };
}

export const INTERFACE: readonly Row[] = [
  queue('login', { parameters: [id('user_id', 106)], roles: [], answer: 'login', situation: 'trusted', fresh: true }),
  queue('callticket', {
    parameters: calling,
    roles: [QM, 'qm_qmpad_select_services', 'qm_qmpad_issues_services'],
    answer: 'call',
    situation: 'waiting',
  }),
  queue('callnextticket', {
    parameters: [id('desk_id'), id('user_id'), { name: 'services', kind: 'ids', optional: true, unknown: 6 }],
    roles: [QM, 'qm_qmpad_issues_services'],
    answer: 'call',
    situation: 'next',
  }),
  queue('recall', { parameters: [id('answer_id')], roles: [QM], answer: 'done', situation: 'called' }),
  queue('endcall', { parameters: [id('answer_id')], roles: [QM], answer: 'done', situation: 'called' }),
  queue('pausecall', {
    parameters: [id('answer_id')],
    roles: [QM, 'qm_qmpad_user_pause_ticket'],
    answer: 'done',
    situation: 'called',
  }),
  queue('callpausedticket', { parameters: calling, roles: [QM], answer: 'call', situation: 'paused' }),
  queue('cancelcall', { parameters: [id('answer_id')], roles: [QM], answer: 'done', situation: 'called' }),
  queue('callcancelledticket', { parameters: calling, roles: [QM], answer: 'call', situation: 'cancelled' }),
  queue('transfercall', {
    parameters: [
      id('answer_id'),
      { name: 'dst_type', kind: 'choice' },
      id('dst_id'),
      text('note'),
      flag('priority'),
      text('custom_field'),
      id('desk_id'),
    ],
    roles: [QM, 'qm_qmpad_transfer_tickets'],
    answer: 'done',
    situation: 'transfer',
  }),
  queue('createticket', {
    parameters: [
      id('service_id'),
      maybeId('desk_id'),
      maybeId('user_id'),
      { name: 'lang', kind: 'text', optional: true },
      text('custom_field'),
      text('client_name'),
      maybeId('device_id', 119),
      flag('priority'),
      maybeId('appointment'),
      { name: 'scheduled_to', kind: 'date', optional: true },
      text('from_virtualticket'),
    ],
    roles: [QM, 'qm_qmpad_select_services', 'qm_qmpad_issues_services'],
    answer: 'created',
    situation: 'drawing',
  }),
  queue('pausedticketslist', {
    parameters: [id('desk_id')],
    roles: [],
    answer: 'tickets',
    situation: 'desk',
    reads: true,
  }),
  queue('waitingticketslist', {
    parameters: [id('service_id')],
    roles: [],
    answer: 'tickets',
    situation: 'service',
    reads: true,
  }),
  queue('cancellededticketslist', {
    parameters: [id('desk_id')],
    roles: [],
    answer: 'tickets',
    situation: 'desk',
    reads: true,
  }),
  {
    operation: 'waitingticketscount',
    method: 'GET',
    path: `${QUEUE}/waitingticketscount`,
    parameters: [],
    roles: [],
    answer: 'counts',
    situation: 'calls',
    reads: true,
  },
  {
    operation: 'waitingticketscount of a location',
    method: 'GET',
    path: `${QUEUE}/waitingticketscount/{location_id}`,
    parameters: [id('location_id')],
    roles: [],
    answer: 'counts',
    situation: 'location_id',
    reads: true,
  },
  {
    operation: 'lastTickets',
    method: 'GET',
    path: '/restapi/ticket/lastTickets',
    parameters: [id('location'), integer('number')],
    roles: [],
    answer: 'lastTickets',
    situation: 'location',
    reads: true,
  },
  queue('initialstate', {
    parameters: [
      id('location_id'),
      integer('quantity_by_service'),
      integer('quantity_by_desk'),
      flag('last_tickets_by_service'),
      flag('last_tickets_by_desk'),
      flag('all_services'),
      flag('all_desks'),
    ],
    roles: [],
    answer: 'initialState',
    situation: 'location_id',
    reads: true,
  }),
  {
    ...queue('initialstate', {
      parameters: [
        id('location_id'),
        flag('last_tickets_by_service'),
        flag('last_tickets_by_desk'),
        flag('all_services'),
        flag('all_desks'),
      ],
      roles: [],
      answer: 'wholeState',
      situation: 'wholeState',
      reads: true,
    }),
    operation: 'initialstate with everything',
  },
  lookup('locations', { answer: 'locations', roles: [] }),
  lookup('services', { answer: 'services', roles: ['acl_services_access'] }),
  lookup('serverservices', { answer: 'serverServices', roles: ['acl_services_access'] }),
  lookup('users', { answer: 'users', roles: ['essentials_staff_access_staff'] }),
  lookup('services/metadata', { answer: 'services', roles: [QM] }),
  {
    operation: 'ticket/details',
    method: 'GET',
    path: '/restapi/ticket/details/{id}',
    parameters: [id('id')],
    roles: [QM],
    answer: 'details',
    situation: 'ticket',
    reads: true,
  },
  {
    operation: 'list forms',
    method: 'GET',
    path: FORMS,
    parameters: [],
    roles: [],
    answer: 'forms',
    situation: 'form',
    reads: true,
    jsonOnly: true,
  },
  {
    operation: 'form detail',
    method: 'GET',
    path: `${FORMS}/{form_id}`,
    parameters: [id('form_id')],
    roles: [],
    answer: 'form',
    situation: 'form',
    reads: true,
    jsonOnly: true,
  },
  {
    operation: 'create form',
    method: 'POST',
    path: FORMS,
    parameters: [{ name: 'name', kind: 'text' }],
    roles: CHANGES_FORMS,
    answer: 'formId',
    situation: 'new form',
    jsonOnly: true,
    nested: true,
    fresh: true,
  },
  ...(['UPDATE', 'PUT', 'PATCH'] as const).map(
    (method): Row => ({
      operation: method === 'UPDATE' ? 'update form' : `update form by ${method}`,
      method,
      path: `${FORMS}/{form_id}`,
      parameters: [id('form_id'), { name: 'name', kind: 'text' }],
      roles: CHANGES_FORMS,
      answer: 'formId',
      situation: 'changed form',
      jsonOnly: true,
      nested: true,
    }),
  ),
  {
    operation: 'delete question',
    method: 'DELETE',
    path: `${FORMS}/{form_id}/questions/{question_id}`,
    parameters: [id('form_id'), id('question_id')],
    roles: CHANGES_FORMS,
    answer: 'done',
    situation: 'question',
    jsonOnly: true,
  },
  {
    operation: 'delete form',
    method: 'DELETE',
    path: `${FORMS}/{form_id}`,
    parameters: [id('form_id')],
    roles: CHANGES_FORMS,
    answer: 'done',
    situation: 'form',
    jsonOnly: true,
  },
  {
    operation: 'answer types',
    method: 'GET',
    path: '/restapi/v2/qats',
    parameters: [],
    roles: [],
    answer: 'answerTypes',
    situation: 'form',
    reads: true,
    jsonOnly: true,
  },
];
