/** Ours: what the site's rules say of a card. */
import { ERRNO } from '../../contract/errno.ts';
import { CardLookupAnswer, CardLookupParameters } from '../../contract/rest/cards.ts';
import { ok } from '../../contract/result.ts';
import { judgeCard } from '../../core/judge-card.ts';
import { formatWallTime } from '../../core/zone.ts';
import { CARD_DEVICES } from '../auth/device-kinds.ts';
import { operation } from '../operation.ts';
import { refuse } from '../refusal.ts';

export const lookupCard = operation({
  name: 'card_lookup',
  method: 'POST',
  path: '/restapi/v2/cards/lookup',
  devices: CARD_DEVICES,
  parameters: CardLookupParameters,
  answer: CardLookupAnswer,
  async handle({ code, location_id }, { site, now }) {
    const location = site.location(location_id);
    if (location === undefined) return refuse(ERRNO.notFound, 'location_id');
    const today = formatWallTime(now, location.timezone).slice(0, 10);
    const { services, ...card } = judgeCard(site.settings.card_rules, code, today);
    return ok({ success: true, card: { ...card, services: [...services] } });
  },
});
