/** Wizard step: display. */
import type { JSX } from 'preact';
import type { Device } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useRemoteActions } from '../devices/remote-actions.ts';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { DeviceStep } from './device-step.tsx';
import type { StepProps } from './step-props.ts';
import { displaysIn } from './steps.ts';

export function DisplayStep({ g, file, location }: StepProps): JSX.Element {
  const device = displaysIn(file)[0];
  return (
    <DeviceStep g={g} location={location} page="display" pairs device={device}>
      {device !== undefined && <TestCall location={location} device={device} />}
    </DeviceStep>
  );
}

/** Test call on the display, available once it is connected. */
function TestCall({ location, device }: Pick<StepProps, 'location'> & { readonly device: Device }): JSX.Element | null {
  const { t, feeds } = useAdmin();
  const live = useLive(feeds, [location.id])
    .get(location.id)
    ?.state?.devices.find(({ device_id }) => device_id === device.id);
  const care = useRemoteActions(device.id, live?.status.can ?? '');
  const last = care.known?.actions.find(({ action }) => action === 'test-call');
  if (care.known?.can.includes('test-call') !== true) return null;
  return (
    <>
      <div>
        <Button busy={care.busy} onClick={() => void care.ask({ action: 'test-call' })}>
          {t('care.action.test-call')}
        </Button>
      </div>
      {care.failure !== null && <NoticeBox kind="fault">{failureText(t, care.failure)}</NoticeBox>}
      <p role="status">{last !== undefined && t(`care.state.${last.state}`)}</p>
    </>
  );
}
