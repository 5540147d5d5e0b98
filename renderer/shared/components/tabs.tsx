/** Tabs with arrow keys. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly keys?: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** The panel scrolls: it gets a tab stop, because it may contain no control. */
  readonly scrolls?: boolean;
  /** Panel of the selected tab. */
  readonly children: ComponentChildren;
}

/** Tabs. Arrow keys move between tabs, and open the focused one. */
export function Tabs({ label, tabs, chosen, onChoose, scrolls = false, children }: TabsProps): JSX.Element {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const rtl = list.current !== null && getComputedStyle(list.current).direction === 'rtl';
    const steps: Readonly<Record<string, number>> = { ArrowLeft: rtl ? 1 : -1, ArrowRight: rtl ? -1 : 1 };
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : at + (steps[event.key] ?? 0);
    const next = tabs[(to + tabs.length) % tabs.length];
    if (next === undefined || to === at) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tabs-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-sheet`}
            aria-keyshortcuts={tab.keys}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        class="tabs-sheet"
        role="tabpanel"
        id={`${id}-sheet`}
        aria-labelledby={`${id}-${chosen}`}
        tabIndex={scrolls ? 0 : undefined}
      >
        {children}
      </div>
    </div>
  );
}
