/** Wall view of all locations: large, without controls, and updated every five seconds. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { durationWords } from '../../../main/lib/duration-words.ts';
import type { BranchView } from '../../../main/reports/contract/rest/branches.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { address } from '../model/router.ts';
import { clockTimeOf, number } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { branchesIn } from './branches-in.ts';
import { BRANCH_BADGES, useBranches } from './use-branches.ts';
import './wall-screen.css';

/** The worst locations first, as many as fit; on a narrow screen all of them. Escape returns to the overview. */
export function WallScreen(): JSX.Element {
  const { t, language, router } = useAdmin();
  const w = useOfficeWords();
  const { branches, failure } = useBranches();
  const { region = '', state = '' } = router.place.value.query;
  const { place, most } = useRoom();
  useLeaving(() => router.go(address(['branches'], { region, state })));
  useWakeLock();
  useEffect(() => {
    document.title = `${t('nav.branches')} · ${t('title')}`;
  });
  const lang = language.id.value;
  const found = branchesIn(branches?.branches ?? [], { region, state });
  const shown = found.slice(0, most);
  return (
    <main class="wall" id="main" data-screen="wall">
      <header class="wall-head">
        <h1 dir="auto">{region || t('nav.branches')}</h1>
        {branches !== null && <p>{w('branches.wallAt', { time: clockTimeOf(branches.at, lang) })}</p>}
      </header>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      {branches === null ? <p role="status">{t('loading')}</p> : <WallTotals branches={found} />}
      <ul class="wall-branches" ref={place}>
        {shown.map((branch) => (
          <WallBranch key={branch.id} branch={branch} />
        ))}
      </ul>
      {found.length > shown.length && (
        <p class="wall-more">{w('branches.wallMore', { count: found.length - shown.length })}</p>
      )}
    </main>
  );
}

function WallTotals({ branches }: { readonly branches: readonly BranchView[] }): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const sum = (value: (branch: BranchView) => number): string =>
    number(
      branches.reduce((total, branch) => total + value(branch), 0),
      lang,
    );
  const longest = Math.max(0, ...branches.map(({ longest_wait }) => longest_wait));
  const totals = [
    [t('today.waiting'), sum(({ waiting }) => waiting)],
    [w('branches.longest'), longest === 0 ? '–' : durationWords(longest, lang)],
    [
      w('branches.serving'),
      w('branches.of', { serving: sum(({ serving }) => serving), desks: sum(({ desks }) => desks) }),
    ],
    [t('nav.alarms'), sum(({ alarms }) => alarms)],
  ];
  return (
    <dl class="wall-totals">
      {totals.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function WallBranch({ branch }: { readonly branch: BranchView }): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const { name, state, waiting, longest_wait, serving, desks, alarms } = branch;
  return (
    <li class="wall-branch" data-state={state}>
      <h2 dir="auto">{name}</h2>
      <p class="wall-states">
        <Badge kind={BRANCH_BADGES[state]}>{w(`branches.state.${state}`)}</Badge>
        {alarms > 0 && (
          <Badge kind="fault">
            {t('nav.alarms')}: {number(alarms, lang)}
          </Badge>
        )}
      </p>
      <dl>
        <div>
          <dt>{t('today.waiting')}</dt>
          <dd>{number(waiting, lang)}</dd>
        </div>
        <div>
          <dt>{w('branches.longest')}</dt>
          <dd>{waiting === 0 ? '–' : durationWords(longest_wait, lang)}</dd>
        </div>
        <div>
          <dt>{w('branches.serving')}</dt>
          <dd>{w('branches.of', { serving, desks })}</dd>
        </div>
      </dl>
    </li>
  );
}

/** Size of a card in its font size, as in the style sheet. */
const CARD = { width: 17, height: 8.5, gap: 0.75 } as const;
const NARROW_PX = 640;

/** Number of cards that fit into a list without scrolling; all of them on a narrow screen. */
export function cardsIn(width: number, height: number, fontPx: number): number {
  if (width < NARROW_PX) return Number.POSITIVE_INFINITY;
  const along = (room: number, size: number): number =>
    Math.max(1, Math.floor((room / fontPx + CARD.gap) / (size + CARD.gap)));
  return along(width, CARD.width) * along(height, CARD.height);
}

function useRoom(): { readonly place: { current: HTMLUListElement | null }; readonly most: number } {
  const place = useRef<HTMLUListElement>(null);
  const [most, setMost] = useState(12);
  useLayoutEffect(() => {
    const list = place.current;
    if (list === null) return;
    const measure = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setMost(cardsIn(width, height, Number.parseFloat(getComputedStyle(list).fontSize) || 16));
    });
    measure.observe(list);
    return () => measure.disconnect();
  }, []);
  return { place, most };
}

/** Leaves on Escape, which ends the full screen as well. */
function useLeaving(leave: () => void): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') leave();
    };
    const screen = (): void => {
      if (document.fullscreenElement === null) leave();
    };
    document.addEventListener('keydown', keys);
    document.addEventListener('fullscreenchange', screen);
    return () => {
      document.removeEventListener('keydown', keys);
      document.removeEventListener('fullscreenchange', screen);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);
}

/** Keeps the screen on while the view is visible, where the browser can. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isGone = false;
    const keep = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      const held = await navigator.wakeLock.request('screen').catch(() => null);
      if (isGone) void held?.release();
      else lock = held;
    };
    const visible = (): void => void keep();
    void keep();
    document.addEventListener('visibilitychange', visible);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', visible);
      void lock?.release();
    };
  }, []);
}
