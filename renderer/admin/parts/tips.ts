/**
 * Tooltips of icons.
 *
 * They show the label of an icon that has no visible text. One tooltip serves the whole page: it appears over any
 * element with `data-tip` on hover or keyboard focus, stays while either lasts, may be hovered itself, and closes with
 * Escape.
 */

/** Hover delay, so that a mouse passing by opens no tooltip. */
const RESTS_MS = 400;

/** Starts the tooltips; the returned function stops them. */
export function watchTips(): () => void {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.popover = 'manual';
  // Hidden from screen readers: the text repeats the name of the element or is visible beside it.
  tip.ariaHidden = 'true';
  let target: Element | null = null;
  /** Element whose tooltip was closed with Escape; it stays closed until another element had one. */
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

  /**
   * Places the tooltip directly below its target, so that the mouse can move onto it, or above if it would leave the
   * window.
   */
  function stand(): void {
    if (target === null) return;
    const { left, width, top, bottom } = (target.closest('button') ?? target).getBoundingClientRect();
    const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
    const room = document.documentElement.clientWidth - wide;
    // Page coordinates, so that both scroll together.
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
    // No delay from one tooltip to the next; a newly focused element may still be scrolled into view.
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
    // Escape must not close the dialog below as well.
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

/** Element whose tooltip applies: itself, an ancestor, or an icon in its button. */
const tipped = (at: Element | null): Element | null =>
  at?.closest('[data-tip]') ?? at?.closest('button')?.querySelector(':scope > [data-tip]') ?? null;
