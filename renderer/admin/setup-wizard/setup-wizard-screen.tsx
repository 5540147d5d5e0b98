/** Setup wizard: from an empty site to the first ticket. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { address } from '../model/router.ts';
import { Badge } from '../parts/badge.tsx';
import { Screen } from '../parts/screen.tsx';
import './setup-wizard.css';
import { useGuideTexts } from '../model/use-wizard-texts.ts';
import { BrandStep } from './brand-step.tsx';
import { DisplayStep, KioskStep, TicketStep } from './device-steps.tsx';
import { FinishStep } from './finish-step.tsx';
import { DesksStep, PeopleStep, ServicesStep } from './list-steps.tsx';
import { OrganisationStep } from './organisation-step.tsx';
import type { StepProps, UnsavedProps } from './step-props.ts';
import { isDone, nextStep, OPTIONAL, type SeenDevices, STEPS, type WizardStep } from './steps.ts';

/** Address of the screen after the last step. */
const FINISH = 'finish';

/** Device states of a last ticket that was printed. */
const PRINTED: readonly string[] = ['printed', 'printed-copy', 'sent', 'presented', 'taken', 'retracted'];

/** Setup wizard. The current step is kept in the address; the progress is derived from the site. */
export function GuideScreen({ wanted }: { readonly wanted: string }): JSX.Element | null {
  const { site, router } = useAdmin();
  const g = useGuideTexts();
  const seen = useSeenDevices();
  const body = useRef<HTMLElement>(null);
  const unsaved = useRef<(() => Promise<boolean>) | null>(null);
  const file = site.file.value;
  const asked = STEPS.find((each) => each === wanted);
  /** Without a step in the address, the first open step is computed once. */
  const found = useRef<WizardStep | null>(null);
  if (file !== null) found.current ??= nextStep(file, seen);
  const step = file?.locations.length === 0 ? 'house' : (asked ?? found.current ?? 'house');
  const isFinished = wanted === FINISH && step !== 'house';
  const shown = isFinished ? FINISH : step;
  const drawn = useRef(shown);
  useEffect(() => {
    if (drawn.current !== shown) body.current?.querySelector('h2')?.focus();
    drawn.current = shown;
  }, [shown]);
  if (file === null || g === null) return null;

  const [location] = file.locations;
  const place = STEPS.indexOf(step);
  const go = (to: WizardStep | typeof FINISH | undefined): void => {
    if (to !== undefined) router.go(address(['start', to]));
  };
  /** Saves the typed values; stays if the server refuses them, such as a weak password. */
  const goOn = async (): Promise<void> => {
    if ((await unsaved.current?.()) !== false) go(STEPS[place + 1]);
  };
  return (
    <Screen name="start" title={g('title')}>
      <p class="guide-about">{g('about')}</p>
      <div class="guide">
        <nav class="card guide-steps" aria-label={g('steps')}>
          <ol>
            {STEPS.map((each) => (
              <li key={each}>
                <StepLink step={each} current={each === shown} off={location === undefined && each !== 'house'} g={g}>
                  {isDone(each, file, seen) ? (
                    <Badge kind="good">{g('done')}</Badge>
                  ) : (
                    <span class="soft">{g(OPTIONAL.has(each) ? 'optional' : 'open')}</span>
                  )}
                </StepLink>
              </li>
            ))}
          </ol>
        </nav>
        <section class="card guide-step" ref={body} aria-labelledby="guide-step">
          {!isFinished && <p class="soft">{g('step', { place: place + 1, count: STEPS.length })}</p>}
          <h2 id="guide-step" tabIndex={-1}>
            {g(isFinished ? 'finish.title' : `name.${step}`)}
          </h2>
          {!isFinished && <p>{g(`text.${step}`)}</p>}
          {isFinished && location !== undefined ? (
            <FinishStep g={g} file={file} location={location} seen={seen} />
          ) : location === undefined ? (
            <OrganisationStep g={g} file={file} onDone={() => go('brand')} />
          ) : (
            <Body
              key={step}
              step={step}
              g={g}
              file={file}
              location={location}
              onUnsaved={(save) => {
                unsaved.current = save;
              }}
            />
          )}
          {location !== undefined && !isFinished && (
            <footer class="guide-end">
              {place > 0 && <Button onClick={() => go(STEPS[place - 1])}>{g('back')}</Button>}
              {place < STEPS.length - 1 ? (
                <Button look="main" onClick={() => void goOn()}>
                  {g('next')}
                </Button>
              ) : (
                <Button look="main" onClick={() => go(FINISH)}>
                  {g('finish.button')}
                </Button>
              )}
            </footer>
          )}
        </section>
      </div>
    </Screen>
  );
}

interface StepLinkProps {
  readonly step: WizardStep;
  readonly current: boolean;
  /** Disabled until the organisation exists. */
  readonly off: boolean;
  readonly g: StepProps['g'];
  readonly children: JSX.Element;
}

function StepLink({ step, current, off, g, children }: StepLinkProps): JSX.Element {
  const inside = (
    <>
      <span class="guide-name">{g(`name.${step}`)}</span> {children}
    </>
  );
  if (off) return <span class="guide-link">{inside}</span>;
  return (
    <a class="guide-link" href={address(['start', step])} aria-current={current ? 'step' : undefined}>
      {inside}
    </a>
  );
}

function Body({ step, onUnsaved, ...props }: StepProps & UnsavedProps & { readonly step: WizardStep }): JSX.Element {
  switch (step) {
    case 'house':
      return <OrganisationKind {...props} />;
    case 'brand':
      return <BrandStep {...props} onUnsaved={onUnsaved} />;
    case 'services':
      return <ServicesStep {...props} />;
    case 'desks':
      return <DesksStep {...props} />;
    case 'people':
      return <PeopleStep {...props} onUnsaved={onUnsaved} />;
    case 'kiosk':
      return <KioskStep {...props} />;
    case 'display':
      return <DisplayStep {...props} />;
    case 'ticket':
      return <TicketStep {...props} />;
  }
}

function OrganisationKind({ g, location }: StepProps): JSX.Element {
  return (
    <p>
      {g('house.is', { name: location.name })} <a href={address(['locations', location.id])}>{g('house.edit')}</a>
    </p>
  );
}

/** Device states from the events of all locations. */
function useSeenDevices(): SeenDevices {
  const { feeds, site } = useAdmin();
  const [location] = site.file.value?.locations ?? [];
  const devices = useLive(feeds, location === undefined ? [] : [location.id]).get(location?.id ?? '')?.state?.devices;
  const those = (is: (device: NonNullable<typeof devices>[number]) => boolean): ReadonlySet<string> =>
    new Set(devices?.filter(is).map(({ device_id }) => device_id));
  return {
    connected: those(({ connected }) => connected),
    printed: those(({ status }) => PRINTED.includes(status.last_print)),
  };
}
