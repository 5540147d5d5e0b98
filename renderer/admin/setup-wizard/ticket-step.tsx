/** Wizard step: test page and first ticket. */
import type { JSX } from 'preact';
import type { Device } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useRemoteActions } from '../devices/remote-actions.ts';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { address } from '../model/router.ts';
import { DeviceStep } from './device-step.tsx';
import type { StepProps } from './step-props.ts';
import { kiosksIn } from './steps.ts';

/** Final check: a test page and the first ticket. */
export function TicketStep({ g, file, location }: StepProps): JSX.Element {
  const device = kiosksIn(file)[0];
  return (
    <>
      <DeviceStep g={g} location={location} page="kiosk" device={device}>
        {device !== undefined && <TestPage g={g} location={location} device={device} />}
      </DeviceStep>
      <h3>{g('ticket.more')}</h3>
      <ul class="guide-more">
        <li>
          <a href="../counter/" target="_blank" rel="noopener">
            {g('ticket.counter')}
          </a>
        </li>
        <li>
          <a href={address(['locations', location.id])}>{g('ticket.hours')}</a>
        </li>
        <li>
          <a href={address(['users'])}>{g('ticket.rights')}</a>
        </li>
      </ul>
    </>
  );
}

function TestPage({ g, location, device }: Omit<StepProps, 'file'> & { readonly device: Device }): JSX.Element {
  const { t, feeds } = useAdmin();
  const live = useLive(feeds, [location.id])
    .get(location.id)
    ?.state?.devices.find(({ device_id }) => device_id === device.id);
  const care = useRemoteActions(device.id, live?.status.can ?? '');
  const able = care.known?.can.includes('test-print') ?? false;
  const asksProof = care.known?.can.includes('confirm-printer') ?? false;
  const last = care.known?.actions.find(({ action }) => action === 'test-print');
  return (
    <>
      <div>
        <Button look="main" off={!able} busy={care.busy} onClick={() => void care.ask({ action: 'test-print' })}>
          {g('ticket.test')}
        </Button>
      </div>
      {!able && <p class="soft">{g('ticket.cannot')}</p>}
      {care.failure !== null && <NoticeBox kind="fault">{failureText(t, care.failure)}</NoticeBox>}
      <div role="status">
        {last?.state === 'done' && !asksProof && <NoticeBox kind="good">{g('ticket.printed')}</NoticeBox>}
        {last?.state === 'done' && asksProof && <NoticeBox kind="info">{g('ticket.look')}</NoticeBox>}
        {(last?.state === 'asked' || last?.state === 'taken') && <p>{g('ticket.asked')}</p>}
        {last?.state === 'failed' && (
          <NoticeBox kind="fault">
            {g('ticket.failed', { why: t(`care.outcome.${last.outcome}`, { defaultValue: '' }) })}
          </NoticeBox>
        )}
      </div>
      {last?.state === 'done' && asksProof && (
        <div>
          <Button busy={care.busy} onClick={() => void care.ask({ action: 'confirm-printer' })}>
            {g('ticket.seen')}
          </Button>
        </div>
      )}
    </>
  );
}
