/** Editor of a site item. */
import type { TFunction } from 'i18next';
import type { ComponentType, JSX, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Form } from '../../shared/components/form.tsx';
import { lazy } from '../../shared/components/lazy.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { Skeleton } from '../../shared/components/skeleton.tsx';
import { FollowDialog } from '../inheritance/follow-dialog.tsx';
import { useAdmin } from '../model/admin.ts';
import { type EditedItem, useEditedItem, withField } from '../model/edited-item.ts';
import { EditorContext, useEditor } from '../model/editor.ts';
import { type Item, isSame, nameOf, type Part, textOf } from '../model/item.ts';
import { ownLanguage } from '../model/language-name.ts';
import { hasField, PART_VIEWS, type Panel, type Section } from '../model/parts.ts';
import type { Rights } from '../model/rights.ts';
import { address } from '../model/router.ts';
import { wallTime } from '../model/words.ts';
import { SettingOverrides } from '../panels/setting-overrides.tsx';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { MeetingBox } from './edit-conflict.tsx';
import { EditActions, EditorEnd } from './editor-end.tsx';
import { EditorField } from './editor-field.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { type IndexEntry, SectionIndex } from './section-index.tsx';
import { useItemIsHere } from './use-item-part.ts';
import { type Saving, useSaving } from './use-saving.ts';

const SignInDialog = lazy(async () => (await import('../access/sign-in-dialog.tsx')).SignInDialog);

const PANELS: Readonly<Record<Panel, ComponentType>> = {
  paper: lazy(async () => (await import('../ticket/paper-panel.tsx')).PaperPanel),
  form: lazy(async () => (await import('../forms/form-panel.tsx')).FormPanel),
  device: lazy(async () => (await import('../devices/device-panel.tsx')).DevicePanel),
  desk: lazy(async () => (await import('../panels/desk-panel.tsx')).DeskPanel),
  user: lazy(async () => (await import('../access/user-panel.tsx')).UserPanel),
  webhook: lazy(async () => (await import('../webhooks/webhook-panel.tsx')).WebhookPanel),
  checkIn: lazy(async () => (await import('../appointments/check-in-panel.tsx')).CheckInPanel),
  model: lazy(async () => (await import('../inheritance/model-panel.tsx')).ModelPanel),
  reportKey: lazy(async () => (await import('../access/report-key-panel.tsx')).ReportKeyPanel),
};

/** Panels that act on the saved item; the others show the edited values. */
const NEED_SAVED: ReadonlySet<Panel> = new Set(['device', 'user', 'webhook', 'reportKey', 'checkIn', 'desk', 'model']);

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
  const isHere = useItemIsHere(part, id, file);
  const edited = useEditedItem(part, id, file);
  const back = part === 'settings' ? {} : { back: { href: address([part]), label: t(`nav.${part}`) } };
  if (!isHere) {
    return (
      <Screen name="loading" title={t(`nav.${part}`)} {...back}>
        <Skeleton />
      </Screen>
    );
  }
  if (edited !== null) return <ItemEditor edited={edited} file={file} back={back} />;
  return (
    <Screen name="gone" title={t('edit.gone')} {...back}>
      <p>{t('edit.goneText')}</p>
    </Screen>
  );
}

interface ItemEditorProps {
  readonly edited: EditedItem;
  /** The whole site. */
  readonly file: SiteFile;
  readonly back: Pick<ScreenProps, 'back'>;
}

/** An item with all its fields, and the panels beside them. */
function ItemEditor({ edited, file, back }: ItemEditorProps): JSX.Element {
  const { t, drafts, rights } = useAdmin();
  const [removing, setRemoving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaving(edited, form);
  useSavingKeys(form);
  usePlaceOfNew(edited);
  useWantedField(form);
  const { part, key, found, item, isNew, isGone, base, draft } = edited;
  const update = (field: string, value: unknown): void => {
    saving.mend(field);
    const own = ownLanguage(file);
    drafts.put(key, { base, value: withField(drafts.get(key)?.value ?? item, field, value, own) });
  };
  const view = PART_VIEWS[part];
  const mayChange = isNew ? rights.mayAdd(part) : rights.mayChange(part, found ?? item, file);
  const { panels, beside } = panelsOf(edited, file, mayChange);
  const index = view.sections.flatMap((section): readonly IndexEntry[] => {
    const names = shownFields(section, part, item, rights);
    const isChanged = !isNew && draft !== undefined && names.some((name) => !isSame(item[name], base?.[name]));
    return names.length === 0 ? [] : [{ id: section.id, title: sectionTitle(t, part, section), isChanged }];
  });
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
          <SectionIndex entries={index} form={form} />
          <Form ref={form} class="editor-form" onSubmit={() => void saving.save()}>
            <fieldset class="editor-fields" disabled={!mayChange}>
              {view.sections.map((section) => (
                <SectionFields
                  key={section.id}
                  section={section}
                  isChanged={index.some(({ id, isChanged }) => id === section.id && isChanged)}
                />
              ))}
            </fieldset>
            {mayChange && <EditorEnd edited={edited} saving={saving} />}
          </Form>
          <Panels panels={panels} />
        </div>
      </Screen>
      {saving.isFull && <FullTime onBook={() => void saving.bookAnyway()} onLeave={saving.leaveFull} />}
      {saving.needsSignIn && <SignInDialog file={file} onSave={saving.saveAs} onClose={saving.leaveSignIn} />}
      {saving.follow !== null && (
        <FollowDialog wish={saving.follow} onDone={() => void saving.followed()} onLeave={saving.leaveFollow} />
      )}
      {removing && part !== 'settings' && (
        <RemoveDialog collection={part} item={found ?? item} onClose={() => setRemoving(false)} />
      )}
    </EditorContext.Provider>
  );
}

/** Focuses the field that the address names, and opens its section. */
function useWantedField(form: RefObject<HTMLFormElement | null>): void {
  const { router } = useAdmin();
  const { field = '' } = router.place.value.query;
  useEffect(() => {
    const place = field === '' ? null : form.current?.querySelector(`[data-field="${CSS.escape(field)}"]`);
    const section = place?.closest('details');
    if (section) section.open = true;
    place?.scrollIntoView({ block: 'center' });
    place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
  }, [field]);
}

/** Of a large site, loads the services and desks of the location that a new item gets. */
function usePlaceOfNew({ isNew, item }: EditedItem): void {
  const { site, chooseLocation } = useAdmin();
  const location = textOf(item, 'location');
  useEffect(() => {
    if (isNew && location !== '' && !['', location].includes(site.part.value)) chooseLocation(location);
  }, [isNew, location]);
}

interface MetProps {
  readonly edited: EditedItem;
  readonly saving: Saving;
}

/** Resolves a conflict with another user's change of the same field. */
function Met({ edited: { part, id, key, draft, found, meeting }, saving }: MetProps): JSX.Element | null {
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

/** Fields of a section that the user sees. */
function shownFields({ fields }: Section, part: Part, item: Item, rights: Rights): readonly string[] {
  return fields.filter((name) => hasField(part, item, name) && rights.mayChangeField(part, name));
}

function sectionTitle(t: TFunction, part: Part, { id }: Section): string {
  return t([`sectionsOf.${part}.${id}`, `sections.${id}`]);
}

interface SectionFieldsProps {
  readonly section: Section;
  readonly isChanged: boolean;
}

/** A group of fields. Rarely used groups are collapsed until they contain a fault or an unsaved value. */
function SectionFields({ section, isChanged }: SectionFieldsProps): JSX.Element | null {
  const { t, rights } = useAdmin();
  const { part, item, faultsAt } = useEditor();
  const id = useId();
  /** Stays open when its value is saved. */
  const wasOpened = useRef(false);
  const names = shownFields(section, part, item, rights);
  if (names.length === 0) return null;
  const fields = names.map((name) => (
    <div key={name} class="editor-one" data-field={name}>
      <EditorField name={name} />
    </div>
  ));
  const title = sectionTitle(t, part, section);
  if (section.rare !== true) {
    return (
      <section
        class={names.length === 1 ? 'card section section-single' : 'card section'}
        aria-labelledby={id}
        data-section={section.id}
      >
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {fields}
      </section>
    );
  }
  const isFaulty = names.some((name) => faultsAt(name).length > 0);
  wasOpened.current ||= isFaulty || isChanged;
  return (
    <details class="card section" data-section={section.id} {...(wasOpened.current ? { open: true } : {})}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div class="section-inside">{fields}</div>
    </details>
  );
}

/** Confirmation before an appointment exceeds the capacity of its time. */
function FullTime({ onBook, onLeave }: { readonly onBook: () => void; readonly onLeave: () => void }): JSX.Element {
  const { t, language } = useAdmin();
  const { item, file } = useEditor();
  const service = file.services.find(({ id }) => id === textOf(item, 'service'));
  return (
    <Dialog
      title={t('appointment.fullTitle')}
      onClose={onLeave}
      actions={
        <>
          <Button look="main" onClick={onLeave}>
            {t('appointment.other')}
          </Button>
          <Button onClick={onBook}>{t('appointment.anyway')}</Button>
        </>
      }
    >
      <p>
        <strong>
          <span dir="auto">{nameOf(service)}</span>
          {', '}
          {wallTime(textOf(item, 'scheduled_to'), language.id.value)}
        </strong>
      </p>
      <p>{t('appointment.fullText')}</p>
    </Dialog>
  );
}

interface Shown {
  readonly panels: readonly Panel[];
  /** Whether the layout reserves room for panels, even while there are none. */
  readonly beside: boolean;
}

/** Without inheritance in either direction there is no inheritance panel. */
function panelsOf({ part, item, found }: EditedItem, file: SiteFile, mayChange: boolean): Shown {
  const all = PART_VIEWS[part].panels ?? [];
  const isFollowed =
    part === 'locations' && file.locations.some(({ follows }) => follows !== '' && follows === found?.id);
  const follows = found !== undefined && [item, found].some((each) => textOf(each, 'follows') !== '');
  const panels = all.filter((panel) => {
    if (NEED_SAVED.has(panel) && (found === undefined || !mayChange)) return false;
    return panel !== 'model' || follows || isFollowed;
  });
  return { panels, beside: panels.length > 0 || all.some((panel) => panel !== 'model') };
}

/** Panels beside the fields, one below the other. */
function Panels({ panels }: { readonly panels: readonly Panel[] }): JSX.Element | null {
  if (panels.length === 0) return null;
  return (
    <aside class="panels">
      {panels.map((panel) => {
        const One = PANELS[panel];
        return <One key={panel} />;
      })}
    </aside>
  );
}
