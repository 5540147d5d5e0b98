/** The design page: all component pages, in a look that can be chosen. */
import './index.css';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { DENSITIES, SCRIPT_IDS, SCRIPTS, THEMES } from './look.ts';

const PAGES = ['tokens', 'staff', 'office', 'counter', 'kiosk', 'phone'] as const;
const SIZES = {
  tokens: [1280, 1500],
  staff: [1280, 2600],
  office: [1280, 2600],
  counter: [1280, 900],
  kiosk: [1080, 1920],
  phone: [390, 844],
};

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [id: string, name: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const same = (ids: readonly string[]) => ids.map((id) => [id, id] as const);

function DesignPage() {
  const [theme, setTheme] = useState<string>('light');
  const [script, setScript] = useState<string>('Latn');
  const [density, setDensity] = useState<string>('comfortable');
  const [colour, setColour] = useState('');
  const query = new URLSearchParams({ theme, script, density, colour }).toString();
  return (
    <main>
      <h1>Design</h1>
      <form>
        <Choice label="Theme" value={theme} options={same(THEMES)} onChange={setTheme} />
        <Choice
          label="Script"
          value={script}
          options={SCRIPT_IDS.map((id) => [id, SCRIPTS[id].name] as const)}
          onChange={setScript}
        />
        <Choice label="Density" value={density} options={same(DENSITIES)} onChange={setDensity} />
        <label>
          Colour{' '}
          <input value={colour} placeholder="#0d5161" onInput={(event) => setColour(event.currentTarget.value)} />
        </label>
      </form>
      {PAGES.map((page) => (
        <section key={page}>
          <h2>
            <a href={`${page}.html?${query}`}>{page}</a>
          </h2>
          <iframe title={page} src={`${page}.html?${query}`} width={SIZES[page][0]} height={SIZES[page][1]} />
        </section>
      ))}
    </main>
  );
}

const page = document.getElementById('page');
if (page !== null) render(<DesignPage />, page);
