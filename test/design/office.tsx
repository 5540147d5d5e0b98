/** Charts, section index, drawings and command palette of the back office, in their states. */
import './office.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import { BandChart } from '../../renderer/admin/charts/band-chart.tsx';
import { BarChart } from '../../renderer/admin/charts/bar-chart.tsx';
import type { ChartRow } from '../../renderer/admin/charts/chart-frame.tsx';
import { HeatTable } from '../../renderer/admin/charts/heatmap.tsx';
import { type Admin, AdminContext } from '../../renderer/admin/model/admin.ts';
import { LocationsContext } from '../../renderer/admin/model/locations.ts';
import { CommandPalette } from '../../renderer/admin/palette/command-palette.tsx';
import { KpiTile } from '../../renderer/admin/parts/kpi-tile.tsx';
import { SectionIndex } from '../../renderer/admin/screens/section-index.tsx';
import type { TextFile } from '../../renderer/shared/i18n.ts';
import { DRAWINGS, type IllustrationName } from '../../renderer/shared/illustrations/drawings.ts';
import { Illustration } from '../../renderer/shared/illustrations/illustration.tsx';
import { paintSite } from '../../renderer/shared/paint-site.ts';
import { StaffContext } from '../../renderer/shared/staff.ts';
import { applyLook, look, SCRIPT_IDS, SCRIPTS, script } from './look.ts';
import { staffContext } from './staff-context.ts';

const files = import.meta.glob<TextFile>('../../assets/locales/*/{admin,editor,limits,office,report,staff}.json', {
  eager: true,
  import: 'default',
});
const { sample, person } = script;

const DAYS: readonly ChartRow[] = Array.from({ length: 14 }, (_, day) => ({
  id: `${day}`,
  label: `${day + 1}`,
  // The seventh day is closed.
  values: day % 7 === 6 ? [null, null] : [10 + ((day * 7) % 12), 22 + ((day * 5) % 18)],
}));
const SERIES = [
  { id: 'median', label: sample },
  { id: 'p90', label: person },
];
const OPEN = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (__, hour) => day < 5 && hour >= 9 && hour < 17),
);
const ARRIVALS = OPEN.map((day, at) => day.map((isOpen, hour) => (isOpen ? (hour * (at + 3)) % 19 : 0)));

function Charts() {
  const frame = { series: SERIES, format: String, rowTitle: 'Day' };
  return (
    <section>
      <h2>Charts</h2>
      <BandChart {...frame} title={sample} rows={DAYS} target={{ value: 20, label: person }} />
      <BarChart {...frame} title={sample} rows={DAYS} note={person} />
      <BarChart {...frame} title={sample} rows={[]} />
      <HeatTable title={sample} cells={ARRIVALS} open={OPEN} />
    </section>
  );
}

function Figures() {
  const changes = [
    { now: 20, before: 25, better: 'less' },
    { now: 25, before: 20, better: 'less' },
    { now: 20, before: 20, better: 'more' },
  ] as const;
  return (
    <section>
      <h2>KpiTile: better, worse, level</h2>
      <dl class="figures wide">
        {changes.map((before, at) => (
          <KpiTile key={at} label={sample} value={`${before.now} min`} before={{ ...before, format: String }} />
        ))}
      </dl>
    </section>
  );
}

function Sections() {
  const form = useRef<HTMLFormElement>(null);
  return (
    <section>
      <h2>SectionIndex</h2>
      <form ref={form}>
        <SectionIndex
          form={form}
          entries={SCRIPT_IDS.map((id, at) => ({ id, title: SCRIPTS[id].sample, isChanged: at === 1 }))}
        />
      </form>
    </section>
  );
}

function Drawings() {
  return (
    <section>
      <h2>Illustration</h2>
      <div class="samples">
        {(Object.keys(DRAWINGS) as readonly IllustrationName[]).map((name) => (
          <figure key={name}>
            <Illustration name={name} />
            <figcaption lang="en">{name}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

applyLook();
paintSite(look.colour);
const staff = staffContext(files);
const locations = SCRIPT_IDS.map((id) => ({ id, name: SCRIPTS[id].sample, timezone: 'UTC' }));
/** What the palette asks of the back office: everything may be seen, and nothing is on a server. */
const admin = {
  ...staff,
  t: staff.language.t.value,
  rights: { sees: () => true, seesSite: true, seesFigures: true, mayChange: () => true, mayChangeField: () => true },
  site: { file: signal(null), part: signal(''), reload: () => Promise.resolve() },
  router: { go: () => undefined },
  chooseLocation: () => undefined,
} as unknown as Admin;

function Office() {
  return look.screen === 'palette' ? (
    <CommandPalette onClose={() => undefined} />
  ) : (
    <main class="sheet">
      <h1>Components of the back office</h1>
      <Figures />
      <Charts />
      <Sections />
      <Drawings />
    </main>
  );
}

const page = document.getElementById('page');
if (page !== null)
  render(
    <StaffContext.Provider value={staff}>
      <AdminContext.Provider value={admin}>
        <LocationsContext.Provider value={{ all: locations, here: locations[0] }}>
          <Office />
        </LocationsContext.Provider>
      </AdminContext.Provider>
    </StaffContext.Provider>,
    page,
  );
