/** The operator panel comes after the start of the page: nobody opens it before visitors can take numbers. */
import type { Panel } from './panel.tsx';

let panel: typeof Panel | null = null;

/** Once; asked for again with the next state that needs it, should it fail. */
export async function fetchPanel(): Promise<void> {
  panel ??= await import('./panel.tsx').then(
    (fetched) => fetched.Panel,
    () => null,
  );
}

/** Null while it has not come. */
export const fetchedPanel = (): typeof Panel | null => panel;
