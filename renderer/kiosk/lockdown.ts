/** Browser features that the kiosk page blocks. */
export function lockDown(): void {
  const refuse = (event: Event): void => event.preventDefault();
  for (const type of ['contextmenu', 'dragstart', 'drop', 'dragover', 'selectstart', 'gesturestart']) {
    document.addEventListener(type, refuse);
  }
  // Touches do not focus buttons, so that later typing cannot press the last one.
  document.addEventListener('mousedown', refuse);
  document.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener(
    'touchmove',
    (event) => {
      if (event.touches.length > 1) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && ['+', '-', '=', '0'].includes(event.key)) event.preventDefault();
  });
}
