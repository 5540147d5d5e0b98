/**
 * Tooltips of icons.
 *
 * What a drawing stands for, where its words are heard and not seen. One for the whole page, over whatever has
 * `data-tip` while a mouse rests on it or the keyboard has come to it. It stays as long as either does, may be pointed
 * at itself, and goes by Escape.
 */

/** A mouse on its way elsewhere wakes none. */
const RESTS_MS = 400;

/** Starts; the answer ends it. */
export function watchTips(): () => void {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.popover = 'manual';
  // Its words are the name of what it belongs to, or stand beside it.
  tip.ariaHidden = 'true';
  let target: Element | null = null;
  /** Whose tip was sent away; it stays away until something else has had its turn. */
  let dismissed: Element | null = null;
  let turn = 0;

  function hide(): void {
    turn += 1;
    target = null;
    tip.remove();
  }

  function show(next: Element): void {
    target = next;
    tip.textContent = next.getAttribute('data-tip');
    document.body.append(tip);
    tip.showPopover();
    stand();
  }

  /** Edge to edge with its target, so that a mouse gets from one to the other: below it, or above where it would leave the window. */
  function stand(): void {
    if (target === null) return;
    const { left, width, top, bottom } = (target.closest('button') ?? target).getBoundingClientRect();
    const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
    const room = document.documentElement.clientWidth - wide;
    // On the page, so that both are pushed together.
    tip.style.left = `${scrollX + Math.max(0, Math.min(left + (width - wide) / 2, room))}px`;
    tip.style.top = `${scrollY + (bottom + high > innerHeight && top >= high ? top - high : bottom)}px`;
  }

  function point({ target: at, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || !(at instanceof Element) || tip.contains(at)) return;
    turnTo(tipped(at) ?? withFocus());
  }

  const toFocus = (): void => turnTo(withFocus());

  function turnTo(next: Element | null): void {
    if (next !== null && (next === target || next === dismissed)) return;
    // From one tip to the next nobody waits; what has just got the focus may yet be pushed into sight.
    const isSoon = target !== null || next === withFocus();
    dismissed = null;
    hide();
    if (next === null) return;
    const mine = turn;
    const come = (): void => {
      if (mine === turn && next.isConnected) show(next);
    };
    if (isSoon) requestAnimationFrame(() => requestAnimationFrame(come));
    else setTimeout(come, RESTS_MS);
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || target === null) return;
    // The window below stays for another Escape.
    event.preventDefault();
    event.stopPropagation();
    dismissed = target;
    hide();
  }

  const ends = new AbortController();
  const when = { capture: true, signal: ends.signal };
  document.addEventListener('pointerover', point, when);
  document.documentElement.addEventListener('pointerleave', toFocus, { signal: ends.signal });
  document.addEventListener('focusin', toFocus, when);
  document.addEventListener('keydown', press, when);
  document.addEventListener('scroll', stand, when);
  window.addEventListener('resize', stand, when);
  return () => {
    ends.abort();
    hide();
  };
}

const withFocus = (): Element | null => tipped(document.querySelector(':focus-visible'));

/** What has the tip that belongs there: itself, what it is a part of, or a mark on the button. */
const tipped = (at: Element | null): Element | null =>
  at?.closest('[data-tip]') ?? at?.closest('button')?.querySelector(':scope > [data-tip]') ?? null;
