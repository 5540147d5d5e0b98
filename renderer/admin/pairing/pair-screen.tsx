/** Screen behind a pairing QR code: choice of the device. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DEVICE_TYPE } from '../../../main/site/contract/site.ts';
import { SelectField } from '../../shared/components/field.tsx';
import { useAdmin } from '../model/admin.ts';
import { address } from '../model/router.ts';
import { useGuideTexts } from '../model/use-wizard-texts.ts';
import { LocationFilter } from '../parts/location-filter.tsx';
import { Screen } from '../parts/screen.tsx';
import { PairBox } from './pair-box.tsx';

/** Device types with a page. */
const WITH_PAGE: readonly number[] = [
  DEVICE_TYPE.kiosk,
  DEVICE_TYPE.concierge,
  DEVICE_TYPE.extender,
  DEVICE_TYPE.qmPad,
  DEVICE_TYPE.display,
];

/** Target of a new screen's QR code: asks which device the screen becomes. */
export function PairScreen(): JSX.Element | null {
  const { t, site, router, language } = useAdmin();
  const g = useGuideTexts();
  const [chosen, setChosen] = useState('');
  const file = site.file.value;
  if (file === null || g === null) return null;
  const { code = '' } = router.place.value.query;
  const place = (id: string): string => file.locations.find((each) => each.id === id)?.name ?? '';
  const devices = file.devices
    .filter(({ type, state }) => WITH_PAGE.includes(type) && state === 1)
    .map(({ id, name, type, location }) => ({
      id,
      name,
      label: [name, t(`deviceType.${type}`), place(location)].filter(Boolean).join(' · '),
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language.id.value, { numeric: true }));
  const device = devices.find(({ id }) => id === chosen);
  return (
    <Screen name="pair" title={g('pair.title')} back={{ href: address(['devices']), label: t('nav.devices') }}>
      <div class="card editor">
        {site.part.value !== '' && <LocationFilter location={site.part.value} onChange={() => setChosen('')} />}
        <SelectField
          label={g('pair.which')}
          value={chosen}
          options={[{ value: '', label: t('choose') }, ...devices.map(({ id, label }) => ({ value: id, label }))]}
          onChange={setChosen}
        />
        <p>
          <a href={address(['devices', 'new'])}>{g('pair.new')}</a>
        </p>
        {device !== undefined && <PairBox key={device.id} deviceId={device.id} name={device.name} first={code} />}
      </div>
    </Screen>
  );
}
