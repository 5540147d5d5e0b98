import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AuditAnswer } from '../../../main/contract/rest/audit.ts';
import { Button } from '../../shared/components/button.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION } from '../../shared/components/marks.ts';
import { useAdmin } from '../model/admin.ts';
import type { Draft, Meeting } from '../model/drafts.ts';
import type { Item, Part } from '../model/item.ts';
import { clockTimeOf } from '../model/words.ts';

export interface MeetingBoxProps {
  readonly part: Part;
  readonly id: string;
  readonly draft: Draft;
  readonly now: Item;
  readonly meeting: Meeting;
  /** With everything decided. */
  readonly onSettle: (value: Item) => void;
}

/** Two people changed the same field: what each made of it, and whose stays. */
export function MeetingBox({ part, id, draft, now, meeting, onSettle }: MeetingBoxProps): JSX.Element {
  const { t, session, language } = useAdmin();
  const [who, setWho] = useState({ name: '', time: '' });
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const asked = { collection: part, limit: 1, ...(id === '' ? {} : { item_id: id }) };
    void session.rest.get<AuditAnswer>('v2/admin/audit', asked).then((answer) => {
      const last = answer.ok ? answer.value.entries[0] : undefined;
      if (last !== undefined) setWho({ name: last.by.name, time: clockTimeOf(last.at, language.id.value) });
    });
  }, [part, id, session, language, now]);
  const settle = (): void => {
    const taken = Object.fromEntries([...theirs].map((field) => [field, now[field]]));
    onSettle({ ...meeting.value, ...taken });
  };
  return (
    <section class="meeting" role="alert">
      <h2>
        <Mark path={ATTENTION} />
        {who.name === '' ? t('meeting.title') : t('meeting.titleBy', who)}
      </h2>
      <p>{t('meeting.text')}</p>
      <ul class="meeting-fields">
        {meeting.both.map((field) => (
          <li key={field}>
            <fieldset class="meeting-field">
              <legend>{t([`fieldsOf.${part}.${field}`, `fields.${field}`])}</legend>
              {[false, true].map((isTheirs) => (
                <label key={String(isTheirs)} class="meeting-choice">
                  <input
                    type="radio"
                    name={`meeting-${field}`}
                    checked={theirs.has(field) === isTheirs}
                    onChange={() => {
                      const next = new Set(theirs);
                      if (isTheirs) next.add(field);
                      else next.delete(field);
                      setTheirs(next);
                    }}
                  />
                  <span>
                    <strong>{t(isTheirs ? 'meeting.theirs' : 'meeting.mine')}</strong>
                    <span class="meeting-value" dir="auto">
                      {shown((isTheirs ? now : draft.value)[field])}
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <Button look="main" onClick={settle}>
        {t('meeting.settle')}
      </Button>
    </section>
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return '–';
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);
}
