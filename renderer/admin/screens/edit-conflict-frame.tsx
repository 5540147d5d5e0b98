/** Frame of an edit conflict. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { READ_AUDIT_LOG } from '../../../main/audit/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION } from '../../shared/components/marks.ts';
import { useAdmin } from '../model/admin.ts';
import type { Item, Part } from '../model/item.ts';
import { clockTimeOf } from '../model/words.ts';
import { linesOf } from '../value-format/lines.ts';
import { useWording } from '../value-format/use-wording.ts';
import type { ValueLine } from '../value-format/wording.ts';

/** A value in words, beside the other one. */
type Say = (value: unknown, other: unknown) => readonly ValueLine[];

export interface MeetingFrameProps {
  readonly part: Part;
  /** Empty for the settings. */
  readonly id: string;
  /** The thing as it is now: who changed it is asked again with each change. */
  readonly now: Item;
  readonly text: string;
  readonly fields: readonly string[];
  /** What stands under the name of a field; `say` has the words of its values. */
  readonly field: (field: string, say: Say) => ComponentChildren;
  readonly onSettle: () => void;
}

/** Somebody else changed the same thing: who and when, field by field, and a button to go on. */
export function MeetingFrame({ part, id, now, text, fields, field, onSettle }: MeetingFrameProps): JSX.Element {
  const { t, session, language } = useAdmin();
  const wording = useWording();
  const [who, setWho] = useState({ name: '', time: '' });
  useEffect(() => {
    const asked = { collection: part, limit: 1, ...(id === '' ? {} : { item_id: id }) };
    void session.rest.call(READ_AUDIT_LOG, asked).then((answer) => {
      const last = answer.ok ? answer.value.entries[0] : undefined;
      if (last !== undefined) setWho({ name: last.by.name, time: clockTimeOf(last.at, language.id.value) });
    });
  }, [part, id, session, language, now]);
  return (
    <section class="meeting" role="alert">
      <h2>
        <Mark path={ATTENTION} />
        {who.name === '' ? t('meeting.title') : t('meeting.titleBy', who)}
      </h2>
      <p>{text}</p>
      <ul class="meeting-fields">
        {fields.map((name) => (
          <li key={name}>
            <fieldset class="meeting-field">
              <legend>{t([`fieldsOf.${part}.${name}`, `fields.${name}`])}</legend>
              {field(name, (value, other) => linesOf(wording, part, [name], value, other))}
            </fieldset>
          </li>
        ))}
      </ul>
      <Button look="main" onClick={onSettle}>
        {t('meeting.settle')}
      </Button>
    </section>
  );
}
