/** Frame of the back office: header, navigation, current screen. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LIST_BRANCHES } from '../../main/reports/contract/endpoints.ts';
import { KEY_ERRNOS } from '../shared/api-client.ts';
import { Button, MarkButton } from '../shared/components/button.tsx';
import { lazy } from '../shared/components/lazy.tsx';
import { Mark } from '../shared/components/mark.tsx';
import { ATTENTION, PERSON } from '../shared/components/marks.ts';
import { NoticeBox } from '../shared/components/notice.tsx';
import { HELP, MENU } from '../shared/components/office-marks.ts';
import { Skeleton } from '../shared/components/skeleton.tsx';
import { Skip } from '../shared/components/skip.tsx';
import { SEARCH } from '../shared/components/staff-marks.ts';
import { StaleBar } from '../shared/components/stale-bar.tsx';
import { failureText } from '../shared/failure-text.ts';
import { useAdmin } from './model/admin.ts';
import { isCollection } from './model/collection-names.ts';
import { useLive } from './model/feeds.ts';
import { LocationsContext, type NamedLocation } from './model/locations.ts';
import type { Rights } from './model/rights.ts';
import { address } from './model/router.ts';
import { NAVIGATION, type NavigationEntry } from './navigation.ts';
import { DraftsDialog } from './parts/drafts-dialog.tsx';
import { HeldAppointment } from './parts/held-appointment.tsx';
import { lazyWithWords } from './parts/lazy.tsx';
import { LocationChoice } from './parts/location-choice.tsx';
import { PreferencesDialog } from './parts/preferences-dialog.tsx';
import { Screen } from './parts/screen.tsx';

const Today = lazy(async () => (await import('./reports/today-screen.tsx')).TodayScreen);
const Branches = lazy(async () => (await import('./branches/branches-screen.tsx')).BranchesScreen);
const Wall = lazy(async () => (await import('./branches/wall-screen.tsx')).WallScreen);
const Alarms = lazy(async () => (await import('./queue-alerts/alarms-screen.tsx')).AlarmsScreen);
const Reports = lazy(async () => (await import('./reports/period-screen.tsx')).PeriodScreen);
const Palette = lazyWithWords(async () => (await import('./palette/command-palette.tsx')).CommandPalette);
const Appointments = lazyWithWords(async () => (await import('./screens/appointment-list.tsx')).AppointmentList);
const List = lazyWithWords(async () => (await import('./screens/list-screen.tsx')).ListScreen);
const Devices = lazyWithWords(async () => (await import('./screens/device-board.tsx')).DeviceBoard);
const Edit = lazyWithWords(async () => (await import('./screens/item-editor.tsx')).EditScreen);
const Guide = lazyWithWords(async () => (await import('./setup-wizard/setup-wizard-screen.tsx')).GuideScreen);
const Pair = lazyWithWords(async () => (await import('./pairing/pair-screen.tsx')).PairScreen);
const Audit = lazyWithWords(async () => (await import('./audit/audit-screen.tsx')).AuditScreen);
const PersonalData = lazyWithWords(
  async () => (await import('./personal-data/personal-data-screen.tsx')).PersonalDataScreen,
);
const Mail = lazyWithWords(async () => (await import('./mail/mail-screen.tsx')).MailScreen);
const Many = lazyWithWords(async () => (await import('./bulk-edit/bulk-edit-screen.tsx')).ManyScreen);
const Transfer = lazyWithWords(async () => (await import('./import-export/import-export-screen.tsx')).TransferScreen);

/** Navigation, unsaved changes, and the screen of the current address. */
export function Frame(): JSX.Element {
  const admin = useAdmin();
  const { t, router, site, feeds, location, drafts, session } = admin;
  const [menu, setMenu] = useState(false);
  const [dialog, setDialog] = useState<'drafts' | 'preferences' | 'palette' | null>(null);
  const { path } = router.place.value;
  const { rights } = admin;
  const isEmpty = rights.sees('start') && site.file.value?.locations.length === 0;
  const section =
    path[0] ??
    (isEmpty ? 'start' : rights.seesFigures ? 'today' : rights.sees('locations') ? 'locations' : 'appointments');
  const locations = useKnownLocations(section);
  const here = locations.find(({ id }) => id === location.value) ?? locations[0];
  const live = useLive(feeds, here === undefined ? [] : [here.id]).get(here?.id ?? '');
  const user = session.user.value;

  const logo = site.file.value?.locations.find(({ id }) => id === here?.id)?.logo ?? '';

  useEffect(() => setMenu(false), [router.place.value]);
  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setDialog('palette');
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, []);
  const refusal = live?.refusal?.errno ?? 0;
  useEffect(() => {
    if (KEY_ERRNOS.includes(refusal)) session.doubt();
  }, [refusal, session]);
  const renewed = session.renewed.value;
  useEffect(() => {
    if (renewed > 0) feeds.renew();
  }, [renewed, feeds]);
  useEffect(() => {
    if (!rights.seesSite || here === undefined) return;
    // Of a large site, the first state follows the read at once; a later one may follow a missed change.
    let isKnown = site.part.peek() === '';
    return feeds.open(here.id, (_snapshot, message) => {
      if (message === null) return;
      if (message.type === 'site.changed' || (isKnown && message.type === 'state')) void site.reload();
      isKnown = true;
    });
  }, [here?.id, rights, feeds, site]);

  if (section === 'wall' && rights.seesFigures) return <Wall />;
  const tools = (
    <>
      <LocationChoice />
      <Button onClick={() => setDialog('palette')}>
        <Mark path={SEARCH} />
        {t('palette.open')}
        <kbd>Ctrl K</kbd>
      </Button>
      <a class="button button-plain" href="../help/" target="_blank" rel="noopener">
        <Mark path={HELP} />
        {t('shared.help')}
      </a>
    </>
  );
  return (
    <LocationsContext.Provider value={{ all: locations, here }}>
      <Skip />
      <div class="frame">
        <header class="top">
          <MarkButton mark={MENU} class="menu-button" label={t('menu')} pressed={menu} onClick={() => setMenu(!menu)} />
          <p class="top-name">
            {logo.startsWith('data:') && <img class="top-logo" src={logo} alt="" />}
            {t('title')}
          </p>
          <div class="top-end">
            <div class="top-tools">{tools}</div>
            {drafts.count.value > 0 && (
              <Button class="top-drafts" onClick={() => setDialog('drafts')}>
                <Mark path={ATTENTION} />
                <span class="top-drafts-words">{t('drafts.count', { count: drafts.count.value })}</span>
                <span class="top-drafts-count" aria-hidden="true">
                  {drafts.count.value}
                </span>
              </Button>
            )}
            <Button look="plain" onClick={() => setDialog('preferences')}>
              <Mark path={PERSON} />
              <span class="top-user">{user?.name || user?.username || t('nobody')}</span>
            </Button>
          </div>
        </header>
        <nav class={menu ? 'side side-open' : 'side'} aria-label={t('menu')}>
          <div class="side-tools">{tools}</div>
          {NAVIGATION.map(({ id, entries }) => {
            const shown = entries.filter(({ id: entry, needs }) => maySee(rights, entry, needs));
            if (shown.length === 0) return null;
            return (
              // A list, not a region: screens have regions of the same names.
              <div key={id}>
                <h2 id={`nav-${id}`}>{t(`nav.${id}`)}</h2>
                <ul aria-labelledby={`nav-${id}`}>
                  {shown.map((entry) => (
                    <li key={entry.id}>
                      <a href={address([entry.id])} aria-current={entry.id === section ? 'page' : undefined}>
                        <Mark path={entry.mark} />
                        {t(`nav.${entry.id}`)}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            );
          })}
        </nav>
        <main class="main" id="main">
          <StaleBar
            stale={live !== undefined && live.status === 'stale' && live.seq > 0}
            onRetry={() => feeds.retry(here?.id ?? '')}
          />
          <Body section={section} rest={path.slice(1)} />
        </main>
      </div>
      {dialog === 'drafts' && <DraftsDialog onClose={() => setDialog(null)} />}
      {dialog === 'palette' && <Palette onClose={() => setDialog(null)} />}
      {dialog === 'preferences' && <PreferencesDialog onClose={() => setDialog(null)} />}
    </LocationsContext.Provider>
  );
}

function maySee(rights: Rights, section: string, needs: NavigationEntry['needs']): boolean {
  return needs === 'report' ? rights.seesFigures : rights.sees(section);
}

function Body({ section, rest }: { readonly section: string; readonly rest: readonly string[] }): JSX.Element {
  const { t, rights, site } = useAdmin();
  // Import and bulk edit act on items at any location.
  const needsAll = section === 'transfer' || (section === 'many' && rest[0] === 'change');
  useEffect(() => {
    if (needsAll && rights.seesSite) void site.readAll();
  }, [needsAll, rights, site]);
  if (!rights.seesSite && !rights.seesFigures) {
    return (
      <Screen name="refused" title={t('title')}>
        <NoticeBox kind="attention">{t('noRole')}</NoticeBox>
      </Screen>
    );
  }
  if (section === 'today' && rights.seesFigures) return <Today />;
  if (section === 'branches' && rights.seesFigures) return <Branches />;
  if (section === 'alarms' && rights.seesFigures) return <Alarms />;
  if (section === 'reports' && rights.seesFigures) return <Reports />;
  if (!rights.seesSite || !rights.sees(section)) {
    return (
      <Screen name="refused" title={t('title')}>
        <NoticeBox kind="attention">{t('noEditRole')}</NoticeBox>
      </Screen>
    );
  }
  if (site.file.value === null || (needsAll && site.part.value !== '')) {
    const failure = site.failure.value;
    return (
      <Screen name="loading" title={t(`nav.${section}`, { defaultValue: t('title') })}>
        {failure === null ? (
          <Skeleton />
        ) : (
          <NoticeBox kind="attention">
            <p>{failureText(t, failure)}</p>
            <Button onClick={() => void site.reload()}>{t('shared.stale.retry')}</Button>
          </NoticeBox>
        )}
      </Screen>
    );
  }
  if (section === 'settings') return <Edit key="settings" part="settings" id="" />;
  if (section === 'start') return <Guide wanted={rest[0] ?? ''} />;
  if (section === 'pair') return <Pair />;
  if (section === 'many') return <Many key={rest[0] ?? ''} what={rest[0] ?? ''} />;
  if (section === 'audit') return <Audit />;
  if (section === 'mail') return <Mail />;
  if (section === 'personal_data') return <PersonalData />;
  if (section === 'transfer') return <Transfer />;
  if (isCollection(section)) {
    const [id] = rest;
    if (section === 'appointments') {
      if (id === undefined) return <Appointments />;
      const edit = <Edit key={`${section}/${id}`} part={section} id={id} />;
      return id === 'new' ? (
        edit
      ) : (
        <HeldAppointment key={id} id={id}>
          {edit}
        </HeldAppointment>
      );
    }
    if (id === undefined && section === 'devices') return <Devices />;
    if (id === undefined) return <List key={section} collection={section} />;
    return <Edit key={`${section}/${id}`} part={section} id={id} />;
  }
  return (
    <Screen name="unknown" title={t('unknown.title')}>
      <p>{t('unknown.text')}</p>
    </Screen>
  );
}

/**
 * Locations of the site or, for users who see only figures, those of the board.
 * The boards of all locations show them without another list.
 */
function useKnownLocations(section: string): readonly NamedLocation[] {
  const { rights, site, session } = useAdmin();
  const { seesSite } = rights;
  const [listed, setListed] = useState<readonly NamedLocation[]>([]);
  const isNeeded = section !== 'branches' && section !== 'wall';
  useEffect(() => {
    if (!isNeeded || listed.length > 0) return;
    if (seesSite) void site.reload();
    else
      void session.rest.call(LIST_BRANCHES, { closed: true }).then((answer) => {
        if (answer.ok) setListed(answer.value.branches.toSorted((a, b) => a.name.localeCompare(b.name)));
      });
  }, [isNeeded, seesSite, site, session]);
  return site.file.value?.locations ?? listed;
}
