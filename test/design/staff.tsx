/** Components of staff pages in their states. */
import './staff.css';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { type Admin, AdminContext } from '../../renderer/admin/model/admin.ts';
import { Badge } from '../../renderer/admin/parts/badge.tsx';
import { DataTable } from '../../renderer/admin/parts/data-table.tsx';
import { KpiTile } from '../../renderer/admin/parts/kpi-tile.tsx';
import { Button, MarkButton } from '../../renderer/shared/components/button.tsx';
import { DateField } from '../../renderer/shared/components/date-field.tsx';
import { EmptyState } from '../../renderer/shared/components/empty-state.tsx';
import { CheckField, Field, SelectField, TextField } from '../../renderer/shared/components/field.tsx';
import { FileDrop } from '../../renderer/shared/components/file-drop.tsx';
import { Mark } from '../../renderer/shared/components/mark.tsx';
import { CROSS } from '../../renderer/shared/components/marks.ts';
import { NoticeBox, NoticeStack } from '../../renderer/shared/components/notice.tsx';
import { QrCode } from '../../renderer/shared/components/qr-code.tsx';
import { Skeleton } from '../../renderer/shared/components/skeleton.tsx';
import { Tabs } from '../../renderer/shared/components/tabs.tsx';
import type { TextFile } from '../../renderer/shared/i18n.ts';
import { paintSite } from '../../renderer/shared/paint-site.ts';
import { StaffContext } from '../../renderer/shared/staff.ts';
import { applyLook, look, SCRIPT_IDS, SCRIPTS, script } from './look.ts';
import { staffContext } from './staff-context.ts';

const files = import.meta.glob<TextFile>('../../assets/locales/*/{admin,office,report,staff}.json', {
  eager: true,
  import: 'default',
});
const icons = import.meta.glob<Readonly<Record<string, string>>>('../../renderer/shared/components/{,*-}marks.ts', {
  eager: true,
});

const KINDS = ['good', 'info', 'attention', 'fault'] as const;
const { sample, person } = script;

function Buttons() {
  return (
    <section>
      <h2>Button</h2>
      <div class="samples">
        {(['main', 'normal', 'plain', 'fault'] as const).map((kind) => (
          <Button key={kind} look={kind}>
            {sample}
          </Button>
        ))}
        <Button off>{sample}</Button>
        <Button busy>{sample}</Button>
        <Button pressed>{sample}</Button>
        <MarkButton mark={CROSS} label="Close" />
        <kbd>Ctrl</kbd>
      </div>
    </section>
  );
}

function Notices() {
  return (
    <section>
      <h2>Notice and badge</h2>
      {KINDS.map((kind) => (
        <NoticeBox key={kind} kind={kind}>
          <p>{sample}</p>
        </NoticeBox>
      ))}
      <div class="samples">
        {KINDS.map((kind) => (
          <Badge key={kind} kind={kind}>
            {sample}
          </Badge>
        ))}
      </div>
    </section>
  );
}

function Fields() {
  const [text, setText] = useState<string>(sample);
  const [day, setDay] = useState('2026-11-20');
  const [isOn, setOn] = useState(true);
  return (
    <section>
      <h2>Fields</h2>
      <div class="samples">
        <TextField label="TextField" value={text} onInput={setText} />
        <TextField label="With hint" hint={sample} value="" onInput={setText} />
        <TextField label="With fault" fault={sample} value={text} onInput={setText} />
        <TextField label="Off" off value={text} onInput={setText} />
        <TextField label="Rows" rows={3} value={text} onInput={setText} />
        <SelectField label="SelectField" value="1" options={[{ value: '1', label: sample }]} onChange={setText} />
        <CheckField label={sample} checked={isOn} hint={person} onChange={setOn} />
        <DateField label="DateField" value={day} min="2026-11-01" onInput={setDay} />
      </div>
      <Field label="FileDrop">
        {({ id, describedBy }) => (
          <FileDrop id={id} accept=".csv" describedBy={describedBy} onFiles={() => undefined} />
        )}
      </Field>
    </section>
  );
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly waiting: number;
}

const ROWS: readonly Row[] = SCRIPT_IDS.map((id, at) => ({ id, name: SCRIPTS[id].sample, waiting: 100 - 17 * at }));

function Tables() {
  return (
    <section>
      <h2>DataTable, EmptyState, Skeleton</h2>
      <div class="card card-table wide">
        <DataTable
          name="design"
          caption="Services"
          columns={[
            { id: 'name', label: 'Name', cell: (row: Row) => <bdi>{row.name}</bdi>, value: (row) => row.name },
            { id: 'waiting', label: 'Waiting', end: true, cell: (row) => row.waiting, value: (row) => row.waiting },
          ]}
          rows={ROWS}
          rowId={({ id }) => id}
          empty=""
        />
      </div>
      <div class="card wide">
        <EmptyState text={sample}>
          <Button>{person}</Button>
        </EmptyState>
      </div>
      <div class="card wide">
        <Skeleton />
      </div>
    </section>
  );
}

function Figures() {
  return (
    <section>
      <h2>KpiTile</h2>
      <dl class="figures wide">
        <KpiTile label={sample} value="1,040" />
        <KpiTile
          label={sample}
          value="20 min"
          more={person}
          before={{ now: 20, before: 25, better: 'less', format: String }}
        />
        <KpiTile label={sample} value="7" look="attention" />
      </dl>
    </section>
  );
}

function Icons() {
  const all = Object.values(icons).flatMap((set) => Object.entries(set));
  return (
    <section>
      <h2>Icons</h2>
      <div class="samples">
        {all
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, path]) => (
            <span key={name} title={name}>
              <Mark path={path} />
            </span>
          ))}
      </div>
    </section>
  );
}

function StaffComponents() {
  return (
    <main class="sheet">
      <h1>Staff components</h1>
      <Buttons />
      <Notices />
      <Fields />
      <Figures />
      <section>
        <h2>Tabs</h2>
        <Tabs
          label="Tabs"
          chosen="one"
          onChoose={() => undefined}
          tabs={[
            { id: 'one', label: sample },
            { id: 'two', label: person },
          ]}
        >
          <p>{sample}</p>
        </Tabs>
      </section>
      <Tables />
      <section>
        <h2>QrCode</h2>
        <QrCode text="https://example.org/ticket" label="Code" class="design-code" />
      </section>
      <Icons />
      <section class="wide">
        <h2>Toast</h2>
        <NoticeStack />
      </section>
    </main>
  );
}

applyLook();
paintSite(look.colour);
const staff = staffContext(files);
staff.notices.tell('fault', sample);
const page = document.getElementById('page');
if (page !== null)
  render(
    <StaffContext.Provider value={staff}>
      <AdminContext.Provider value={{ session: staff.session } as unknown as Admin}>
        <StaffComponents />
      </AdminContext.Provider>
    </StaffContext.Provider>,
    page,
  );
