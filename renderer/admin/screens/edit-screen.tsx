import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ERRNO } from '../../../main/contract/errno.ts';
import type { SiteFile } from '../../../main/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { CHECK } from '../../shared/components/marks.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { meet } from '../model/drafts.ts';
import { EditorContext } from '../model/editor.ts';
import { type Item, isSame, itemsOf, nameOf, objectOf, type Part } from '../model/item.ts';
import { PART_VIEWS } from '../model/parts.ts';
import { address } from '../model/router.ts';
import { emptyItem, type Fault, faultsOf, fieldSchema, filled, schemaOf } from '../model/schema.ts';
import { serverFaults } from '../model/server-faults.ts';
import { Badge } from '../parts/badge.tsx';
import { FailureBox } from '../parts/failure-box.tsx';
import { Screen } from '../parts/screen.tsx';
import { MeetingBox } from './meeting-box.tsx';
import { PanelOf } from './panel-of.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SectionFields } from './section-fields.tsx';

/** One thing of the site, or its settings. `id` is `new` for one that is to be made. */
export function EditScreen({ part, id }: { readonly part: Part; readonly id: string }): JSX.Element | null {
  const { t, site, drafts, router, notices, session } = useAdmin();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const file = site.file.value;
  const isNew = part !== 'settings' && id === 'new';
  const key = part === 'settings' ? 'settings' : `${part}/${id}`;
  const found = file === null || isNew ? undefined : readItem(file, part, id);
  const draft = drafts.all.value.get(key);
  const meeting = draft?.base !== undefined && draft.base !== null && found !== undefined ? meet(draft, found) : null;

  useEffect(() => {
    // What only others changed is taken over; what both changed is asked about.
    if (draft === undefined || meeting === null || found === undefined || isSame(draft.base, found)) return;
    if (meeting.both.length > 0) return;
    drafts.put(key, { base: found, value: meeting.value });
    if (meeting.theirs.length > 0) notices.tell('info', t('meeting.taken'));
  }, [draft, found]);

  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, []);

  if (file === null) return null;
  const list = part === 'settings' ? undefined : { href: address([part]), label: t(`nav.${part}`) };
  const base = isNew ? null : (draft?.base ?? found ?? null);
  const start = isNew ? { ...emptyItem(part), ...given(part, router.place.value.query) } : found;
  const item = draft?.value ?? start;
  if (item === undefined) {
    return (
      <Screen name="gone" title={t('edit.gone')} {...(list === undefined ? {} : { back: list })}>
        <p>{t('edit.goneText')}</p>
      </Screen>
    );
  }
  const isGone = !isNew && found === undefined;
  const changed = draft !== undefined;
  const update = (field: string, value: unknown): void => {
    const next: Record<string, unknown> = { ...(drafts.get(key)?.value ?? item) };
    if (value === undefined) delete next[field];
    else next[field] = value;
    const own = file.settings?.default_lang ?? 'en';
    const texts = objectOf(objectOf(next.translations)[own]);
    // The language of the house may stand among the translations too: it would win over the plain text.
    if (field in texts) next.translations = { ...objectOf(next.translations), [own]: { ...texts, [field]: value } };
    setFaults((before) =>
      before.filter(({ path }) => path !== field && !path.startsWith(`${field}.`) && !path.startsWith(`${field}[`)),
    );
    drafts.put(key, { base, value: next });
  };
  const showFaults = (all: readonly Fault[]): void => {
    setFaults(all);
    window.setTimeout(
      () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .field-fault')?.focus(),
      0,
    );
  };

  const save = async (): Promise<void> => {
    if (busy || (!changed && !isNew)) return;
    setFailure('');
    const local = faultsOf(part, item);
    if (local.length > 0) return showFaults(local);
    setBusy(true);
    const mine = await store();
    setBusy(false);
    if (!mine) return;
    setFaults([]);
    drafts.drop(key);
    notices.tell('good', t('edit.saved'));
  };

  /** Sends it, unless somebody was faster. */
  const store = async (): Promise<boolean> => {
    const path = part === 'settings' ? 'v2/admin/settings' : `v2/admin/${part}/${encodeURIComponent(id)}`;
    const read = isNew || isGone ? null : await session.rest.get<ReadAnswer>(path);
    if (read !== null && !read.ok) {
      await site.reload();
      setFailure(failureText(t, read.error));
      return false;
    }
    const now = read?.value.item ?? filled(schemaOf(part), read?.value.settings);
    if (read !== null && !isSame(now, base)) {
      await site.reload();
      setFailure(t('meeting.notSaved'));
      return false;
    }
    const { id: wanted, ...rest } = item;
    const body =
      part === 'settings' ? item : { ...rest, ...(wanted === '' || wanted === undefined ? {} : { id: wanted }) };
    const answer =
      read === null
        ? await session.rest.post<{ readonly id?: string }>(`v2/admin/${part}`, body)
        : await session.rest.put<{ readonly id?: string }>(`${path}?revision=${read.value.revision}`, body);
    if (!answer.ok) {
      const { error } = answer;
      if (error.kind === 'refused' && error.parameter === 'revision') {
        await site.reload();
        setFailure(t('meeting.notSaved'));
        return false;
      }
      setFailure(
        error.kind === 'refused' && error.errno === ERRNO.cannotConclude ? t('edit.refused') : failureText(t, error),
      );
      if (error.kind === 'refused') {
        const lines = error.faults.length > 0 ? error.faults : [`${error.parameter}: ${error.error}`];
        showFaults(serverFaults(lines));
      }
      return false;
    }
    await site.reload();
    if (isNew) {
      drafts.drop(key);
      router.replace(address([part, answer.value.id ?? '']));
    }
    return true;
  };

  const copy = (): void => {
    if (drafts.get(`${part}/new`) === undefined) {
      drafts.put(`${part}/new`, { base: null, value: copyOf(item, t('edit.copyOf', { name: nameOf(item) })) });
    } else {
      notices.tell('attention', t('drafts.otherNew'));
    }
    router.go(address([part, 'new']));
  };
  const view = PART_VIEWS[part];
  const known = new Set(
    view.sections.flatMap(({ fields }) => fields.map((field) => (typeof field === 'string' ? field : field.name))),
  );
  const elsewhere = faults.filter(({ path }) => !known.has(path.split(/[.[]/, 1)[0] ?? ''));
  const title = isNew ? t(`one.${part}.new`) : part === 'settings' ? t('nav.settings') : nameOf(found ?? item);
  return (
    <EditorContext.Provider value={{ part, item, saved: found ?? null, isNew, faults, file, update }}>
      <Screen
        name={`edit-${part}`}
        title={title}
        {...(list === undefined ? {} : { back: list })}
        actions={
          isNew ? undefined : (
            <>
              <a class="button button-plain" href={address(['audit'], { collection: part, item: id })}>
                {t('edit.history')}
              </a>
              {part !== 'settings' && (
                <>
                  <Button look="plain" onClick={copy}>
                    {t('edit.copy')}
                  </Button>
                  <Button look="plain" onClick={() => setRemoving(true)}>
                    {t('edit.remove')}
                  </Button>
                </>
              )}
            </>
          )
        }
      >
        {isGone && <NoticeBox kind="attention">{t('meeting.removed')}</NoticeBox>}
        {draft !== undefined && meeting !== null && meeting.both.length > 0 && !isSame(draft.base, found) && (
          <MeetingBox
            part={part}
            id={id}
            draft={draft}
            now={found ?? {}}
            meeting={meeting}
            onSettle={(value) => {
              setFailure('');
              drafts.put(key, { base: found ?? null, value });
            }}
          />
        )}
        <div class={view.panels === undefined ? 'editor' : 'editor editor-panels'}>
          <form
            ref={form}
            class="editor-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            {view.sections.map((section) => (
              <SectionFields key={section.id} section={section} />
            ))}
            <footer class="editor-end" data-changed={changed || undefined}>
              <FailureBox class="editor-failure" failure={{ text: failure, faults: elsewhere }} />
              <Button type="submit" look="main" keys="Control+S" busy={busy} off={!changed && !isNew}>
                {t(isNew ? 'edit.create' : 'edit.save')}
              </Button>
              {changed && (
                <Button
                  onClick={() => {
                    drafts.drop(key);
                    setFaults([]);
                    setFailure('');
                  }}
                >
                  {t('edit.discard')}
                </Button>
              )}
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
          </form>
          {view.panels?.map((panel) => (
            <PanelOf key={panel} panel={panel} />
          ))}
        </div>
      </Screen>
      {removing && part !== 'settings' && (
        <RemoveDialog collection={part} item={found ?? item} onClose={() => setRemoving(false)} />
      )}
    </EditorContext.Provider>
  );
}

interface ReadAnswer {
  readonly item?: Item;
  readonly settings?: Item;
  readonly revision: string;
}

/** With everything in it that has a default, so that what was read and what is sent are of one shape. */
function readItem(file: SiteFile, part: Part, id: string): Item | undefined {
  if (part === 'settings') return filled(schemaOf(part), file.settings ?? {}) as Item;
  return itemsOf(file, part).find((item) => item.id === id);
}

function copyOf({ id: _id, password: _password, secret: _secret, ...rest }: Item, name: string): Item {
  return 'username' in rest ? { ...rest, name, username: '' } : { ...rest, name };
}

/** What the address says of a new thing, such as its location. */
function given(part: Part, query: Readonly<Record<string, string>>): Item {
  const item: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(query)) {
    const { type } = fieldSchema(part, field);
    if (type === 'string') item[field] = value;
    if (type === 'integer') item[field] = Number(value);
  }
  return item;
}
