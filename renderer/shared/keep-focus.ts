/**
 * The focus never falls to nothing. Where whatever has it is taken out of the page, or switched off, the row that comes
 * next takes it, or else the heading of the part it was in. Never a button: a second press in a hurry, or one that was
 * meant for what stood there a moment ago, would do something else.
 */

const ROWS = 'li, tr';
/** Named as a whole: these speak for themselves. */
const NAMED = '[role="tabpanel"], fieldset';
const PARTS = `${NAMED}, section, dialog, main`;

/** For the whole life of the page. */
export function keepFocus(): void {
  let held: Element | null = null;
  /** What it was in, from near to far. */
  let around: readonly Element[] = [];
  const note = (target: EventTarget | null): void => {
    held = target instanceof Element ? target : null;
    const holders: Element[] = [];
    for (let each = held?.parentElement; each; each = each.parentElement) holders.push(each);
    around = holders;
  };
  if (!isNowhere()) note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target));
  // Whoever leaves it on purpose wants it nowhere. What is taken out is known before this is asked.
  document.addEventListener('focusout', () =>
    window.setTimeout(() => {
      if (isNowhere() && held !== null && isThere(held)) held = null;
    }),
  );
  const watch = new MutationObserver((changes) => {
    if (held === null || isThere(held) || !isNowhere()) return;
    const to = rowBeside(changes, held) ?? headingOf(around);
    // A page that is still being drawn is asked again when more of it is there.
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

/** What comes after the row that went with it, or before it when it was the last. */
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

/** A part of which nothing is left is no place to stand. */
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
