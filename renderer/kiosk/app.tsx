/** Kiosk page. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { KioskScreen } from '../../main/kiosk/contract/kiosk.ts';
import { useModel, type View } from './model.ts';
import { FetchedPanel, panelPlace } from './panel/fetched-panel.tsx';
import { DarkScreen } from './parts/dark-screen.tsx';
import { AppointmentsScreen } from './screens/appointments.tsx';
import { AwayScreen, StartingScreen } from './screens/away.tsx';
import { CheckInScreen } from './screens/check-in.tsx';
import { ChooseScreen } from './screens/choose.tsx';
import { ClosedScreen } from './screens/closed.tsx';
import { FormScreen } from './screens/form.tsx';
import { IssuingScreen } from './screens/issuing.tsx';
import { LanguagesScreen } from './screens/languages.tsx';
import { LookUpScreen } from './screens/look-up.tsx';
import { PairingScreen } from './screens/pairing.tsx';
import { PriorityScreen } from './screens/priority.tsx';
import { OutOfServiceScreen, ProblemScreen, ShutScreen } from './screens/problem.tsx';
import { TicketScreen } from './screens/ticket.tsx';

export function App(): JSX.Element {
  const { view, connected, asksLanguage } = useModel();
  const shown = view.value;
  const isAsking = asksLanguage.value && connected.value && shown?.state.panel === null;
  const place = isAsking ? 'languages' : placeOf(shown, connected.value);
  const root = useRef<HTMLDivElement>(null);
  const first = useRef(true);

  // Focus the heading of a new screen: it is read aloud, and Enter triggers nothing there.
  useEffect(() => {
    if (first.current) first.current = false;
    else root.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [place]);

  // Reset the focus after the visit, because the next key may be another visitor's.
  const isIdle = shown?.state.screen.name === 'idle';
  useEffect(() => {
    if (isIdle && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [isIdle]);

  return (
    <div class="page" ref={root} data-screen={place}>
      {shown === null ? (
        <StartingScreen />
      ) : isAsking ? (
        <LanguagesScreen {...shown} />
      ) : connected.value ? (
        <Screen {...shown} />
      ) : (
        <AwayScreen />
      )}
      {shown?.state.dark === true && connected.value && <DarkScreen />}
    </div>
  );
}

/** Name of the screen for style sheet and focus; idle and choose are the same. */
function placeOf(view: View | null, connected: boolean): string {
  if (view === null) return 'starting';
  if (!connected) return 'away';
  const { screen, panel } = view.state;
  if (panel !== null) return panelPlace(panel);
  if (screen.name === 'idle') return 'choose';
  if (screen.name === 'look-up') return `look-up-${screen.asks}`;
  if (screen.name === 'form') return `form-${screen.question.id}`;
  if (screen.name === 'problem' && screen.taken) return 'taken';
  return screen.name === 'choose' && screen.group !== null ? `choose-${screen.group.id}` : screen.name;
}

function Screen({ state, t }: View): JSX.Element {
  const { screen, panel } = state;
  if (panel !== null) return <FetchedPanel state={state} t={t} screen={panel} />;
  switch (screen.name) {
    case 'starting':
      return <StartingScreen />;
    case 'idle':
    case 'choose':
      return <ChooseScreen state={state} t={t} screen={screen} />;
    case 'check-in':
      return <CheckInScreen state={state} t={t} screen={screen} />;
    case 'look-up':
      return <LookUpScreen state={state} t={t} screen={screen} />;
    case 'appointments':
      return <AppointmentsScreen state={state} t={t} screen={screen} />;
    case 'priority':
      return <PriorityScreen state={state} t={t} screen={screen} />;
    case 'form':
      return <FormScreen state={state} t={t} screen={screen} />;
    case 'issuing':
      return <IssuingScreen state={state} t={t} screen={screen} />;
    case 'printing':
    case 'take-ticket':
      return <TicketScreen state={state} t={t} screen={screen} />;
    case 'problem':
      return <ProblemScreen state={state} t={t} screen={screen} />;
    case 'closed':
      return <ClosedScreen state={state} t={t} screen={screen} />;
    case 'shut':
      return <ShutScreen state={state} t={t} screen={screen} />;
    case 'pairing':
      return <PairingScreen state={state} t={t} screen={screen} />;
    case 'out-of-service':
      return <OutOfServiceScreen state={state} t={t} screen={screen} />;
    default:
      return unknownScreen(screen);
  }
}

function unknownScreen(screen: never): never {
  throw new Error(`Unknown screen ${(screen as KioskScreen).name}.`);
}
