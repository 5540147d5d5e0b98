/** Plays a morning as kiosks, counters and phones would: through the interface, and nothing else. */
import type { Deed, Outcome } from './actions.ts';
import { type Clerk, LOCATION, type Visitor } from './plan.ts';
import { minuteThere, pageHere, zoneOfMorning } from './site.ts';

export interface RestStage {
  perform(deed: Deed): Promise<Outcome>;
  /** Who waits for these clerks, in nobody's particular order. */
  waiting(): Promise<readonly { readonly label: string; readonly service: string }[]>;
  /** Address of the ticket's page for phones; null where there is none. */
  pageOf(label: string): string | null;
}

/** Failures that a queue has every day: nobody waits, too late, somebody else was faster, enough people wait. */
const EVERYDAY = [6, 8, 111, 112, 114, 115, 116, 117, 118];
const NUMBER_WIDTH = 3;

type Body = Record<string, unknown>;
interface Answered {
  readonly ok: boolean;
  readonly body: Body;
  readonly headers: Headers;
}

interface Ticket {
  readonly id: string;
  readonly number: string;
  readonly ticket_service: { readonly tag: string };
}

/** @param run tells this morning from others at the same server. */
export function restStage(address: string, clerks: readonly Clerk[], run: number): RestStage {
  const tickets = new Map<string, { readonly id: string; readonly page: string | null }>();
  /** Id of the open call of each desk. */
  const calls = new Map<string, string>();
  const zone = zoneOfMorning(new Date());

  async function ask(method: string, path: string, parameters?: object, key?: string): Promise<Answered> {
    const response = await fetch(`${address}/restapi${path}`, {
      method,
      headers: {
        ...(parameters === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(parameters === undefined ? {} : { body: JSON.stringify(parameters) }),
    });
    const body = (await response.json()) as Body;
    if (body.success !== true && !EVERYDAY.includes(Number(body.errno))) {
      throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    }
    return { ok: body.success === true, body, headers: response.headers };
  }

  const queue = (operation: string, parameters: object, key?: string): Promise<Answered> =>
    ask('POST', `/v2/queuemanagement/${operation}`, parameters, key);

  async function takes(visitor: Visitor): Promise<Outcome> {
    const { id, service, kiosk, lang, priority } = visitor;
    const appointment = visitor.appointment ? await books(visitor) : {};
    const parameters = { service_id: service, device_id: kiosk, lang, priority, ...appointment };
    const { ok, body, headers } = await queue('createticket', parameters, `demo ${run} ${id}`);
    if (!ok) return null;
    const ticket = body.ticket as Ticket;
    const label = labelOf(ticket);
    const page = headers.get('ticket-page');
    tickets.set(label, { id: ticket.id, page: page === null ? null : pageHere(address, page) });
    return label;
  }

  /** Whoever takes bookings has done so a moment ago. */
  async function books({ id, service, lang }: Visitor): Promise<object> {
    const appointment = `demo-${run}-${id}`;
    await ask('POST', '/v2/admin/appointments', {
      id: appointment,
      service,
      location: LOCATION,
      lang,
      code: appointment,
      scheduled_to: minuteThere(new Date(), zone),
    });
    return { appointment };
  }

  /** Notes the call, and whose it is. */
  function begun(clerk: Clerk, { ok, body }: Answered): Outcome {
    calls.delete(clerk.desk);
    if (!ok) return null;
    const answer = body.answer as { readonly id: string; readonly ticket: Ticket };
    calls.set(clerk.desk, answer.id);
    const label = labelOf(answer.ticket);
    tickets.set(label, { page: null, ...tickets.get(label), id: answer.ticket.id });
    return label;
  }

  async function concludes(operation: string, clerk: Clerk, label: string, more: object = {}): Promise<Outcome> {
    const answer = calls.get(clerk.desk);
    if (answer === undefined) return null;
    if (operation !== 'recall') calls.delete(clerk.desk);
    return (await queue(operation, { answer_id: answer, ...more })).ok ? label : null;
  }

  async function leaves(label: string): Promise<Outcome> {
    const secret = tickets.get(label)?.page?.split('/').at(-1);
    if (secret === undefined) return null;
    return (await ask('POST', '/v2/tickets/leave', { secret })).ok ? label : null;
  }

  const at = ({ desk, user }: Clerk): object => ({ desk_id: desk, user_id: user });

  return {
    async perform(deed) {
      switch (deed.kind) {
        case 'takes':
          return takes(deed.visitor);
        case 'leaves':
          return leaves(deed.label);
        case 'calls': {
          const current = calls.get(deed.clerk.desk);
          const label = begun(deed.clerk, await queue('callnextticket', at(deed.clerk)));
          // Nobody is next: then the one who is here goes all the same.
          if (label === null && current !== undefined) await queue('endcall', { answer_id: current });
          return label;
        }
        case 'calls back': {
          const operation = deed.from === 'paused' ? 'callpausedticket' : 'callcancelledticket';
          const ticket_id = tickets.get(deed.label)?.id ?? '';
          return begun(deed.clerk, await queue(operation, { ...at(deed.clerk), ticket_id }));
        }
        case 'recalls':
          return concludes('recall', deed.clerk, deed.label);
        case 'ends':
          return concludes('endcall', deed.clerk, deed.label);
        case 'pauses':
          return concludes('pausecall', deed.clerk, deed.label);
        case 'misses':
          return concludes('cancelcall', deed.clerk, deed.label);
        case 'sends on': {
          const { type, id, priority } = deed.target;
          const to = { dst_type: type, dst_id: id, priority, desk_id: deed.clerk.desk };
          return concludes('transfercall', deed.clerk, deed.label, to);
        }
      }
    },
    async waiting() {
      const lists = await Promise.all(
        clerks.map(async ({ desk, user }) => {
          const { body } = await ask('GET', `/v2/counters/${desk}?user_id=${user}`);
          return (body.waiting ?? []) as readonly { label: string; dst_service_id: string; turn: string }[];
        }),
      );
      return lists
        .flat()
        .filter(({ turn }) => turn === 'next')
        .map(({ label, dst_service_id }) => ({ label, service: dst_service_id }));
    },
    pageOf: (label) => tickets.get(label)?.page ?? null,
  };
}

function labelOf({ number, ticket_service: { tag } }: Ticket): string {
  return `${tag}${number.padStart(NUMBER_WIDTH, '0')}`;
}
