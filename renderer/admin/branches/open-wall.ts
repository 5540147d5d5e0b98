/** Fills the screen with the wall view, where the browser allows it. */
export function openWall(): void {
  // A refusal leaves the view in the window.
  void document.documentElement.requestFullscreen?.().catch(() => undefined);
}
