/** State of the town hall by REST, the reference for all pages. */
import { LOCATION } from '../../../demo/simulation/plan.ts';
import type { CounterAnswer } from '../../../main/queue/contract/rest/counters.ts';
import type { PhoneTicket } from '../../../main/visitor-phone/contract/rest/phone-tickets.ts';
import type { LastCall, QueueTicket, TicketDetail } from './shapes.ts';

const QUEUE = '/restapi/v2/queuemanagement';

export interface Rest {
  /** Waiting tickets of each service in call order. */
  lists(services: readonly string[]): Promise<Record<string, readonly QueueTicket[]>>;
  /** Number of waiting tickets by service. */
  counts(): Promise<Record<string, number>>;
  counter(desk: string, user: string): Promise<CounterAnswer>;
  /** Newest first; a ticket called several times appears once, with its latest call. */
  lastCalls(): Promise<readonly LastCall[]>;
  /** Outcome of each call of the day by ticket, oldest first: `served`, `paused`, `no_show`, `transferred`, `open`. */
  calls(): Promise<ReadonlyMap<string, readonly string[]>>;
  details(ticketId: string): Promise<TicketDetail>;
  phone(secret: string): Promise<PhoneTicket>;
  post<T>(path: string, body: object): Promise<T>;
  get<T>(path: string): Promise<T>;
}

export function restOf(address: string): Rest {
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T & { readonly success: boolean };
    if (answer.success !== true) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
    return answer;
  }
  const get = <T>(path: string): Promise<T> => ask<T>('GET', path);
  const post = <T>(path: string, body: object): Promise<T> => ask<T>('POST', path, body);

  return {
    get,
    post,
    async lists(services) {
      const lists = await Promise.all(
        services.map(async (service) => {
          const { tickets } = await post<{ readonly tickets: readonly QueueTicket[] }>(`${QUEUE}/waitingticketslist`, {
            service_id: service,
          });
          return [service, tickets] as const;
        }),
      );
      return Object.fromEntries(lists);
    },
    async counts() {
      const { services } = await get<{
        readonly services: readonly { readonly id: string; readonly number_of_waiting_tickets: string }[];
      }>(`${QUEUE}/waitingticketscount/${LOCATION}`);
      return Object.fromEntries(services.map((each) => [each.id, Number(each.number_of_waiting_tickets)]));
    },
    counter: (desk, user) => get(`/restapi/v2/counters/${desk}?user_id=${user}`),
    async lastCalls() {
      const { lastTickets } = await get<{ readonly lastTickets: readonly Record<string, LastCall>[] }>(
        `/restapi/ticket/lastTickets?location=${LOCATION}&number=100`,
      );
      const calls = lastTickets.flatMap((entry) => Object.values(entry));
      const seen = new Set<string>();
      return calls.filter(({ ticket_id }) => !seen.has(ticket_id) && seen.add(ticket_id));
    },
    async calls() {
      const table = await fetch(
        `${address}/restapi/v2/reports/period?location=${LOCATION}&table=calls&format=csv`,
      ).then((response) => response.text());
      const [head = [], ...rows] = table
        .trim()
        .split(/\r?\n/)
        .map((row) => row.replaceAll('"', '').split(/[;,]/));
      const calls = new Map<string, string[]>();
      for (const row of rows) {
        const label = row[head.indexOf('ticket')] ?? '';
        calls.set(label, [...(calls.get(label) ?? []), row[head.indexOf('outcome')] ?? '']);
      }
      return calls;
    },
    details: async (id) => (await get<{ readonly ticket: TicketDetail }>(`/restapi/ticket/details/${id}`)).ticket,
    phone: async (secret) =>
      (await post<{ readonly ticket: PhoneTicket }>('/restapi/v2/tickets/lookup', { secret })).ticket,
  };
}
