import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAdmin } from '../model/admin.ts';
import type { Draft, Meeting } from '../model/drafts.ts';
import type { Item, Part } from '../model/item.ts';
import { MeetingFrame, MeetingValue } from './meeting-frame.tsx';

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
      field={(field) =>
        [false, true].map((isTheirs) => (
          <label key={String(isTheirs)} class="meeting-choice">
            <input
              type="radio"
              name={`meeting-${field}`}
              checked={theirs.has(field) === isTheirs}
              onChange={() => choose(field, isTheirs)}
            />
            <MeetingValue
              name={t(isTheirs ? 'meeting.theirs' : 'meeting.mine')}
              value={(isTheirs ? now : draft.value)[field]}
            />
          </label>
        ))
      }
    />
  );
}
