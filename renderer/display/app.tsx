import type { JSX } from 'preact';
import { useModel } from './model.ts';
import { CallsScreen } from './screens/calls.tsx';
import { ClosedScreen } from './screens/closed.tsx';
import { ChooseScreen, RefusedScreen, StartingScreen } from './screens/setup.tsx';

export function App(): JSX.Element {
  const { stage, isLive } = useModel();
  const shown = stage.value;
  return (
    <div class="page" data-screen={shown.name === 'showing' ? shown.board.kind : shown.name} data-stale={!isLive.value}>
      <Screen />
    </div>
  );
}

function Screen(): JSX.Element {
  const shown = useModel().stage.value;
  switch (shown.name) {
    case 'starting':
      return <StartingScreen />;
    case 'choosing':
      return <ChooseScreen displays={shown.displays} />;
    case 'refused':
      return <RefusedScreen errno={shown.errno} />;
    case 'showing':
      return shown.board.kind === 'closed' ? (
        <ClosedScreen display={shown.display} board={shown.board} />
      ) : (
        <CallsScreen display={shown.display} board={shown.board} />
      );
  }
}
