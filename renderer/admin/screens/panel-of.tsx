import type { ComponentType, JSX } from 'preact';
import type { SiteFile } from '../../../main/contract/site.ts';
import { lazy } from '../../shared/components/lazy.tsx';
import type { EditedItem } from '../model/edited-item.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { PART_VIEWS, type Panel } from '../model/parts.ts';

type Props = Record<string, never>;

const PANELS: Readonly<Record<Panel, ComponentType<Props>>> = {
  paper: lazy(async () => (await import('../panels/paper-panel.tsx')).PaperPanel),
  form: lazy(async () => (await import('../forms/form-panel.tsx')).FormPanel),
  device: lazy(async () => (await import('../panels/device-panel.tsx')).DevicePanel),
  desk: lazy(async () => (await import('../panels/desk-panel.tsx')).DeskPanel),
  user: lazy(async () => (await import('../panels/user-panel.tsx')).UserPanel),
  webhook: lazy(async () => (await import('../panels/webhook-panel.tsx')).WebhookPanel),
  checkIn: lazy(async () => (await import('../panels/check-in-panel.tsx')).CheckInPanel),
  model: lazy(async () => (await import('../panels/model-panel.tsx')).ModelPanel),
  reportKey: lazy(async () => (await import('../panels/report-key-panel.tsx')).ReportKeyPanel),
};

/** Panels that speak of a thing that the server has, and do something with it; the others show what is on the screen. */
const NEED_SAVED: ReadonlySet<Panel> = new Set(['device', 'user', 'webhook', 'reportKey', 'checkIn', 'desk', 'model']);

/** Of what follows nothing, and is followed by nobody, there is nothing to say of models. */
export function panelsOf({ part, item, found }: EditedItem, file: SiteFile): readonly Panel[] {
  const isFollowed =
    part === 'locations' && file.locations.some(({ follows }) => follows !== '' && follows === found?.id);
  const follows = found !== undefined && [item, found].some((each) => textOf(each, 'follows') !== '');
  return (PART_VIEWS[part].panels ?? []).filter((panel) => panel !== 'model' || follows || isFollowed);
}

export function PanelOf({
  panel,
  mayChange,
}: {
  readonly panel: Panel;
  readonly mayChange: boolean;
}): JSX.Element | null {
  const { saved } = useEditor();
  if (NEED_SAVED.has(panel) && (saved === null || !mayChange)) return null;
  const Shown = PANELS[panel];
  return (
    <aside class="panels">
      <Shown />
    </aside>
  );
}
