/** Button of a service or group. */
import { signal } from '@preact/signals';
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Choice } from '../../../main/kiosk/contract/kiosk.ts';
import { serviceColours } from '../../shared/site-colours.ts';
import { useModel, type View } from '../model.ts';
import { bookedText, opensText, waitText } from './amounts.ts';
import { FitText } from './fit-text.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Loaded with the first pictogram; never for kiosks without any. */
const drawings = signal<Readonly<Record<string, string>>>({});

let asked = false;

interface CardProps extends View {
  readonly choice: Choice;
  readonly hidden: boolean;
}

/** A choice as one large button. */
export function ChoiceCard({ choice, hidden, state, t }: CardProps): JSX.Element {
  const { call, now } = useModel();
  const off = isOff(choice);
  const choose = (): void => {
    if (off) return;
    if (choice.kind === 'group') call('touchGroup', { groupId: choice.id });
    else if (choice.kind === 'appointment') call('touchAppointment', { appointmentId: choice.id });
    else call('touchService', { serviceId: choice.id });
  };
  const { pictogram = '' } = choice;
  return (
    <li
      class={off ? 'choice choice-off' : 'choice'}
      data-kind={choice.kind}
      style={choice.kind === 'group' ? {} : serviceColours(choice.colour)}
      hidden={hidden}
    >
      <button type="button" class="choice-main" aria-disabled={off} onClick={choose}>
        <span class={pictogram === '' ? 'choice-tag' : 'choice-tag choice-pictured'} aria-hidden="true">
          {pictogram !== '' && <Pictogram name={pictogram} />}
          {choice.kind === 'group' ? pictogram === '' && <Icon name="list" /> : <FitText text={choice.tag} />}
        </span>
        <span class="choice-words">
          <span class="choice-inner">
            <span class="choice-title">
              <FitText class="choice-name" text={choice.name} />
              {choice.description !== '' && <span class="choice-about">{choice.description}</span>}
            </span>
            <span class="choice-facts">
              {choice.kind === 'service' ? (
                <ServiceFacts
                  t={t}
                  off={off}
                  closed={
                    choice.open
                      ? t('full')
                      : opensText(choice.opensAt, now.value, state.lang, state.timeZone, t, 'opens')
                  }
                  waiting={choice.waiting}
                  wait={waitText(choice.waitSeconds, t)}
                />
              ) : choice.kind === 'appointment' ? (
                <Fact icon="clock" text={bookedText(choice.at, now.value, state.lang, state.timeZone)} />
              ) : (
                <>
                  <span class="fact">{t('services', { count: choice.serviceCount })}</span>
                  {off ? (
                    <Fact icon="moon" text={t('opens.unknown')} />
                  ) : (
                    choice.waiting !== null && <Fact icon="people" text={t('waiting', { count: choice.waiting })} />
                  )}
                </>
              )}
            </span>
          </span>
        </span>
        {choice.kind === 'group' && (
          <span class="choice-in">
            <Icon name="inside" turns />
          </span>
        )}
      </button>
    </li>
  );
}

/** Entry for visitors with an appointment, who need no service. */
export function CheckInCard({ hidden, t }: Pick<CardProps, 'hidden' | 't'>): JSX.Element {
  const { call } = useModel();
  return (
    <li class="choice" data-kind="check-in" hidden={hidden}>
      <button type="button" class="choice-main check-in" onClick={() => call('startCheckIn', {})}>
        <span class="choice-tag" aria-hidden="true">
          <Icon name="calendar" />
        </span>
        <span class="choice-words">
          <span class="choice-inner">
            <span class="choice-title">
              <FitText class="choice-name" text={t('checkIn.offer')} />
            </span>
          </span>
        </span>
        <span class="choice-in">
          <Icon name="inside" turns />
        </span>
      </button>
    </li>
  );
}

function isOff(choice: Choice): boolean {
  if (choice.kind === 'appointment') return false;
  return choice.kind === 'service' ? !choice.open || choice.full : choice.openCount === 0;
}

interface FactsProps {
  readonly t: TFunction;
  readonly off: boolean;
  readonly closed: string;
  readonly waiting: number | null;
  readonly wait: string;
}

function ServiceFacts({ t, off, closed, waiting, wait }: FactsProps): JSX.Element {
  if (off) return <Fact icon="clock" text={closed} />;
  return (
    <>
      {waiting !== null && <Fact icon="people" text={t('waiting', { count: waiting })} />}
      {wait !== '' && <Fact icon="clock" text={wait} />}
    </>
  );
}

function Fact({ icon, text }: { readonly icon: IconName; readonly text: string }): JSX.Element {
  return (
    <span class="fact">
      <Icon name={icon} />
      <span>{text}</span>
    </span>
  );
}

function fetchDrawings(): void {
  if (asked) return;
  asked = true;
  import('../../shared/pictograms/drawings.ts').then(
    ({ DRAWINGS }) => {
      drawings.value = DRAWINGS;
    },
    () => {
      asked = false;
    },
  );
}

/** Pictogram of a service, beside its text. Its space is reserved before it loads. */
function Pictogram({ name }: { readonly name: string }): JSX.Element {
  const isOwn = name.startsWith('data:');
  useEffect(() => {
    if (!isOwn) fetchDrawings();
  }, [isOwn]);
  if (isOwn) return <img class="pictogram pictogram-own" src={name} alt="" draggable={false} />;
  return (
    <svg class="pictogram" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={drawings.value[name] ?? ''} />
    </svg>
  );
}
