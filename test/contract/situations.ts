/** What has to have happened before an operation can be done, and the parameters with which it then can. */
import type { Town } from '../helpers/town.ts';

export type Given = Readonly<Record<string, unknown>>;

const seat = { desk_id: 'desk-1', user_id: 'ana' };

async function called(town: Town): Promise<{ ticket: string; answer: string }> {
  const { ticket } = await town.createTicket('Passports', { client_name: 'Zoë & <Söhne>', custom_field: '"q"\n\ttab' });
  return { ticket: ticket.id, answer: (await town.call('Desk 1', ticket.id)).id };
}

async function concluded(town: Town, operation: string): Promise<Given> {
  const { ticket, answer } = await called(town);
  await town.conclude(operation, answer);
  return { ...seat, ticket_id: ticket };
}

export const NEW_FORM: Given = {
  name: 'Before the visit',
  selected: true,
  questions: {
    before: [
      {
        question: 'What for?',
        qat_id: 'contract-text',
        required: true,
        question_order: 0,
        visible_on: { ticket_kiosks: true },
        staff_permissions: { visible: true, editable: false },
        anonymize: true,
        anonymize_in_days: 3,
      },
    ],
    during: [{ question: 'Anything else?', qat_id: 'contract-text', question_order: 0 }],
    end: [],
  },
};

/** A type of answers that is there whatever else the site brings. */
export const TEXT_TYPE = { id: 'contract-text', name: 'Short text', type: 1, config: { mask: 0, length: '80' } };

async function newForm(town: Town): Promise<{ form_id: string; question_id: string }> {
  const base = `${town.address}/restapi/v2/forms`;
  const headers = { 'content-type': 'application/json' };
  const made = await (await fetch(base, { method: 'POST', headers, body: JSON.stringify(NEW_FORM) })).json();
  const { role } = await (await fetch(`${base}/${made.id}`)).json();
  return { form_id: made.id, question_id: role.questions.during[0].id };
}

export const SITUATIONS: Readonly<Record<string, (town: Town) => Promise<Given>>> = {
  trusted: async () => ({ user_id: 'ana' }),
  waiting: async (town) => ({ ...seat, ticket_id: (await town.createTicket('Passports')).ticket.id }),
  next: async (town) => {
    await town.createTicket('Passports');
    return { ...seat, services: ['passports', 'weddings'] };
  },
  called: async (town) => ({ answer_id: (await called(town)).answer }),
  paused: (town) => concluded(town, 'pausecall'),
  cancelled: (town) => concluded(town, 'cancelcall'),
  transfer: async (town) => ({
    answer_id: (await called(town)).answer,
    dst_type: 'service',
    dst_id: 'passports',
    note: 'Ärger mit "Papieren" & <Fotos>',
    priority: true,
    custom_field: 'ref 7',
    desk_id: 'desk-1',
  }),
  drawing: async () => ({
    service_id: 'passports',
    desk_id: 'desk-1',
    user_id: 'ana',
    lang: 'pt_PT',
    custom_field: 'ref 7; 100% + ü',
    client_name: '李 & <Müller> "X"',
    device_id: 'kiosk-1',
    priority: true,
    scheduled_to: '2026-11-20 12:30:00',
    from_virtualticket: '0',
  }),
  desk: async () => ({ desk_id: 'desk-1' }),
  service: async () => ({ service_id: 'passports' }),
  location: async () => ({ location: 'hall', number: 5 }),
  location_id: async () => ({ location_id: 'hall' }),
  wholeState: async () => ({
    location_id: 'hall',
    last_tickets_by_service: true,
    last_tickets_by_desk: true,
    all_services: true,
    all_desks: true,
  }),
  calls: async () => ({}),
  ticket: async (town) => ({ id: (await called(town)).ticket }),
  form: async (town) => ({ form_id: (await newForm(town)).form_id }),
  question: (town) => newForm(town),
  'new form': async () => NEW_FORM,
  'changed form': async (town) => ({ form_id: (await newForm(town)).form_id, ...NEW_FORM, name: 'After the visit' }),
};
