/** Choice between two versions of a field. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { READ_AUDIT_LOG } from '../../../main/audit/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION } from '../../shared/components/marks.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';
import type { Draft, Meeting } from '../model/drafts.ts';
import type { Item, Part } from '../model/item.ts';
import { clockTimeOf } from '../model/words.ts';
import { linesOf } from '../value-format/lines.ts';
import { DiffLines } from '../value-format/value-diff.tsx';
import { useWording, type ValueLine } from '../value-format/wording.ts';

export interface MeetingBoxProps {
  readonly part: Part;
  readonly id: string;
  readonly draft: Draft;
  readonly now: Item;
  readonly meeting: Meeting;
  /** Called when every conflict is decided. */
  readonly onSettle: (value: Item) => void;
}

/** A value as text lines, compared with the other version. */
type Say = (value: unknown, other: unknown) => readonly ValueLine[];

/** Props of the frame of an edit conflict. */
interface MeetingFrameProps {
  readonly part: Part;
  /** Empty for the settings. */
  readonly id: string;
  /** Current version of the item; each change reloads its author. */
  readonly now: Item;
  readonly text: string;
  readonly fields: readonly string[];
  /** Content below a field's name; `say` returns the text of its values. */
  readonly field: (field: string, say: Say) => ComponentChildren;
  readonly onSettle: () => void;
}

/** Frame of an edit conflict: author and time of the other change, the fields, and a button to continue. */
export function MeetingFrame({ part, id, now, text, fields, field, onSettle }: MeetingFrameProps): JSX.Element {
  const { t, language } = useAdmin();
  const wording = useWording();
  const asked = { collection: part, limit: 1, ...(id === '' ? {} : { item_id: id }) };
  const { by: { name: author } = { name: '' }, at = '' } =
    useAnswer(READ_AUDIT_LOG, asked, [now]).value?.entries[0] ?? {};
  return (
    <section class="meeting" role="alert">
      <h2>
        <Mark path={ATTENTION} />
        {author === ''
          ? t('meeting.title')
          : t('meeting.titleBy', { name: author, time: clockTimeOf(at, language.id.value) })}
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

/** Two users changed the same field: shows both values and asks which one to keep. */
export function MeetingBox({ part, id, draft, now, meeting, onSettle }: MeetingBoxProps): JSX.Element {
  const { t } = useAdmin();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const settle = (): void => {
    const taken = Object.fromEntries([...theirs].map((field) => [field, now[field]]));
    onSettle({ ...meeting.value, ...taken });
  };
  const choose = (field: string, isTheirs: boolean): void => {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  return (
    <MeetingFrame
      part={part}
      id={id}
      now={now}
      text={t('meeting.text')}
      fields={meeting.both}
      onSettle={settle}
      field={(field, say) =>
        [false, true].map((isTheirs) => {
          const [value, other] = isTheirs ? [now, draft.value] : [draft.value, now];
          const name = `meeting-${field}-${isTheirs ? 'theirs' : 'mine'}`;
          return (
            <label key={name} class="meeting-choice">
              <input
                type="radio"
                name={`meeting-${field}`}
                aria-labelledby={`${name} ${name}-said`}
                checked={theirs.has(field) === isTheirs}
                onChange={() => choose(field, isTheirs)}
              />
              <span>
                <strong id={name}>{t(isTheirs ? 'meeting.theirs' : 'meeting.mine')}</strong>
                <span id={`${name}-said`}>
                  <DiffLines lines={say(value[field], other[field])} />
                </span>
              </span>
            </label>
          );
        })
      }
    />
  );
}
