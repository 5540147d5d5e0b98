/** Footer of an editor: save, discard, failure. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { CHECK } from '../../shared/components/marks.ts';
import { FailureBox } from '../failures/failure-box.tsx';
import { useAdmin } from '../model/admin.ts';
import { copyOf, type EditedItem } from '../model/edited-item.ts';
import { nameOf, type Part } from '../model/item.ts';
import { withLetter } from '../model/new-item.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { address } from '../model/router.ts';
import type { FieldFault } from '../model/schema.ts';
import { Badge } from '../parts/badge.tsx';
import type { Saving } from './use-saving.ts';

/** Footer of an editor: unsaved state, save and discard buttons, and the failure. */
export function EditorEnd({
  edited: { part, key, isNew, draft },
  saving: { busy, failure, faults, reset },
}: {
  readonly edited: EditedItem;
  readonly saving: Saving;
}): JSX.Element {
  const { t, drafts } = useAdmin();
  const changed = draft !== undefined;
  const discard = (): void => {
    drafts.drop(key);
    reset();
  };
  return (
    <footer class="editor-end" data-changed={changed || undefined}>
      <FailureBox class="editor-failure" failure={{ text: failure, faults: faultsElsewhere(part, faults) }} />
      <Button type="submit" look="main" keys="Control+S" busy={busy} off={!changed && !isNew}>
        {t(isNew ? 'edit.create' : 'edit.save')}
      </Button>
      {changed && <Button onClick={discard}>{t('edit.discard')}</Button>}
      <span class="editor-state" role="status">
        {changed ? (
          <Badge kind="attention">{t('drafts.mark')}</Badge>
        ) : (
          !isNew && (
            <span class="soft">
              <Mark path={CHECK} /> {t('edit.upToDate')}
            </span>
          )
        )}
      </span>
    </footer>
  );
}

/** Faults that no field of the editor shows. */
function faultsElsewhere(part: Part, faults: readonly FieldFault[]): readonly FieldFault[] {
  const known = new Set(PART_VIEWS[part].sections.flatMap(({ fields }) => fields));
  return faults.filter(({ path }) => !known.has(path.split(/[.[]/, 1)[0] ?? ''));
}

interface EditActionsProps {
  readonly edited: EditedItem;
  readonly mayChange: boolean;
  readonly onRemove: () => void;
}

/** Further actions on an item: history, copy, remove. */
export function EditActions({ edited: { part, id, item }, mayChange, onRemove }: EditActionsProps): JSX.Element {
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
