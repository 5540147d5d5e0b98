/** REST operations on card rules and card hashes. */

import { hashCard, hashesOf, newCardSalt } from '../../access/service/card-hash.ts';
import { CARD_DEVICES } from '../../access/service/device-kinds.ts';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import { formatWallTime } from '../../lib/zone.ts';
import { backOffice } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { HASH_CARDS, LOOKUP_CARD } from '../contract/endpoints.ts';
import {
  CardHashesAnswer,
  CardHashesParameters,
  CardLookupAnswer,
  CardLookupParameters,
} from '../contract/rest/cards.ts';
import { type CardJudgement, isStop, judgeCard, saltOfCard } from '../rules/judge-card.ts';

interface CardServices {
  readonly guesses: GuessLimits;
}

const lookupCard = ({ guesses }: CardServices) =>
  operation({
    name: 'card_lookup',
    area: 'devices',
    summary:
      "What the site's rules say of a card: whether it is blocked or has expired, its priority, language and services.",
    errnos: [ERRNO.notFound],
    endpoint: LOOKUP_CARD,
    devices: CARD_DEVICES,
    guess: 'card-rule',
    parameters: CardLookupParameters,
    answer: CardLookupAnswer,
    async handle({ code, frame, location_id }, { site, store, now, caller, address }) {
      const location = site.location(location_id);
      if (location === undefined) return refuse(ERRNO.notFound, 'location_id');
      const today = formatWallTime(now, location.timezone).slice(0, 10);
      const { card_rules: rules } = site.settings;
      const single = rules.flatMap(({ cards }) => cards);
      const guess = guesses.begin('card-rule', { caller, address, locationId: location.id, now });
      if (!guess.ok) return guess;
      // Patterns match groups of cards: only single cards can be guessed.
      let isWrong = single.length > 0;
      try {
        const judge = async (value: string): Promise<CardJudgement> => {
          const codes = rules.some(({ pattern }) => pattern !== '') ? await codesLike(value, site, store) : [];
          return inSlices(judgeCard(rules, { value, hashes: await hashesOf(value, single), codes }, today));
        };
        const given = await judge(code);
        const whole = frame === '' || frame === code || isStop(given) ? given : await judge(frame);
        isWrong &&= given.state === 'none' && whole.state === 'none';
        const { services, ...card } = isStop(whole) ? whole : given;
        return ok({ success: true, card: { ...card, services: [...services] } });
      } finally {
        guess.value.end(!isWrong);
      }
    },
  });

/** Codes of the device and the appointments that lookups find by this value. */
async function codesLike(code: string, site: Site, store: Store): Promise<readonly string[]> {
  const essence = essenceOf(code);
  if (essence === '') return [];
  const like = await store.query('appointmentsOfCode', { code: essence, alike: true, limit: MAX_LIKE });
  const device = site.deviceByCodeAlike(code);
  return [...(device === undefined ? [] : [device.code]), ...like.map(({ appointment }) => appointment.code)];
}

/** Lookups find nothing when several codes match, so a higher limit would change nothing. */
const MAX_LIKE = 20;

const hashCards = operation({
  name: 'admin_hash_cards',
  area: 'admin',
  summary: 'Hashes of single cards for `cards` of a card rule: the site stores no card numbers.',
  isHeavy: true,
  endpoint: HASH_CARDS,
  ...backOffice,
  parameters: CardHashesParameters,
  answer: CardHashesAnswer,
  async handle({ cards, like }, { site }) {
    // Reuses a salt of the site, so that each card read needs only one hash.
    const known = like ?? site.settings.card_rules.flatMap((rule) => rule.cards)[0];
    const salt = known === undefined ? newCardSalt() : saltOfCard(known);
    const hashes: string[] = [];
    for (const card of cards) hashes.push(await hashCard(card, salt));
    return ok({ success: true, hashes });
  },
});

export const cardOperations = (services: CardServices): readonly Operation[] => [lookupCard(services), hashCards];
