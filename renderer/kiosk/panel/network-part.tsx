/** Network page of the operator panel. */
import type { ComponentChildren, JSX } from 'preact';
import { useModel } from '../model.ts';
import { moment } from './moment.ts';
import { OtherPicture } from './other-picture.tsx';
import { PanelFrame } from './panel-frame.tsx';
import type { PanelProps } from './panel-props.ts';

/** Whether the server is reached, since when, where it is, and where this machine is. */
export function NetworkPart({ state, t, screen }: PanelProps<'network'>): JSX.Element {
  const now = useModel().now.value;
  const { isElsewhere, address, isReached, since, own, offline } = screen;
  return (
    <PanelFrame state={state} t={t} title={t('panel.network.title')}>
      <div class="network">
        <OtherPicture scene={isReached ? 'fine' : 'server'} />
        <dl class="facts-list">
          <Fact name={t('panel.network.server')}>
            <strong>{t(isReached ? 'panel.network.reached' : 'panel.network.notReached')}</strong>
            {since !== '' && <span>{t('panel.since', { time: moment(since, now, state.lang, state.timeZone) })}</span>}
          </Fact>
          <Fact name={t('panel.network.address')}>
            {isElsewhere ? <bdi dir="ltr">{address}</bdi> : <span>{t('panel.network.inside')}</span>}
          </Fact>
          <Fact name={t('panel.network.own')}>
            {own.length === 0 && <span>{t('panel.network.none')}</span>}
            {own.map((each) => (
              <bdi key={each} dir="ltr">
                {each}
              </bdi>
            ))}
          </Fact>
          {offline !== null && (
            <>
              <Fact name={t('panel.network.left')}>
                <strong>{offline.left}</strong>
              </Fact>
              <Fact name={t('panel.network.toHandOver')}>
                <strong>{offline.toHandOver}</strong>
              </Fact>
            </>
          )}
        </dl>
      </div>
    </PanelFrame>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="fact-line">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
