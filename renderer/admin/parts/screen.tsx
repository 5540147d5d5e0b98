/** Screen layout with a focused heading. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Mark } from '../../shared/components/mark.tsx';
import { BACK } from '../../shared/components/marks.ts';
import { useAdmin } from '../model/admin.ts';

/** Screen that was focused last: on page load the browser sets the focus. */
let shownBefore = false;

export interface ScreenProps {
  readonly title: string;
  /** Window title; defaults to the heading. */
  readonly windowTitle?: string;
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly name: string;
}

/** A screen of the back office. Its heading takes the focus, so that screen readers announce the new screen. */
export function Screen({ title, windowTitle = title, back, actions, children, name }: ScreenProps): JSX.Element {
  const { t } = useAdmin();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownBefore) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    shownBefore = true;
  }, []);
  useEffect(() => {
    document.title = `${windowTitle} · ${t('title')}`;
  });
  return (
    <div class="screen" data-screen={name}>
      <header class="screen-head">
        <div class="screen-title">
          {back !== undefined && (
            <a class="back" href={back.href}>
              <Mark path={BACK} turns />
              {back.label}
            </a>
          )}
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h1>
        </div>
        {actions !== undefined && <div class="adds screen-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
