/** Wizard step: a kiosk or display. */
import type { ComponentChildren, JSX } from 'preact';
import { CREATE_DEVICE_KEY } from '../../../main/devices/contract/endpoints.ts';
import { createItem } from '../../../main/site/contract/endpoints.ts';
import { DEVICE_TYPE, type Device } from '../../../main/site/contract/site.ts';
import type { Rest, RestResult } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { DeviceCell } from '../devices/device-cell.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLive } from '../model/feeds.ts';
import { address } from '../model/router.ts';
import { PairBox } from '../pairing/pair-box.tsx';
import { RECOMMENDED_KIOSK } from './build-organisation.ts';
import type { StepProps } from './step-props.ts';
import { useWrite } from './use-write.ts';

const PAGES = { kiosk: 'kiosk', display: 'display' } as const;

/** State of a kiosk or display, and how to open its page on this computer. */
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
  /** Whether another screen can be paired. */
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

/**
 * Opens a device's page in a new tab, with a new key if keys are required.
 * @param needsKey whether keys are required; the device's previous key is revoked
 * @returns why it was not opened, if it was not
 */
async function openDevice(
  rest: Rest,
  page: keyof typeof PAGES,
  id: string,
  needsKey: boolean,
): Promise<RestResult<unknown>> {
  const url = new URL(`../${PAGES[page]}/`, window.location.href);
  url.hash = '';
  url.searchParams.set('device', id);
  // Opened synchronously: browsers allow popups only during a click.
  const tab = window.open('about:blank', '_blank');
  if (needsKey) {
    const made = await rest.call(CREATE_DEVICE_KEY, { id });
    if (!made.ok) {
      tab?.close();
      return made;
    }
    url.hash = `key=${made.value.key}`;
  }
  if (tab === null) window.location.href = url.href;
  else {
    tab.opener = null;
    tab.location.href = url.href;
  }
  return { ok: true, value: null };
}
