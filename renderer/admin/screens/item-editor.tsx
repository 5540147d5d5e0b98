import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { FollowDialog } from '../inheritance/follow-dialog.tsx';
import { useAdmin } from '../model/admin.ts';
import { type EditedItem, withField } from '../model/edited-item.ts';
import { EditorContext } from '../model/editor.ts';
import { nameOf } from '../model/item.ts';
import { ownLanguage } from '../model/language-name.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { SettingOverrides } from '../panels/setting-overrides.tsx';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { EditActions } from './edit-actions.tsx';
import { MeetingBox } from './edit-conflict.tsx';
import { EditorEnd } from './editor-end.tsx';
import { FullTime } from './full-time.tsx';
import { Panels, panelsOf } from './panel-of.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SectionFields } from './section-fields.tsx';
import { type Saving, useSaving } from './use-saving.ts';

/** A thing with all its fields, and the panels beside them. */
export function ItemEditor({
  edited,
  file,
  back,
}: {
  readonly edited: EditedItem;
  /** The site around it. */
  readonly file: SiteFile;
  readonly back: Pick<ScreenProps, 'back'>;
}): JSX.Element {
  const { t, drafts, rights } = useAdmin();
  const [removing, setRemoving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaving(edited, form);
  useSavingKeys(form);
  const { part, key, found, item, isNew, isGone, base } = edited;
  const update = (field: string, value: unknown): void => {
    saving.mend(field);
    const own = ownLanguage(file);
    drafts.put(key, { base, value: withField(drafts.get(key)?.value ?? item, field, value, own) });
  };
  const view = PART_VIEWS[part];
  const mayChange = isNew ? rights.mayAdd(part) : rights.mayChange(part, found ?? item, file);
  const { panels, beside } = panelsOf(edited, file, mayChange);
  const title = isNew ? t(`one.${part}.new`) : part === 'settings' ? t('nav.settings') : nameOf(found ?? item);
  return (
    <EditorContext.Provider value={{ part, item, saved: found ?? null, isNew, faults: saving.faults, file, update }}>
      <Screen
        name={`edit-${part}`}
        title={title}
        {...back}
        actions={
          isNew ? undefined : <EditActions edited={edited} mayChange={mayChange} onRemove={() => setRemoving(true)} />
        }
      >
        {isGone && <NoticeBox kind="attention">{t('meeting.removed')}</NoticeBox>}
        {!mayChange && <NoticeBox kind="info">{t('edit.readOnly')}</NoticeBox>}
        {part === 'settings' && <SettingOverrides />}
        <Met edited={edited} saving={saving} />
        <div class={beside ? 'editor editor-panels' : 'editor'}>
          <form
            ref={form}
            class="editor-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void saving.save();
            }}
          >
            <fieldset class="editor-fields" disabled={!mayChange}>
              {view.sections.map((section) => (
                <SectionFields key={section.id} section={section} />
              ))}
            </fieldset>
            {mayChange && <EditorEnd edited={edited} saving={saving} />}
          </form>
          <Panels panels={panels} />
        </div>
      </Screen>
      {saving.isFull && <FullTime onBook={() => void saving.bookAnyway()} onLeave={saving.leaveFull} />}
      {saving.follow !== null && (
        <FollowDialog wish={saving.follow} onDone={() => void saving.followed()} onLeave={saving.leaveFollow} />
      )}
      {removing && part !== 'settings' && (
        <RemoveDialog collection={part} item={found ?? item} onClose={() => setRemoving(false)} />
      )}
    </EditorContext.Provider>
  );
}

/** Asks whose change stays, where somebody else has changed the same field. */
function Met({
  edited: { part, id, key, draft, found, meeting },
  saving,
}: {
  readonly edited: EditedItem;
  readonly saving: Saving;
}): JSX.Element | null {
  const { drafts } = useAdmin();
  if (draft === undefined || found === undefined || meeting === null || meeting.both.length === 0) return null;
  return (
    <MeetingBox
      part={part}
      id={id}
      draft={draft}
      now={found}
      meeting={meeting}
      onSettle={(value) => {
        saving.dropFailure();
        drafts.put(key, { base: found, value });
      }}
    />
  );
}

/** Saves with Control+S, wherever the focus is. */
function useSavingKeys(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, []);
}
