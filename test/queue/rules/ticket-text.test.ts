import { describe, expect, it } from 'vitest';
import { ticketStrings } from '../../../main/queue/rules/ticket-text.ts';
import { parseSite } from '../../../main/site/rules/site.ts';
import { Site } from '../../../main/site/rules/site-model.ts';
import { townSite } from '../../helpers/town-site.ts';

const parsed = parseSite(townSite());
if (!parsed.ok) throw new Error(parsed.error.join('\n'));
const site = new Site(parsed.value);

function textsIn(lang: string, more: { readonly before?: number; readonly priority?: boolean } = {}) {
  return ticketStrings({
    site,
    service: site.service('passports')!,
    location: site.location('hall')!,
    lang,
    issuedAt: Date.parse('2026-07-01T13:05:00Z'),
    before: more.before ?? 3,
    waitSeconds: 450,
    priority: more.priority ?? false,
  });
}

describe('the texts of a ticket', () => {
  it.each([
    ['en', 'People before you: 3', 'Priority'],
    ['pt_PT', 'Pessoas à sua frente: 3', 'Prioritário'],
    ['es', 'Personas antes que usted: 3', 'Prioridad'],
    ['fr', 'Personnes avant vous\u00a0: 3', 'Prioritaire'],
    ['de', 'Personen vor Ihnen: 3', 'Vorrang'],
    ['ar', 'عدد الأشخاص قبلك: 3', 'أولوية'],
    ['zh', '您前面的人数：3', '优先'],
    ['xx', 'People before you: 3', 'Priority'],
  ])('are in the language of the ticket, else English: %s', (lang, people, priority) => {
    expect(textsIn(lang, { priority: true })).toMatchObject({ people_waiting: people, prioritary_ticket: priority });
  });

  it('have the local time of the location, in Latin digits also in Arabic', () => {
    expect(textsIn('pt_PT').date_text).toBe('1 de julho de 2026 às 14:05');
    expect(textsIn('ar').date_text).toMatch(/1 .* 2026 .*14:05/);
  });

  it('have no priority on an ordinary ticket, and the wait in seconds', () => {
    expect(textsIn('en')).toMatchObject({ prioritary_ticket: '', waiting_time: '450' });
  });

  it('include the texts of the service', () => {
    expect(textsIn('pt_PT')).toMatchObject({ extra_text: 'Traga uma fotografia.', footer_text: 'Thank you.' });
  });
});
