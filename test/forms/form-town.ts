/** Test town whose service Passports has a form. */

import { openTown, type Posted, type Town, type TownOptions } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { question } from './rules/form-site.ts';

export const PASSPORT_FORM = {
  id: 'passport-form',
  name: 'Passport',
  questions: {
    before: [
      question('reason', 'one of', {
        on: ['ticket_kiosks', 'card_reader'],
        required: true,
        config: { options: ['New', 'Lost'] },
      }),
      question('police-number', 'text', {
        after: ['reason', 'Lost'],
        required: true,
        staff: 'sees',
        eraseAfterDays: 1,
        config: { mask: 5, regex: '[0-9]{4}/[A-Z]{2}', example: '2026/AB' },
      }),
      question('income', 'number', { staff: '', eraseAfterDays: 0 }),
    ],
    during: [
      question('papers', 'several of', { on: ['qm_pad'], config: { options: ['Photo', 'Birth certificate'] } }),
      question('which-photo', 'text', { on: ['qm_pad'], after: ['papers', 'Photo'] }),
    ],
    end: [question('mark', 'rating', { on: ['qm_pad'], staff: 'sees' })],
  },
};

/** JSON request to any path. */
export type Ask = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Posted>;

export interface FormTown extends Town {
  readonly ask: Ask;
}

export function formTownSite(): Record<string, unknown> {
  const site = townSite();
  const services = (site.services as Record<string, unknown>[]).map((service) =>
    service.id === 'passports' ? { ...service, forms: ['passport-form'] } : service,
  );
  return { ...site, services, forms: [PASSPORT_FORM] };
}

export async function openFormTown(options: TownOptions = {}): Promise<FormTown> {
  const town = await openTown({ site: formTownSite(), ...options });
  return {
    ...town,
    async ask(method, path, body, headers = {}) {
      const response = await fetch(`${town.address}${path}`, {
        method,
        ...(body === undefined
          ? { headers }
          : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
