/** Save of an editor, with focus on the first fault. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { requiresSignIn } from '../../../main/access/contract/sign-in-rule.ts';
import { ERRNO } from '../../../main/lib/result.ts';
import type { CallerParameters } from '../../../main/rest/contract/endpoint.ts';
import type { ChangeThingParameters } from '../../../main/site/contract/rest/bulk-edit.ts';
import type { SiteFile, SiteSettings } from '../../../main/site/contract/site.ts';
import type { RestFailure, RestResult } from '../../shared/api-client.ts';
import { failureText } from '../../shared/failure-text.ts';
import { isOpen, type SignInOutcome } from '../../shared/session.ts';
import { useAdmin } from '../model/admin.ts';
import { meet } from '../model/drafts.ts';
import { type EditedItem, readItem } from '../model/edited-item.ts';
import { type Item, isSame, type Part, textOf } from '../model/item.ts';
import { address } from '../model/router.ts';
import { type FieldFault, faultsOf, isAt, schemaOf } from '../model/schema.ts';
import { serverFaults } from '../model/server-faults.ts';
import { knownRevision, type Stored, storeItem } from '../model/store-item.ts';
import { restoreOf } from '../undo/appointment-undo.ts';
import { useUndo } from '../undo/use-undo.tsx';

type FollowWish = CallerParameters<typeof ChangeThingParameters>;

export interface Saving {
  readonly busy: boolean;
  /** Failure text; empty without one. */
  readonly failure: string;
  readonly faults: readonly FieldFault[];
  /** The time of the appointment is full: the user is asked whether to book it anyway. */
  readonly isFull: boolean;
  /** The location gets a new parent: its preview is shown first. */
  readonly follow: FollowWish | null;
  /** The settings would make the server require sign-in, which it does not yet: the user chooses a password first. */
  readonly needsSignIn: boolean;
  /** Saves as this user, who stays signed in. */
  saveAs(userId: string, password: string): Promise<SignInOutcome>;
  leaveSignIn(): void;
  followed(): Promise<void>;
  leaveFollow(): void;
  save(): Promise<void>;
  bookAnyway(): Promise<void>;
  /** The user picks another time. */
  leaveFull(): void;
  /** The field was changed, so its faults are cleared. */
  mend(field: string): void;
  dropFailure(): void;
  /** Clears failure and faults. */
  reset(): void;
}

/** Maps a refusal that names a parameter to a fault of the field with that name. */
function ofParameter(
  part: Part,
  { errno, parameter, error }: Extract<RestFailure, { readonly kind: 'refused' }>,
): readonly FieldFault[] {
  if (schemaOf(part).properties?.[parameter] === undefined) return [];
  const known = serverFaults([`${parameter}: ${error}`]).filter(({ key }) => key !== '');
  return known.length === 0 && errno === ERRNO.invalidParameters ? [{ path: parameter, key: 'format' }] : known;
}

/** Saves the edited item and reports failures: the first field with a fault gets the focus. */
export function useSaving(edited: EditedItem, form: RefObject<HTMLFormElement | null>): Saving {
  const { t, site, drafts, router, session } = useAdmin();
  const undo = useUndo();
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [full, setFull] = useState<'no' | 'asked' | 'left'>('no');
  const [needsSignIn, setNeedsSignIn] = useState(false);
  const [follow, setFollow] = useState<{ readonly wish: FollowWish; readonly sent: Item } | null>(null);
  const { part, key, draft, isNew, item } = edited;

  const showFaults = (all: readonly FieldFault[]): void => {
    setFaults(all);
    window.setTimeout(
      () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .field-fault')?.focus(),
      0,
    );
  };

  useEffect(() => {
    // Only now the dialog is closed and has returned the focus.
    if (full === 'left') showFaults([{ path: 'scheduled_to', key: 'full' }]);
  }, [full]);

  const tellFailure = (error: RestFailure): void => {
    const isRefused = error.kind === 'refused';
    if (isRefused && error.errno === ERRNO.cannotConclude && error.parameter === 'scheduled_to') {
      setFull('asked');
      return;
    }
    setFailure(isRefused && error.errno === ERRNO.cannotConclude ? t('edit.refused') : failureText(t, error));
    if (!isRefused) return;
    showFaults(error.faults.length > 0 ? serverFaults(error.faults) : ofParameter(part, error));
  };

  /** Resolves to the id if it was saved. */
  const settle = async (stored: Stored): Promise<string | null> => {
    if (stored.kind === 'failed') {
      tellFailure(stored.error);
      return null;
    }
    // Load the server's version before the message.
    const read = await site.reload();
    if (stored.kind === 'late') setFailure(t('meeting.notSaved'));
    if (stored.kind === 'unread') setFailure(failureText(t, stored.error));
    if (stored.kind !== 'stored') return null;
    await keepLater(stored.id, item, read);
    showMade(stored.id);
    return stored.id;
  };

  /** Drops the saved draft. Changes made during the save become a new draft based on the saved version. */
  const keepLater = async (id: string, sent: Item, read: RestResult<SiteFile>): Promise<void> => {
    const isChanged = (): boolean => {
      const later = drafts.get(key);
      return later !== undefined && !isSame(later.value, sent);
    };
    // A new appointment is not part of the loaded site.
    const isHeld = isNew && part === 'appointments' && isChanged();
    const whole = isHeld ? await site.hold(id) : read;
    if (isHeld) site.letGo(id);
    const later = drafts.get(key);
    // Without a loaded site, the sent version is used.
    const now = (whole.ok ? readItem(whole.value, part, id) : undefined) ?? (isNew ? { ...sent, id } : sent);
    drafts.drop(key);
    if (later === undefined || isSame(later.value, sent)) return;
    const { value } = meet({ base: sent, value: later.value }, now);
    drafts.put(isNew ? `${part}/${id}` : key, { base: now, value });
  };

  /** Opens the address of the new item, unless the user has left the editor meanwhile. */
  const showMade = (id: string): void => {
    const [where, which] = router.place.value.path;
    if (isNew && where === part && which === 'new') router.replace(address([part, id]));
  };

  const askToFollow = async (): Promise<void> => {
    const revision = isNew ? '' : await knownRevision(session.rest, edited);
    if (typeof revision !== 'string') return void (await settle(revision));
    const id = textOf(item, 'id') || crypto.randomUUID();
    setFollow({ wish: { collection: 'locations', id, revision, item: JSON.stringify(item) }, sent: item });
  };

  const store = async (more: Item): Promise<void> => {
    if (busy || (draft === undefined && !isNew)) return;
    setFailure('');
    const local = faultsOf(part, item);
    if (local.length > 0) return showFaults(local);
    if (isOpen(session.state.value) && beginsToRequireSignIn(edited)) return setNeedsSignIn(true);
    setBusy(true);
    if (beginsToFollow(edited)) {
      await askToFollow();
      setBusy(false);
      return;
    }
    await send(more);
    setBusy(false);
  };

  /** Resolves to true if it was saved. */
  const send = async (more: Item): Promise<boolean> => {
    const id = await settle(await storeItem(session.rest, edited, more));
    if (id === null) return false;
    setFaults([]);
    const { base } = edited;
    const restore =
      part === 'appointments' ? await restoreOf(session.rest, id, isNew || edited.isGone ? null : base) : undefined;
    undo.tell(t('edit.saved'), restore);
    return true;
  };

  return {
    busy,
    failure,
    faults,
    isFull: full === 'asked',
    save: () => store({}),
    bookAnyway() {
      setFull('no');
      return store({ anyway: true });
    },
    needsSignIn,
    async saveAs(userId, password) {
      const outcome = await session.signInFor(userId, password, () => send({}));
      if (outcome === 'done') setNeedsSignIn(false);
      return outcome;
    },
    leaveSignIn: () => setNeedsSignIn(false),
    follow: follow?.wish ?? null,
    async followed() {
      if (follow === null) return;
      setFollow(null);
      setFaults([]);
      setBusy(true);
      await keepLater(follow.wish.id, follow.sent, await site.reload());
      setBusy(false);
      showMade(follow.wish.id);
    },
    leaveFollow: () => setFollow(null),
    leaveFull: () => setFull('left'),
    mend: (field) => setFaults((before) => before.filter((fault) => !isAt(fault, field))),
    dropFailure: () => setFailure(''),
    reset() {
      setFaults([]);
      setFailure('');
    },
  };
}

function beginsToRequireSignIn({ part, item, base }: EditedItem): boolean {
  // Settings are complete: `filled` gives each its default.
  const isRequired = (settings: Item): boolean => requiresSignIn(settings as unknown as SiteSettings);
  return part === 'settings' && base !== null && isRequired(item) && !isRequired(base);
}

function beginsToFollow({ part, item, base }: EditedItem): boolean {
  const model = textOf(item, 'follows');
  return part === 'locations' && model !== '' && model !== textOf(base, 'follows');
}
