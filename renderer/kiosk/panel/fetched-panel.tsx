/**
 * Operator panel, loaded after the visitors' page.
 */
import { signal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PanelScreen } from '../../../main/kiosk/contract/panel.ts';
import { type KioskPageModel, useModel, type View } from '../model.ts';
import { StartingScreen } from '../screens/away.tsx';

type PanelProps = View & { readonly screen: PanelScreen };

const panel = signal<FunctionComponent<PanelProps> | null>(null);

/** Retries whenever the panel is opened. */
export function fetchPanel({ addTexts }: KioskPageModel): void {
  if (panel.peek() !== null) return;
  import('./panel.tsx').then(
    async ({ Panel, panelTexts }) => {
      await addTexts(panelTexts);
      panel.value = Panel;
    },
    () => undefined,
  );
}

/** Name of the page for style sheet and focus: each step of a paper change is a page. */
export function panelPlace(screen: PanelScreen): string {
  if (panel.value === null) return 'starting';
  return screen.name === 'paper' ? `panel-paper-${screen.step}` : `panel-${screen.name}`;
}

export function FetchedPanel(props: PanelProps): JSX.Element {
  const model = useModel();
  useEffect(() => fetchPanel(model), [model]);
  const Panel = panel.value;
  return Panel === null ? <StartingScreen /> : <Panel {...props} />;
}
