/** Choice between two versions of a field. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAdmin } from '../model/admin.ts';
import type { Draft, Meeting } from '../model/drafts.ts';
import type { Item, Part } from '../model/item.ts';
import { SaidLines } from '../value-format/value-diff.tsx';
import { MeetingFrame } from './edit-conflict-frame.tsx';

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
                  <SaidLines lines={say(value[field], other[field])} />
                </span>
              </span>
            </label>
          );
        })
      }
    />
  );
}
