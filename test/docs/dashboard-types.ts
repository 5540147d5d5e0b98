/** What Grafana takes for a dashboard, by the types that it publishes, with the words of its enumerations as a file has them. */
import type { Dashboard, Panel } from '@grafana/schema';
import type { Options as StatOptions } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type { Options as StateTimelineOptions } from '@grafana/schema/dist/esm/raw/composable/statetimeline/panelcfg/x/StateTimelinePanelCfg_types.gen';
import type { Options as TimeSeriesOptions } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

type InFile<T> = T extends string
  ? `${T}`
  : T extends number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? InFile<Item>[]
      : T extends object
        ? { [Name in keyof T]: InFile<T[Name]> }
        : T;

/** Grafana itself takes any options for any panel; which ones each kind has, its own types say. */
type PanelOf<Kind extends string, Options> = Omit<InFile<Panel>, 'type' | 'options'> & {
  type: Kind;
  options: Partial<InFile<Options>>;
};

type OurPanel =
  | PanelOf<'stat', StatOptions>
  | PanelOf<'state-timeline', StateTimelineOptions>
  | PanelOf<'timeseries', TimeSeriesOptions>;

export type DashboardFile = Omit<InFile<Dashboard>, 'panels'> & { panels: OurPanel[] };
