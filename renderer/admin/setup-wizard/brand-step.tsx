/** Wizard step: logo and colour, with previews of kiosk and display. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { replaceItem } from '../../../main/site/contract/endpoints.ts';
import type { Location } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Form } from '../../shared/components/form.tsx';
import { FailureBox } from '../failures/failure-box.tsx';
import { ColourField } from '../fields/colour-field.tsx';
import type { WidgetProps } from '../fields/field-props.ts';
import { LogoField } from '../fields/logo-field.tsx';
import { useAdmin } from '../model/admin.ts';
import { EditorContext } from '../model/editor.ts';
import { faultsAt, faultsOf, fieldSchema } from '../model/schema.ts';
import { faultText } from '../parts/fault-text.ts';
import { useUndo } from '../undo/use-undo.tsx';
import { BrandPreviews } from './brand-previews.tsx';
import type { StepProps, UnsavedProps } from './step-props.ts';
import { useWrite } from './use-write.ts';

/** Fields of the location that this step asks for. */
type Brand = Partial<Pick<Location, 'logo' | 'colour'>>;

export function BrandStep({ g, file, location, onUnsaved }: StepProps & UnsavedProps): JSX.Element {
  const { t, session } = useAdmin();
  const undo = useUndo();
  const writing = useWrite();
  const [wished, setWished] = useState<Brand>({});
  const [tried, setTried] = useState(false);
  const shown = { ...location, ...wished };
  const isSaved = shown.logo === location.logo && shown.colour === location.colour;
  const faults = faultsOf('locations', { logo: shown.logo, colour: shown.colour }).filter(
    ({ path }) => path === 'logo' || path === 'colour',
  );
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (faults.length > 0) return false;
    const request = { id: location.id };
    const isDone = await writing.write(() =>
      session.rest.call(replaceItem('locations'), request, { document: { ...location, ...wished } }),
    );
    if (!isDone) return false;
    setWished({});
    setTried(false);
    undo.tell(g('device.saved'));
    return true;
  };
  useEffect(() => onUnsaved(isSaved ? null : save));
  useEffect(() => () => onUnsaved(null), []);

  const field = (name: keyof Brand): WidgetProps => ({
    name,
    schema: fieldSchema('locations', name),
    label: t(`fields.${name}`),
    hint: t(`hints.${name}`),
    fault: tried
      ? faultsAt(faults, name)
          .map((fault) => faultText(t, fault))
          .join(' · ')
      : '',
    value: shown[name],
    onChange: (value) => setWished({ ...wished, [name]: typeof value === 'string' ? value : '' }),
  });
  const editor = {
    ...({ part: 'locations', item: { ...shown }, saved: { ...location }, isNew: false, faults, file } as const),
    update: () => undefined,
  };
  return (
    <>
      <Form class="guide-form" onSubmit={() => void save()}>
        <EditorContext.Provider value={editor}>
          <LogoField {...field('logo')} />
          <ColourField {...field('colour')} />
        </EditorContext.Provider>
        <div>
          <Button type="submit" busy={writing.busy} off={isSaved}>
            {g('people.save')}
          </Button>
        </div>
        <FailureBox failure={writing.failure} />
      </Form>
      <h3>{g('brand.preview')}</h3>
      <BrandPreviews g={g} file={file} location={shown} />
    </>
  );
}
