/** Small drawings of kiosk and display, with logo and colour of a location. */
import type { ComponentChildren, JSX } from 'preact';
import { isPictogram } from '../../../main/site/contract/pictograms.ts';
import type { Location } from '../../../main/site/contract/site.ts';
import { groundWithText } from '../../shared/colour.ts';
import { rampColours } from '../../shared/colour-ramp.ts';
import { DRAWINGS } from '../../shared/pictograms/drawings.ts';
import { HOUSE_COLOUR, isColour, serviceColours } from '../../shared/site-colours.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';
import { languageName } from '../model/language-name.ts';
import { clockTimeOf } from '../model/words.ts';
import type { StepProps } from './step-props.ts';
import './brand-previews.css';

/** Choices on the kiosk's first page. */
const MAX_CHOICES = 4;
const MAX_LANGUAGES = 3;
/** Last digits of the called number and of the one before. */
const CALLED = ['042', '041'] as const;

interface BrandPreviewsProps extends Pick<StepProps, 'g' | 'file'> {
  /** With its unsaved changes. */
  readonly location: Location;
}

/** First screen of the kiosk, and a call on the display. */
export function BrandPreviews(props: BrandPreviewsProps): JSX.Element {
  const { g, location } = props;
  const colours = brandColours(location.colour);
  return (
    <div class="guide-previews">
      <Preview class="preview-kiosk" label={g('brand.kiosk')} colours={colours}>
        <KioskScreen {...props} />
      </Preview>
      <Preview class="preview-display" label={g('brand.display')} colours={colours}>
        <DisplayScreen {...props} />
      </Preview>
    </div>
  );
}

interface PreviewProps {
  readonly class: string;
  readonly label: string;
  readonly colours: Record<string, string>;
  readonly children: ComponentChildren;
}

function Preview({ class: name, label, colours, children }: PreviewProps): JSX.Element {
  return (
    <div class={`brand-preview ${name}`} role="img" aria-label={label} style={colours}>
      {children}
    </div>
  );
}

function KioskScreen({ g, file, location }: BrandPreviewsProps): JSX.Element {
  const languages = location.languages.length > 0 ? location.languages : (file.settings?.languages ?? []);
  return (
    <>
      <Band location={location}>
        <strong class="preview-words">{g('brand.question')}</strong>
      </Band>
      <ul class="preview-choices">
        {firstChoices(file, location.id).map(({ id, name, tag, pictogram, colours }) => (
          <li key={id} class="preview-choice" style={colours}>
            <span class="preview-tag">
              <Picture pictogram={pictogram} tag={tag} />
            </span>
            <strong class="preview-name" dir="auto">
              {name}
            </strong>
          </li>
        ))}
      </ul>
      <div class="preview-foot">
        {languages.slice(0, MAX_LANGUAGES).map((id, at) => (
          <span key={id} class={at === 0 ? 'preview-key preview-chosen' : 'preview-key'}>
            {languageName(id)}
          </span>
        ))}
      </div>
    </>
  );
}

function DisplayScreen({ file, location }: BrandPreviewsProps): JSX.Element {
  const service = file.services.find((each) => each.location === location.id);
  const desks = file.desks.filter((each) => each.location === location.id);
  const [now, before] = CALLED.map((digits, at) => ({
    number: `${service?.tag ?? ''}${digits}`,
    desk: desks[at]?.name ?? desks[0]?.name ?? '',
  }));
  return (
    <>
      <div class="preview-calls">
        <div class="preview-call">
          <strong dir="ltr">{now?.number}</strong>
          <span dir="auto">{now?.desk}</span>
        </div>
        <div class="preview-before">
          <strong dir="ltr">{before?.number}</strong>
          <span dir="auto">{before?.desk}</span>
        </div>
      </div>
      <Band location={location} />
    </>
  );
}

/** Logo or name, and the time, on the accent colour. */
function Band({ location, children }: Pick<BrandPreviewsProps, 'location'> & { children?: ComponentChildren }) {
  const { language } = useAdmin();
  return (
    <div class="preview-band">
      {location.logo.startsWith('data:') ? (
        <img class="preview-logo" src={location.logo} alt="" />
      ) : (
        <strong dir="auto">{location.name}</strong>
      )}
      {children}
      <strong>{clockTimeOf(new Date(wallClock()).toISOString(), language.id.value, location.timezone)}</strong>
    </div>
  );
}

interface PreviewedChoice {
  readonly id: string;
  readonly name: string;
  readonly tag: string;
  readonly pictogram: string;
  readonly colours: Record<string, string>;
}

function Picture({ pictogram, tag }: Pick<PreviewedChoice, 'pictogram' | 'tag'>): JSX.Element {
  if (pictogram.startsWith('data:')) return <img src={pictogram} alt="" />;
  if (!isPictogram(pictogram)) return <>{tag}</>;
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[pictogram]} />
    </svg>
  );
}

/** Service groups, and services without a group. */
function firstChoices({ service_groups, services }: StepProps['file'], location: string): readonly PreviewedChoice[] {
  const here = services.filter((service) => service.location === location);
  const groups = service_groups.filter(({ id }) => here.some(({ service_group }) => service_group === id));
  const single = here.filter(({ service_group }) => !groups.some(({ id }) => id === service_group));
  return [
    ...groups.map(({ id, name, pictogram }) => ({ id, name, tag: '', pictogram, colours: {} })),
    ...single.map(({ id, name, tag, pictogram, rgbColour }) => {
      return { id, name, tag, pictogram, colours: serviceColours(rgbColour) };
    }),
  ].slice(0, MAX_CHOICES);
}

/** Accent, text on it, and background, corrected as on every page. */
function brandColours(colour: string): Record<string, string> {
  const accent = isColour(colour) ? colour : HOUSE_COLOUR;
  const { ground, text } = groundWithText(accent);
  return { '--accent': ground, '--on-accent': text, '--ground': rampColours(accent)['--tint-light'] ?? '' };
}
