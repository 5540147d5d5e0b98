import type { JSX } from 'preact';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { useAdmin } from '../model/admin.ts';
import { useEditedItem } from '../model/edited-item.ts';
import type { Part } from '../model/item.ts';
import { address } from '../model/router.ts';
import { Screen } from '../parts/screen.tsx';
import { ItemEditor } from './item-editor.tsx';

/** Editor of an item or of the settings. `id` is `new` for a new item. */
export function EditScreen({ part, id }: { readonly part: Part; readonly id: string }): JSX.Element | null {
  const file = useAdmin().site.file.value;
  return file === null ? null : <EditOf part={part} id={id} file={file} />;
}

interface EditOfProps {
  readonly part: Part;
  readonly id: string;
  readonly file: SiteFile;
}

function EditOf({ part, id, file }: EditOfProps): JSX.Element {
  const { t } = useAdmin();
  const edited = useEditedItem(part, id, file);
  const back = part === 'settings' ? {} : { back: { href: address([part]), label: t(`nav.${part}`) } };
  if (edited !== null) return <ItemEditor edited={edited} file={file} back={back} />;
  return (
    <Screen name="gone" title={t('edit.gone')} {...back}>
      <p>{t('edit.goneText')}</p>
    </Screen>
  );
}
