/** Field for closed days, with holidays and calendar import. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { LIST_PUBLIC_HOLIDAYS } from '../../../main/site/contract/endpoints.ts';
import { Button, MarkButton } from '../../shared/components/button.tsx';
import { DateField } from '../../shared/components/date-field.tsx';
import { Of, TextField } from '../../shared/components/field.tsx';
import { FileDrop } from '../../shared/components/file-drop.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { failureText } from '../../shared/failure-text.ts';
import { wallClock } from '../../shared/time.ts';
import { Group } from '../fields/group.tsx';
import { useAdmin } from '../model/admin.ts';
import { useGuideTexts } from '../model/use-wizard-texts.ts';
import { dayName } from '../model/words.ts';
import { type ClosedDays, inOrder, readCalendar } from './closed-days.ts';

const MAX_CALENDAR_BYTES = 2_000_000;

interface ClosedDaysFieldProps {
  readonly days: readonly ClosedDays[];
  /** Two letters; empty if unknown. */
  readonly country: string;
  readonly onChange: (days: readonly ClosedDays[]) => void;
}

/** Closed days: entered here, proposed for the country, or imported from a calendar file. */
export function ClosedDaysField({ days, country, onChange }: ClosedDaysFieldProps): JSX.Element | null {
  const { t, session, language } = useAdmin();
  const g = useGuideTexts();
  const file = useId();
  const today = new Date(wallClock()).toISOString().slice(0, 10);
  const [fresh, setFresh] = useState<ClosedDays>({ from: '', to: '', name: '' });
  const [said, setSaid] = useState('');
  if (g === null) return null;
  const lang = language.id.value;
  const year = Number(today.slice(0, 4));

  const add = (more: readonly ClosedDays[]): void => {
    const next = inOrder([...days, ...more]);
    onChange(next);
    setSaid(g('closed.added', { count: next.length - days.length }));
  };
  const propose = async (of: number): Promise<void> => {
    const answer = await session.rest.call(LIST_PUBLIC_HOLIDAYS, { country, year: of });
    if (!answer.ok) setSaid(failureText(t, answer.error));
    else if (answer.value.days.length === 0) setSaid(g('closed.unknown'));
    else
      add(answer.value.days.filter(({ day }) => day >= today).map(({ day, name }) => ({ from: day, to: day, name })));
  };
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const found = chosen.size > MAX_CALENDAR_BYTES ? [] : readCalendar(await chosen.text(), today);
    if (found.length === 0) setSaid(g('closed.noDays'));
    else add(found);
  };
  return (
    <Group label={g('closed.title')} hint={g('closed.hint')}>
      {days.length > 0 && (
        <ul class="rows">
          {days.map((each, place) => {
            const when =
              dayName(each.from, lang, true) + (each.to === each.from ? '' : ` – ${dayName(each.to, lang, true)}`);
            return (
              <li key={`${each.from} ${each.to}`} class="row">
                <span class="row-name">{when}</span>
                <span class="row-more" dir="auto">
                  {each.name}
                </span>
                <MarkButton
                  mark={CROSS}
                  label={t('take', { name: when })}
                  onClick={() => onChange(days.toSpliced(place, 1))}
                />
              </li>
            );
          })}
        </ul>
      )}
      <div class="pair">
        <DateField
          label={g('closed.from')}
          value={fresh.from}
          onInput={(from) => setFresh({ ...fresh, from, to: fresh.to === '' || fresh.to < from ? from : fresh.to })}
        />
        <DateField label={g('closed.to')} value={fresh.to} onInput={(to) => setFresh({ ...fresh, to })} />
        <TextField
          label={g('closed.name')}
          value={fresh.name}
          maxLength={80}
          onInput={(name) => setFresh({ ...fresh, name })}
        />
      </div>
      <div class="adds">
        <Button
          off={fresh.from === '' || fresh.to < fresh.from}
          onClick={() => {
            add([fresh]);
            setFresh({ from: '', to: '', name: '' });
          }}
        >
          {t('add')}
          <Of name={g('closed.title')} />
        </Button>
        {country !== '' &&
          [year, year + 1].map((each) => (
            <Button key={each} onClick={() => void propose(each)}>
              {g('closed.holidays', { year: String(each) })}
            </Button>
          ))}
      </div>
      <div>
        <label class="field-label" for={file}>
          {g('closed.calendar')}
        </label>
        <FileDrop id={file} accept=".ics,text/calendar" onFiles={([chosen]) => void read(chosen)} />
      </div>
      <p role="status">{said}</p>
    </Group>
  );
}
