/** Transfer dialog. */
import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, TextField } from '../../shared/components/field.tsx';
import { FormFault } from '../../shared/components/notice.tsx';
import { Tabs } from '../../shared/components/tabs.tsx';
import { foldSearch } from '../../shared/search.ts';
import { useStaff } from '../../shared/staff.ts';
import { tabMemory } from '../../shared/storage.ts';
import { expectation, FLAG } from '../amounts.ts';
import type { TransferTo } from '../desk-requests.ts';
import { useCounter } from '../model.ts';
import { DeskDialog } from '../parts/desk-dialog.tsx';

const KINDS = ['service', 'desk', 'user'] as const;
type Kind = TransferTo['type'];

interface Place {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly more: string;
}

/** Places whose name contains the text; those that begin with it come first. */
function matching(places: readonly Place[], typed: string): readonly Place[] {
  const wanted = foldSearch(typed);
  return places
    .map((place) => ({ place, at: foldSearch(place.name).indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => Math.sign(a.at) - Math.sign(b.at))
    .map(({ place }) => place);
}

/** Transfers the ticket to another service, desk or colleague: typed and confirmed, or chosen from the lists. */
export function TransferDialog({ call }: { readonly call: EventTicket }): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  // The note on this ticket survives closing the dialog.
  const kept = `counter.note.${call.ticket_id}`;
  const body = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<Kind>('service');
  const [chosen, setChosen] = useState<Place | null>(null);
  const [note, setNote] = useState(() => tabMemory.read(kept) ?? call.note);
  const [priority, setPriority] = useState((call.flags & FLAG.priority) !== 0);
  const [fault, setFault] = useState('');
  const data = counter.data.value;
  // Default from the site's settings.
  const [place, setPlace] = useState<TransferTo['place']>(data?.transfer_place === 'arrival' ? 'arrival' : 'behind');

  const places: readonly Place[] = [
    ...(data?.services ?? []).map((service) => ({
      kind: 'service' as const,
      id: service.id,
      name: service.name,
      more: expectation(service, t),
    })),
    ...(data?.desks ?? [])
      .filter(({ services }) => services.includes(call.dst_service_id))
      .map(({ id, name }) => ({ kind: 'desk' as const, id, name, more: '' })),
    ...(data?.users ?? []).map(({ id, name }) => ({ kind: 'user' as const, id, name, more: '' })),
  ];
  const found = typed.trim() === '' ? null : matching(places, typed);
  const choose = (place: Place): void => {
    setChosen(place);
    setFault('');
  };

  const send = async (): Promise<void> => {
    if (chosen === null) {
      setFault(t('transfer.choose'));
      return;
    }
    const to = { type: chosen.kind, id: chosen.id, name: chosen.name, note, priority, place };
    if (!(await counter.act.transfer(to))) return;
    tabMemory.write(kept, null);
    counter.closeDialog();
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!event.ctrlKey || event.key !== 'Enter' || event.repeat) return;
      event.preventDefault();
      void send();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const empty = { service: 'transfer.nothing', desk: 'transfer.noDesks', user: 'transfer.noUsers' } as const;
  const list = (some: readonly Place[], words: string): JSX.Element =>
    some.length === 0 ? (
      <p class="empty">{words}</p>
    ) : (
      <Places places={some} chosen={chosen} onChoose={choose} withKind={found !== null} />
    );

  return (
    <DeskDialog
      title={t('transfer.title', { label: call.label })}
      onSubmit={() => void send()}
      actions={
        <Button look="main" type="submit" busy={counter.act.isBusy.value} keys="Control+Enter">
          {t('transfer.send')}
        </Button>
      }
    >
      <div ref={body} class="transfer">
        <TextField
          label={t('transfer.find')}
          hint={t('transfer.findHint')}
          type="search"
          value={typed}
          onInput={setTyped}
          onEnter={() => {
            const first = found?.[0];
            if (first !== undefined) choose(first);
            if (first !== undefined || chosen !== null) body.current?.querySelector('textarea')?.focus();
          }}
        />
        {found === null ? (
          <Tabs
            label={t('transfer.to')}
            tabs={KINDS.map((id) => ({ id, label: t(`transfer.${id}`) }))}
            chosen={kind}
            onChoose={(id) => {
              setKind(id as Kind);
              setChosen(null);
            }}
          >
            {list(
              places.filter((each) => each.kind === kind),
              t(empty[kind]),
            )}
          </Tabs>
        ) : (
          list(found, t('transfer.nothing'))
        )}
        <FormFault kind="attention" text={fault} />
        <TextField
          label={t('transfer.note')}
          hint={t('transfer.noteHint')}
          value={note}
          rows={2}
          maxLength={2000}
          onInput={(text) => {
            setNote(text);
            tabMemory.write(kept, text);
          }}
        />
        <CheckField label={t('transfer.priority')} checked={priority} onChange={setPriority} />
        <Radios
          label={t('transfer.place')}
          options={(['behind', 'arrival'] as const).map((value) => ({ value, label: t(`transfer.${value}`) }))}
          value={place}
          onChange={setPlace}
        />
      </div>
    </DeskDialog>
  );
}

interface PlacesProps {
  readonly places: readonly Place[];
  readonly chosen: Place | null;
  readonly onChoose: (place: Place) => void;
  /** Whether to name the kind of each place. */
  readonly withKind: boolean;
}

function Places({ places, chosen, onChoose, withKind }: PlacesProps): JSX.Element {
  const { t } = useStaff();
  return (
    <ul class="choices choices-tight">
      {places.map((place) => (
        <li key={`${place.kind} ${place.id}`}>
          <button
            type="button"
            class="choice"
            aria-pressed={chosen?.kind === place.kind && chosen.id === place.id}
            onClick={() => onChoose(place)}
          >
            <strong>{place.name}</strong>
            <span class="choice-more">
              {[withKind ? t(`transfer.${place.kind}`) : '', place.more].filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Radio buttons. */
function Radios<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="radios">
      <legend class="field-label">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="radio">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
