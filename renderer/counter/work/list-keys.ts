/** Arrow keys in the ticket lists. */

/** Listens until the returned function is called. */
export function watchListKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (document.querySelector('dialog[open]') === null) moveInList(event);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** Arrow keys move from ticket to ticket. */
function moveInList(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || target === null || target.closest('.row') === null) return;
  // Stays in the same column of buttons.
  const kind = ['.row-show', '.row-rest'].find((each) => target.matches(each)) ?? '.row-call';
  const stops = [...document.querySelectorAll<HTMLElement>(`.rows ${kind}`)];
  const at = target instanceof HTMLElement ? stops.indexOf(target) : -1;
  // Above the first result is the search field.
  const above = at === 0 && step < 0 && target.closest('.found') !== null;
  const next = above
    ? document.querySelector<HTMLElement>('.find input')
    : target.matches('.row')
      ? // It took over the focus of the previous one.
        target.querySelector<HTMLElement>('button')
      : at < 0
        ? null
        : stops[at + step];
  if (next === undefined || next === null) return;
  event.preventDefault();
  next.focus();
}
