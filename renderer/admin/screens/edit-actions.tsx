/** Actions of an editor: history, copy, removal. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { useAdmin } from '../model/admin.ts';
import { copyOf, type EditedItem } from '../model/edited-item.ts';
import { nameOf } from '../model/item.ts';
import { withLetter } from '../model/new-item.ts';
import { address } from '../model/router.ts';

/** What can be done with a thing beside changing it: its history, a copy, its end. */
export function EditActions({
  edited: { part, id, item },
  mayChange,
  onRemove,
}: {
  readonly edited: EditedItem;
  readonly mayChange: boolean;
  readonly onRemove: () => void;
}): JSX.Element {
  const { t, drafts, router, notices, rights, site } = useAdmin();
  const copy = (): void => {
    if (drafts.get(`${part}/new`) === undefined) {
      const copied = copyOf(item, t('edit.copyOf', { name: nameOf(item) }));
      const file = site.file.value;
      drafts.put(`${part}/new`, {
        base: null,
        value: part === 'services' && file !== null ? withLetter(copied, file) : copied,
      });
    } else {
      notices.tell('attention', t('drafts.otherNew'));
    }
    router.go(address([part, 'new']));
  };
  return (
    <>
      {rights.sees('audit') && (
        <a class="button button-plain" href={address(['audit'], { collection: part, item: id })}>
          {t('edit.history')}
        </a>
      )}
      {part !== 'settings' && rights.mayAdd(part) && (
        <>
          <Button look="plain" onClick={copy}>
            {t('edit.copy')}
          </Button>
          {mayChange && (
            <Button look="plain" onClick={onRemove}>
              {t('edit.remove')}
            </Button>
          )}
        </>
      )}
    </>
  );
}
