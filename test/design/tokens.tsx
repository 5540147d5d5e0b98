/** Design tokens as swatches: ramps, meanings, type, spacing, corners, elevation. */
import './tokens.css';
import { render } from 'preact';
import { RAMP_STEPS } from '../../renderer/shared/colour-ramp.ts';
import { paintSite } from '../../renderer/shared/paint-site.ts';
import { applyLook, look, script } from './look.ts';

const RAMPS = ['neutral', 'brand', 'green', 'amber', 'red', 'blue'];
const MEANINGS = ['good', 'attention', 'info', 'fault'];
const TYPE = ['tiny', 'small', 'body', 'lead', 'name', 'title', 'clock', 'figure'];
const SPACES = ['hair', 'space-half', 'space-1', 'space-1-half', 'space-2', 'space-3', 'space-4', 'space-6'];
const RADII = ['radius-tiny', 'radius-small', 'radius', 'radius-pill'];
const SHADOWS = ['shadow', 'shadow-high', 'shadow-paper'];

const of = (name: string): string => `var(--${name})`;

function Tokens() {
  return (
    <main class="sheet">
      <h1>Design tokens</h1>
      <section>
        <h2>Ramps</h2>
        {RAMPS.map((ramp) => (
          <div key={ramp} class="samples">
            {RAMP_STEPS.map((step) => (
              <div
                key={step}
                class="swatch"
                style={{ background: of(`${ramp}-${step}`), color: of(`${ramp}-${step < 500 ? 950 : 50}`) }}
              >
                {/* The middle step carries no text. */}
                {step === 500 ? '' : `${ramp} ${step}`}
              </div>
            ))}
          </div>
        ))}
      </section>
      <section>
        <h2>Meanings</h2>
        <div class="samples">
          {MEANINGS.flatMap((name) => [
            <div
              key={name}
              class="swatch"
              style={{ background: of(name), color: of(`${name}-ink`), borderColor: of(`${name}-edge`) }}
            >
              {name}
            </div>,
            <div
              key={`${name} solid`}
              class="swatch"
              style={{ background: of(`${name}-solid`), color: of(`on-${name}-solid`) }}
            >
              {name} solid
            </div>,
          ])}
          <div class="swatch" style={{ background: of('accent'), color: of('on-accent') }}>
            accent
          </div>
          <div class="swatch" style={{ background: of('accent-quiet'), color: of('accent-quiet-ink') }}>
            accent quiet
          </div>
          <div class="swatch" style={{ background: of('off'), color: of('off-ink') }}>
            off
          </div>
        </div>
        <div class="samples">
          {['ground', 'surface', 'surface-quiet'].map((ground) => (
            <div key={ground} class="swatch" style={{ background: of(ground) }}>
              <span>{ground}</span>
              <span style={{ color: of('ink-soft') }}>soft</span>
              <span style={{ color: of('accent-text') }}>accent</span>
            </div>
          ))}
        </div>
      </section>
      <section>
        <h2>Series of charts</h2>
        <div class="samples">
          {[1, 2, 3, 4, 5, 6, 7, 8].map((series) => (
            <div key={series}>
              <div class="swatch" style={{ background: of(`chart-${series}`) }} />
              {series}
            </div>
          ))}
        </div>
      </section>
      <section>
        <h2>Type</h2>
        {TYPE.map((size) => (
          <p key={size} style={{ fontSize: of(size) }}>
            {`${size}: ${script.sample} 1040`} <b>{script.sample}</b> <bdi class="label">A100</bdi>
          </p>
        ))}
      </section>
      <section>
        <h2>Spacing</h2>
        {SPACES.map((space) => (
          <div key={space} class="samples">
            <div style={{ width: of(space), height: of('space-2'), background: of('accent') }} />
            {space}
          </div>
        ))}
      </section>
      <section>
        <h2>Corners and elevation</h2>
        <div class="samples">
          {RADII.map((radius) => (
            <div key={radius} class="swatch" style={{ borderRadius: of(radius), background: of('surface') }}>
              {radius}
            </div>
          ))}
          {SHADOWS.map((shadow) => (
            <div key={shadow} class="swatch" style={{ boxShadow: of(shadow), background: of('surface') }}>
              {shadow}
            </div>
          ))}
        </div>
      </section>
    </main>
  );
}

applyLook();
paintSite(look.colour);
const page = document.getElementById('page');
if (page !== null) render(<Tokens />, page);
