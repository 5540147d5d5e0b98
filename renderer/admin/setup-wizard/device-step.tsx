import type { ComponentChildren, JSX } from 'preact';
import { createItem } from '../../../main/site/contract/endpoints.ts';
import { DEVICE_TYPE, type Device } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { DeviceCell } from '../devices/device-cell.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { address } from '../model/router.ts';
import { PairBox } from '../pairing/pair-box.tsx';
import { RECOMMENDED_KIOSK } from './build-organisation.ts';
import { openDevice } from './open-device.ts';
import type { StepProps } from './step-props.ts';
import { useWrite } from './use-write.ts';

/** A kiosk or a display: how it is, and how its page is opened here. */
export function DeviceStep({
  g,
  location,
  page,
  device,
  pairs = false,
  children,
}: Omit<StepProps, 'file'> & {
  readonly page: 'kiosk' | 'display';
  readonly device: Device | undefined;
  /** Whether it can be another screen than this one. */
  readonly pairs?: boolean;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { session, feeds } = useAdmin();
  const writing = useWrite();
  const isKiosk = page === 'kiosk';
  const snapshot = useLive(feeds, [location.id]).get(location.id);
  const live = snapshot?.state?.devices.find(({ device_id }) => device_id === device?.id);
  if (device === undefined) {
    const fresh = {
      name: g(`house.${page}`),
      type: isKiosk ? DEVICE_TYPE.kiosk : DEVICE_TYPE.display,
      location: location.id,
      ...(isKiosk ? RECOMMENDED_KIOSK : {}),
    };
    return (
      <>
        <p class="empty">{g('device.none')}</p>
        <div>
          <Button
            onClick={() => void writing.write(() => session.rest.call(createItem('devices'), {}, { document: fresh }))}
          >
            {g(isKiosk ? 'device.addKiosk' : 'device.addDisplay')}
          </Button>
        </div>
        <FailureBox failure={writing.failure} />
      </>
    );
  }
  const open = (): void => void writing.write(() => openDevice(session.rest, page, device.id, session.key() !== null));
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{g('device.state')}</dt>
          <dd>
            <DeviceCell device={device} live={live} snapshot={snapshot} />
          </dd>
        </div>
      </dl>
      {children}
      <h3>{g('device.here')}</h3>
      <div>
        <Button busy={writing.busy} onClick={open}>
          {g(isKiosk ? 'device.openKiosk' : 'device.openDisplay')}
        </Button>
      </div>
      <FailureBox failure={writing.failure} />
      {pairs && (
        <>
          <h3>{g('pair.heading')}</h3>
          <PairBox deviceId={device.id} name={device.name} />
        </>
      )}
      <p>
        <a href={address(['devices', device.id])}>{g('device.edit')}</a>
      </p>
    </>
  );
}
