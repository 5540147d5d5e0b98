/**
 * Keeps the keyboard focus when the focused element disappears.
 *
 * If it is removed or disabled, the next row gets the focus, or else the heading of its section. Never a button: a
 * hasty second press, or one meant for the former element, would trigger another action.
 */

const ROWS = 'li, tr';
/** Elements that are announced as a whole. */
const NAMED = '[role="tabpanel"], fieldset';
const PARTS = `${NAMED}, section, dialog, main`;

/** Active for the lifetime of the page. */
export function keepFocus(): void {
  let held: Element | null = null;
  /** Its ancestors, innermost first. */
  let around: readonly Element[] = [];
  const note = (target: EventTarget | null): void => {
    held = target instanceof Element ? target : null;
    const holders: Element[] = [];
    for (let each = held?.parentElement; each; each = each.parentElement) holders.push(each);
    around = holders;
  };
  if (!isNowhere()) note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target));
  // A deliberate blur is respected. Removals are recorded before this runs.
  document.addEventListener('focusout', () =>
    window.setTimeout(() => {
      if (isNowhere() && held !== null && isThere(held)) held = null;
    }),
  );
  const watch = new MutationObserver((changes) => {
    if (held === null || isThere(held) || !isNowhere()) return;
    const to = rowBeside(changes, held) ?? headingOf(around);
    // During rendering, wait for more of the page.
    if (to === null) return;
    held = null;
    if (!to.hasAttribute('tabindex')) {
      to.tabIndex = -1;
      to.addEventListener('blur', () => to.removeAttribute('tabindex'), { once: true });
    }
    to.focus();
  });
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isThere(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** The row after the removed one, or before it at the end. */
function rowBeside(changes: readonly MutationRecord[], held: Element): HTMLElement | null {
  for (const { removedNodes, nextSibling, previousSibling } of changes) {
    if (![...removedNodes].some((node) => node instanceof Element && node.matches(ROWS) && node.contains(held)))
      continue;
    for (const each of [nextSibling, previousSibling]) {
      if (each instanceof HTMLElement && each.isConnected && each.matches(ROWS)) return each;
    }
  }
  return null;
}

/** An empty section cannot be focused. */
function isSeen(element: Element): boolean {
  return element.getBoundingClientRect().height > 0;
}

function headingOf(around: readonly Element[]): HTMLElement | null {
  const part =
    around.find((each): each is HTMLElement => each.isConnected && each.matches(PARTS) && isSeen(each)) ??
    document.querySelector<HTMLElement>('main');
  if (part === null || part.matches(NAMED)) return part;
  return part.querySelector<HTMLElement>('h1, h2, h3') ?? part;
}
