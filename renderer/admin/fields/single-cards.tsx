/** Single cards of a rule: typed or read, hashed by the server, counted here. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { HASH_CARDS } from '../../../main/cards/contract/endpoints.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { Of, TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { Group } from './group.tsx';

const MAX_CARD_VALUE = 1000;

type News =
  | { readonly kind: 'added' | 'removed' }
  | { readonly kind: 'known'; readonly hash: string }
  | { readonly kind: 'failed'; readonly failure: RestFailure };

interface SingleCardsProps {
  /** Name of the rule, for screen readers. */
  readonly of: string;
  readonly cards: readonly string[];
  /** Hashes of all rules; the first new card reuses their salt. */
  readonly others: readonly string[];
  readonly fault: string;
  readonly onChange: (cards: readonly string[]) => void;
}

export function SingleCards({ of, cards, others, fault, onChange }: SingleCardsProps): JSX.Element {
  const { t, session } = useAdmin();
  const [value, setValue] = useState('');
  const [waiting, setWaiting] = useState(0);
  const [news, setNews] = useState<News | null>(null);
  /** Props at the time of the answer: a card may be read while a request is pending. */
  const latest = useRef({ cards, others, onChange });
  latest.current = { cards, others, onChange };
  const turn = useRef(Promise.resolve());

  const take = async (card: string): Promise<News> => {
    const known = firstOfEachSalt(latest.current.cards);
    let hash = '';
    for (const like of known.length > 0 ? known : latest.current.others.slice(0, 1)) {
      const hashed = await session.rest.call(HASH_CARDS, { cards: [card], like });
      if (!hashed.ok) return { kind: 'failed', failure: hashed.error };
      const [found = ''] = hashed.value.hashes;
      if (latest.current.cards.includes(found)) return { kind: 'known', hash: found };
      hash ||= found;
    }
    if (hash === '') {
      const hashed = await session.rest.call(HASH_CARDS, { cards: [card] });
      if (!hashed.ok) return { kind: 'failed', failure: hashed.error };
      hash = hashed.value.hashes[0] ?? '';
    }
    latest.current.onChange([...latest.current.cards, hash]);
    return { kind: 'added' };
  };
  const enter = (): void => {
    const card = value.trim();
    setValue('');
    if (card === '') return;
    setWaiting((count) => count + 1);
    turn.current = turn.current.then(async () => {
      setNews(await take(card));
      setWaiting((count) => count - 1);
    });
  };
  const remove = (hash: string): void => {
    onChange(cards.filter((card) => card !== hash));
    setNews({ kind: 'removed' });
  };

  return (
    <Group label={t('fields.cards')} hint={t('singleCards.hint')} fault={fault}>
      <p>{t('singleCards.count', { count: cards.length })}</p>
      <div class="pair pair-button">
        <TextField
          label={t('singleCards.number')}
          of={of}
          type="password"
          autocomplete="new-password"
          dir="ltr"
          maxLength={MAX_CARD_VALUE}
          value={value}
          onInput={setValue}
          // A keyboard-wedge reader ends each card with Enter, which must not save the settings.
          onEnter={enter}
        />
        <Button busy={waiting > 0} onClick={enter}>
          {t('singleCards.add')}
          <Of name={of} />
        </Button>
      </div>
      <div role="status">
        {news?.kind === 'failed' && <NoticeBox kind="fault">{failureText(t, news.failure)}</NoticeBox>}
        {(news?.kind === 'added' || news?.kind === 'removed') && (
          <NoticeBox kind="good">{t(`singleCards.${news.kind}`)}</NoticeBox>
        )}
        {news?.kind === 'known' && cards.includes(news.hash) && (
          <NoticeBox kind="info">
            <p>{t('singleCards.known')}</p>
            <Button onClick={() => remove(news.hash)}>{t('singleCards.remove')}</Button>
          </NoticeBox>
        )}
      </div>
    </Group>
  );
}

/** Of `card$salt$key`. */
function firstOfEachSalt(cards: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const card of cards) {
    const salt = card.split('$')[1] ?? '';
    if (!found.has(salt)) found.set(salt, card);
  }
  return [...found.values()];
}
