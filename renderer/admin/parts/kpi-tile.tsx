/** Key figure with its label, and its change against an earlier period. */
import type { ComponentChildren, JSX } from 'preact';
import { EQUAL, LESS, MORE } from '../../shared/components/office-marks.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { number } from '../model/words.ts';

/** Value before, and how to judge a change. */
export interface Before {
  readonly now: number;
  readonly before: number;
  readonly format: (value: number) => string;
  /** Which direction is an improvement. */
  readonly better: 'more' | 'less' | 'neither';
  /** Shares have no relative change. */
  readonly isShare?: boolean;
}

interface KpiTileProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly more?: ComponentChildren;
  readonly look?: 'plain' | 'attention';
  /** Null or absent: nothing to compare with. */
  readonly before?: Before | null;
}

/** The change is an arrow, a percentage and the value before; colour only repeats its direction. */
export function KpiTile({ label, value, more = '', look = 'plain', before = null }: KpiTileProps): JSX.Element {
  return (
    <div class="figure" data-look={look}>
      <dt>{label}</dt>
      <dd>
        <span class="figure-value">{value}</span>
        {more !== '' && <span class="figure-more">{more}</span>}
        {before !== null && <Change {...before} />}
      </dd>
    </div>
  );
}

/** How a change is judged; below half a percent it is none. */
export function trendOf({ now, before, better }: Pick<Before, 'now' | 'before' | 'better'>): {
  readonly direction: 'up' | 'down' | 'level';
  readonly judged: 'better' | 'worse' | 'neither';
} {
  const isLevel = Math.abs(now - before) < 0.005 * Math.abs(before) || now === before;
  const direction = isLevel ? 'level' : now > before ? 'up' : 'down';
  if (isLevel || better === 'neither') return { direction, judged: 'neither' };
  return { direction, judged: (direction === 'up') === (better === 'more') ? 'better' : 'worse' };
}

function Change(change: Before): JSX.Element {
  const { language } = useAdmin();
  const w = useOfficeWords();
  const { now, before, format, isShare = false } = change;
  const { direction, judged } = trendOf(change);
  const relative =
    isShare || before === 0 || direction === 'level'
      ? ''
      : number(now / before - 1, language.id.value, {
          style: 'percent',
          maximumFractionDigits: 0,
          signDisplay: 'exceptZero',
        });
  return (
    <span class="figure-change" data-judged={judged}>
      <svg class="figure-arrow" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={{ up: MORE, down: LESS, level: EQUAL }[direction]} />
      </svg>
      {relative !== '' && <bdi dir="ltr">{relative}</bdi>} {w('report.before', { value: format(before) })}
    </span>
  );
}
