/**
 * Day of an installed kiosk on each system: start, ticket, second screen, page crash, restart and end. The program
 * and its pages are real; Electron is simulated with the constraints of the system.
 */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DesktopProgram } from '../../main/kiosk/shells/electron/desktop.ts';
import { MAX_RELOADS } from '../../main/kiosk/shells/electron/page-recovery.ts';
import { SHOW_ANYWAY_MS } from '../../main/kiosk/shells/electron/show-window.ts';
import { pagesUrl } from '../../main/lib/assets.ts';
import { openHall } from '../helpers/display-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { priorityOption } from '../helpers/machine.ts';
import { chosenOf } from '../helpers/whole.ts';
import { builtProgram } from './built.ts';
import { type KioskOptions, noWords, type Started, start } from './kiosk.ts';
import { passesGuard } from './stand-in/arguments.ts';
import type { MannerName } from './stand-in/manner.ts';
import { preventable } from './stand-in/preventable.ts';
import type { BrowserWindowStandIn } from './stand-in/window.ts';

const SECOND = { id: 2, bounds: { x: 1080, y: 0, width: 1920, height: 1080 } };
const TURNED = { x: 1080, y: 0, width: 1080, height: 1920 };

/** Command line on each system, beginning with the program. */
const COMMANDS: Readonly<Record<MannerName, readonly string[]>> = {
  'Linux X11': [
    '/opt/Take a Number/take-a-number',
    '--second-screen',
    'display-1',
    '--printer',
    'tcp://192.0.2.7:9100',
  ],
  Wayland: ['/opt/Take a Number/take-a-number', '--second-screen', 'display-1', '--printer', 'tcp://192.0.2.7:9100'],
  Windows: [
    'C:\\Program Files\\Take a Number\\take-a-number.exe',
    '--second-screen=display-1',
    '--printer',
    'tcp://h:9100',
  ],
  macOS: ['/Applications/Take a Number.app/Contents/MacOS/Take a Number', '--second-screen', 'display-1'],
};

let browser: Browser;
const built = builtProgram();

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
});

const waitUntil = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 50 });

interface Kiosk extends Started {
  readonly window: BrowserWindowStandIn;
}

/** Starts the installed program, and follows a relaunch as the system would. */
async function startInstalled(program: DesktopProgram, options: KioskOptions & { manner: MannerName }): Promise<Kiosk> {
  const parts = { pagesDir: fileURLToPath(pagesUrl()), preload: built.preload };
  const started = await start(browser, parts, { ...options, start: async () => program });
  onTestFinished(() => started.close());
  const { app, windows } = started.desk;
  const [again] = app.relaunches;
  if (again !== undefined) {
    expect(app.startsAnew).toBe(true);
    const argv = [options.argv?.[0] ?? '', ...again.args];
    const manner = again.args.includes('--ozone-platform=x11') ? 'Linux X11' : options.manner;
    return startInstalled(program, { ...options, manner, argv });
  }
  const [window] = windows;
  if (window === undefined) throw new Error(`No window: ${started.system.said.join('; ')}`);
  await waitUntil(() => expect(window.visible).toBe(true));
  return { ...started, window };
}

const displayOf = ({ desk, window }: Kiosk): BrowserWindowStandIn | undefined =>
  desk.windows.find((each) => each !== window && !each.destroyed);

async function takeTicket({ window }: Kiosk, number: string): Promise<void> {
  const { page } = window.webContents;
  await page
    .getByRole('button', { name: /Passports/ })
    .first()
    .click();
  await priorityOption(page, 'No').click();
  await page.getByText(number).first().waitFor();
}

async function watchSecondScreen(kiosk: Kiosk): Promise<void> {
  const { desk, window } = kiosk;
  desk.screen.plugIn(SECOND);
  await waitUntil(() => expect(displayOf(kiosk)?.visible).toBe(true));
  const display = displayOf(kiosk);
  await display?.webContents.page.waitForSelector('[data-screen]');
  expect(display?.covers?.id).toBe(SECOND.id);
  expect(window.covers?.id).toBe(1);
  expect(desk.focused()).toBe(window);

  desk.screen.change(SECOND.id, TURNED);
  expect(display?.covers).toEqual({ id: SECOND.id, bounds: TURNED });
  expect(desk.windows.filter(({ destroyed }) => !destroyed)).toHaveLength(2);

  desk.screen.unplug(SECOND.id);
  expect(displayOf(kiosk)).toBeUndefined();
  expect(window.destroyed).toBe(false);
}

async function pageDies({ window, clock, log }: Kiosk): Promise<void> {
  await window.webContents.crash();
  await waitUntil(() => expect(log.events()).toContain('page.crashed'));
  clock.advance(1);
  await waitUntil(() => expect(window.webContents.isCrashed()).toBe(false));
  await window.webContents.page
    .getByRole('button', { name: /Passports|Done|OK/ })
    .first()
    .waitFor();
}

/** Crashes the page until the program relaunches. */
function pageDiesForGood({ window, clock }: Kiosk): void {
  for (let times = 1; times <= MAX_RELOADS; times++) {
    window.webContents.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 5 });
    if (times < MAX_RELOADS) clock.advance(1);
  }
}

/** Linux and Windows cover both ways to end the program; `systems.test.ts` covers the other differences. */
const manners = chosenOf(Object.keys(COMMANDS) as MannerName[], (name) => name === 'Linux X11' || name === 'Windows');

describe.each(manners)('a day of an installed kiosk: %s', (manner) => {
  it('starts, issues a ticket, uses a second screen, recovers from page crashes, relaunches and ends', async () => {
    const hall = await openHall({ secondScreen: 'display-1' });
    const { address, displayUrl } = hall.program;
    let ended = 0;
    const program: DesktopProgram = {
      address,
      displayUrl,
      host: () => hall.program.host(),
      recorded: (path) => hall.program.recorded(path),
      alive: () => hall.program.alive(),
      close: async () => void ended++,
    };
    const argv = COMMANDS[manner];
    if (manner === 'Windows') expect(passesGuard(argv)).toBe(true);
    const options = { manner, argv, secondScreen: true, env: { DISPLAY: ':0' } };

    const first = await startInstalled(program, options);
    expect(first.system.told).toEqual([`ready ${address}`]);
    expect(first.desk.focused()).toBe(first.window);
    await takeTicket(first, 'A042');
    await watchSecondScreen(first);
    await pageDies(first);
    expect(first.window.webContents.faults).toEqual([]);
    pageDiesForGood(first);
    expect(first.desk.app.relaunches).toHaveLength(1);
    expect(first.desk.app.startsAnew).toBe(true);
    expect(first.desk.app.exitCode).toBe(0);

    const second = await startInstalled(program, options);
    // The way to end the program there: by a signal, or by the end of its parent process.
    if (manner === 'Windows') second.system.emit('disconnect');
    else second.desk.app.signal();
    await waitUntil(() => expect(second.desk.app.exitCode).toBe(0));
    expect(ended).toBe(1);
    expect(second.log.lines).toContain(JSON.stringify({ event: 'app.stopped', clean: true }));
  });
});

describe('a kiosk with one screen under Wayland', () => {
  it('shows its window without a ready-to-show event, and issues a ticket', async () => {
    const hall = await openHall();
    const { address } = hall.program;
    const kiosk = await startInstalled(
      {
        address,
        displayUrl: null,
        host: () => hall.program.host(),
        recorded: noWords,
        alive: async () => {},
        close: async () => {},
      },
      { manner: 'Wayland' },
    );
    expect(kiosk.window.covers?.id).toBe(1);
    await takeTicket(kiosk, 'A042');
    kiosk.clock.advance(SHOW_ANYWAY_MS);
    expect(kiosk.desk.windows).toHaveLength(1);
  });
});
