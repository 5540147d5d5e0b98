/** Field for the ticket layout. */
import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { TicketPartName } from '../../../main/site/contract/ticket-layout.ts';
import { Button } from '../../shared/components/button.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useWidth } from '../charts/use-width.ts';
import type { WidgetProps } from '../fields/field-props.ts';
import { Group } from '../fields/group.tsx';
import { useEditor } from '../model/editor.ts';
import { faultText } from '../parts/fault-text.ts';
import { moved, OrderButtons } from '../parts/order-buttons.tsx';
import { PartRow } from './part-row.tsx';
import { type EditedPart, missingParts, newPart, ordinalOf, ownParts, partsOf } from './ticket-part.ts';

/** Below this width a row is stacked. */
const NARROW_REM = 31;
const narrow = (): number => NARROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

let lastKey = 0;
const newKey = (): number => ++lastKey;

/** The short ticket, or the long one with its custom layout. */
export function TicketLayoutField({ name: path, label, hint, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { faultsAt } = useEditor();
  const choice = useId();
  const isShort = ownParts(value).length === 0;
  const parts = partsOf(value);
  /** The custom layout is restored when the user switches back from the short ticket. */
  const arranged = useRef(parts);
  if (!isShort) arranged.current = parts;
  const own = faultsAt(path).filter((fault) => fault.path === path);
  return (
    <Group label={label} hint={hint} fault={own.map((fault) => faultText(t, fault)).join(' · ')}>
      <ul class="checks checks-wide">
        {(['short', 'long'] as const).map((kind) => (
          <li key={kind}>
            <label class="check">
              <input
                type="radio"
                name={choice}
                checked={(kind === 'short') === isShort}
                aria-describedby={`${choice}-${kind}`}
                onChange={() => onChange(kind === 'short' ? [] : arranged.current)}
              />
              <span>{t(`layout.${kind}`)}</span>
            </label>
            <p class="check-about soft" id={`${choice}-${kind}`}>
              {t(`layout.${kind}About`)}
            </p>
          </li>
        ))}
      </ul>
      {!isShort && <PartList path={path} parts={parts} onChange={onChange} />}
    </Group>
  );
}

interface PartListProps {
  readonly path: string;
  readonly parts: readonly EditedPart[];
  readonly onChange: (parts: readonly EditedPart[]) => void;
}

/** Blocks of the long ticket, from top to bottom. */
function PartList({ path, parts, onChange }: PartListProps): JSX.Element {
  const { t } = useStaff();
  const { faultsAt } = useEditor();
  const missing = missingParts(parts);
  const { place: list, width } = useWidth<HTMLOListElement>(640);
  /** A row keeps its key when it is moved. */
  const keys = useRef<readonly number[]>([]);
  if (keys.current.length !== parts.length) keys.current = parts.map(newKey);
  const added = useRef(false);
  useLayoutEffect(() => {
    if (!added.current) return;
    added.current = false;
    // Focus the first input of the new row.
    const row = list.current?.lastElementChild;
    (row?.querySelector('textarea') ?? row?.querySelector('select'))?.focus();
  }, [parts.length]);

  const set = (next: readonly EditedPart[], nextKeys: readonly number[]): void => {
    keys.current = nextKeys;
    onChange(next);
  };
  const add = (part: TicketPartName): void => {
    added.current = true;
    set([...parts, newPart(part)], [...keys.current, newKey()]);
  };
  const nameOf = (place: number): string => {
    const ordinal = ordinalOf(parts, place);
    return `${t(`layout.part.${parts[place]?.part}`)}${ordinal === 0 ? '' : ` ${ordinal}`}`;
  };
  return (
    <>
      <ol class="rows ticket-rows" ref={list} data-narrow={width < narrow() || undefined}>
        {parts.map((part, place) => {
          const name = nameOf(place);
          return (
            <li key={keys.current[place]} class="ticket-row">
              <PartRow
                part={part}
                name={name}
                faults={faultsAt(`${path}[${place}]`).map((fault) => faultText(t, fault))}
                onChange={(next) => set(parts.with(place, next), keys.current)}
              >
                <OrderButtons
                  name={name}
                  place={place}
                  count={parts.length}
                  onMove={(to) => set(moved(parts, place, to), moved(keys.current, place, to))}
                  {...(part.part === 'number'
                    ? {}
                    : { onTake: () => set(parts.toSpliced(place, 1), keys.current.toSpliced(place, 1)) })}
                />
              </PartRow>
            </li>
          );
        })}
      </ol>
      {missing.length > 0 && (
        <Group label={t('layout.add')}>
          <div class="adds">
            {missing.map((part) => (
              <Button key={part} onClick={() => add(part)}>
                + {t(`layout.part.${part}`)}
              </Button>
            ))}
          </div>
        </Group>
      )}
    </>
  );
}
