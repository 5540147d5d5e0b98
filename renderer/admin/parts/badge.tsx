import type { ComponentChildren, JSX } from 'preact';
import { Mark } from '../../shared/components/mark.tsx';
import { ATTENTION, CHECK, CROSS, INFO } from '../../shared/components/marks.ts';
import { useStaff } from '../../shared/staff.ts';

export type BadgeKind = 'good' | 'info' | 'attention' | 'fault' | 'off';

const MARKS: Readonly<Record<BadgeKind, string>> = {
  good: CHECK,
  info: INFO,
  attention: ATTENTION,
  fault: ATTENTION,
  off: CROSS,
};

interface BadgeProps {
  readonly kind: BadgeKind;
  readonly children: ComponentChildren;
}

/** A state as a word with a colour and an icon. */
export function Badge({ kind, children }: BadgeProps): JSX.Element {
  return (
    <span class={`badge badge-${kind}`}>
      <Mark path={MARKS[kind]} />
      {children}
    </span>
  );
}

export function StateBadge({ on }: { readonly on: boolean }): JSX.Element {
  const { t } = useStaff();
  return <Badge kind={on ? 'good' : 'off'}>{t(on ? 'state.on' : 'state.off')}</Badge>;
}
