/** Dialog of unsaved changes. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Of } from '../../shared/components/field.tsx';
import { useAdmin } from '../model/admin.ts';
import { nameOf } from '../model/item.ts';
import { address } from '../model/router.ts';

/** Lists unsaved changes with a link to each. */
export function DraftsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { t, drafts, router } = useAdmin();
  const all = [...drafts.all.value];
  return (
    <Dialog title={t('drafts.title')} onClose={onClose}>
      {all.length === 0 && <p>{t('drafts.none')}</p>}
      <ul class="rows">
        {all.map(([key, { value, base }]) => {
          const [part = '', id = ''] = key.split(/\/(.*)/s);
          return (
            <li key={key} class="row">
              <button
                type="button"
                class="row-name link"
                onClick={() => {
                  onClose();
                  router.go(address(id === '' ? [part] : [part, id]));
                }}
              >
                {part === 'settings' ? t('nav.settings') : nameOf(value) || t('drafts.unnamed')}
              </button>
              <span class="row-more">{base === null ? t(`one.${part}.new`) : t(`nav.${part}`)}</span>
              <Button look="plain" onClick={() => drafts.drop(key)}>
                {t('edit.discard')}
                <Of name={nameOf(value)} />
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
