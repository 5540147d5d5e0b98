/** Screen while no service is open. */
import type { JSX } from 'preact';
import type { WeekHours } from '../../../main/lib/weekly-hours.ts';
import { Illustration } from '../../shared/illustrations/illustration.tsx';
import { hourText, weekdays } from '../../shared/time.ts';
import { useModel, type View } from '../model.ts';
import { opensText } from '../parts/amounts.ts';
import { ChoiceGrid } from '../parts/choice-grid.tsx';
import { FitText } from '../parts/fit-text.tsx';
import { Frame } from '../parts/frame.tsx';
import type { KioskScreenProps } from './screen.ts';

/** The next opening with the hours of the week; where the hours of services differ, the next opening of each. */
export function ClosedScreen({ state, t, screen }: KioskScreenProps<'closed'>): JSX.Element {
  const { now } = useModel();
  const title = t('closed.title');
  const text = opensText(screen.opensAt, now.value, state.lang, state.timeZone, t, 'closed');
  if (screen.choices.length > 0) {
    return (
      <Frame state={state} t={t} title={title} text={text}>
        <ChoiceGrid tellsRoom choices={screen.choices} place="closed" state={state} t={t} />
      </Frame>
    );
  }
  return (
    <Frame state={state} t={t} title={title} spoken={`${title} ${text}`}>
      <div class="message message-closed">
        <Illustration class="message-picture" name="closed" />
        <div class="message-title">
          <FitText text={text} />
        </div>
        {screen.hours !== null && <WeekList hours={screen.hours} state={state} t={t} />}
      </div>
    </Frame>
  );
}

/** Days with the same hours that follow each other. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly hours: readonly string[];
}

/** The hours of the week, in one line for days with the same hours. */
function WeekList({ hours, state, t }: View & { readonly hours: WeekHours }): JSX.Element {
  const runs: Run[] = [];
  for (const [day, ranges] of hours.entries()) {
    const said = ranges.map(({ from, to }) => `${hourText(from, state.lang)} – ${hourText(to, state.lang)}`);
    const before = runs.at(-1);
    if (before?.hours.join() === said.join()) runs[runs.length - 1] = { ...before, last: day };
    else runs.push({ first: day, last: day, hours: said });
  }
  return (
    <dl class="week" aria-label={t('closed.hours')}>
      {runs.map((run) => (
        <div key={run.first} class="week-row">
          <dt>{weekdays(run.first, run.last, state.lang)}</dt>
          <dd>
            {run.hours.length === 0
              ? t('closed.day')
              : run.hours.map((each, place) => (
                  <span key={each}>{place < run.hours.length - 1 ? `${each}, ` : each}</span>
                ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
