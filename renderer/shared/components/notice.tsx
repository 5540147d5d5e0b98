/** Notices in the page and in its corner. */
import type { ComponentChildren, JSX } from 'preact';
import type { NoticeKind } from '../notices.ts';
import { useStaff } from '../staff.ts';
import { MarkButton } from './button.tsx';
import { Mark } from './mark.tsx';
import { ATTENTION, CHECK, CROSS, INFO } from './marks.ts';

const MARKS: Readonly<Record<NoticeKind, string>> = { good: CHECK, info: INFO, attention: ATTENTION, fault: ATTENTION };

interface NoticeBoxProps {
  readonly kind: NoticeKind;
  readonly children: ComponentChildren;
}

/** Inline notice with icon and colour. */
export function NoticeBox({ kind, children }: NoticeBoxProps): JSX.Element {
  return (
    <div class={`notice notice-${kind}`}>
      <Mark path={MARKS[kind]} />
      <div class="notice-words">{children}</div>
    </div>
  );
}

interface FormFaultProps {
  readonly kind?: NoticeKind;
  readonly text: string;
}

/** Error of a form, announced when it appears; nothing while empty. */
export function FormFault({ kind = 'fault', text }: FormFaultProps): JSX.Element | null {
  if (text === '') return null;
  return (
    <div role="alert">
      <NoticeBox kind={kind}>{text}</NoticeBox>
    </div>
  );
}

/** Notices in a corner, announced when they appear. */
export function NoticeStack(): JSX.Element {
  const { notices, t } = useStaff();
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.shown.value.map(({ id, kind, text, actions }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <Mark path={MARKS[kind]} />
          <p class="notice-words">{text}</p>
          {actions}
          <MarkButton mark={CROSS} label={`${t('shared.close')} ${text}`} onClick={() => notices.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
