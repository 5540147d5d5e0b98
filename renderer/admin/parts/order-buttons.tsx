/** Buttons to move and remove list rows. */
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MarkButton } from '../../shared/components/button.tsx';
import { DOWN } from '../../shared/components/kiosk-staff-marks.ts';
import { CROSS } from '../../shared/components/marks.ts';
import { UP } from '../../shared/components/office-marks.ts';
import { useStaff } from '../../shared/staff.ts';

export interface OrderButtonsProps {
  /** Name of the row's item. */
  readonly name: string;
  /** Index from 0. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  /** Left out if the row cannot be removed. */
  readonly onTake?: () => void;
}

/** Up, down and remove buttons of a row in an ordered list. Each row is a list item with its own key. */
export function OrderButtons({ name, place, count, onMove, onTake }: OrderButtonsProps): JSX.Element {
  const { t } = useStaff();
  const [hasMoved, setMoved] = useState(false);
  const pressed = useRef<HTMLElement | null>(null);
  // Moving a row in the document drops the focus, so it is restored.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const move = (event: MouseEvent, to: number): void => {
    pressed.current = event.currentTarget as HTMLElement;
    setMoved(true);
    onMove(to);
  };
  const take = (event: MouseEvent): void => {
    const row = (event.currentTarget as HTMLElement).closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    onTake?.();
    next?.querySelector<HTMLElement>('.order-buttons button')?.focus();
  };
  return (
    <span class="order-buttons">
      <MarkButton mark={UP} off={place === 0} label={t('up', { name })} onClick={(event) => move(event, place - 1)} />
      <MarkButton
        mark={DOWN}
        off={place === count - 1}
        label={t('down', { name })}
        onClick={(event) => move(event, place + 1)}
      />
      {onTake !== undefined && <MarkButton mark={CROSS} label={t('take', { name })} onClick={take} />}
      <span class="spoken" role="status">
        {hasMoved && t('moved', { name, place: place + 1, count })}
      </span>
    </span>
  );
}

/** The list with one entry moved. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const thing = list[from];
  if (thing === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, thing);
}
