/**
 * `npm run demo`: a server of its own over the demo site, and mornings that are played on it through the interface, in
 * accelerated time, so that all pages can be watched live. Ends on SIGINT or SIGTERM and leaves nothing behind.
 */
import { setTimeout as after } from 'node:timers/promises';
import { programVersion } from '../main/app/version.ts';
import { helpText } from '../main/lib/settings/program-help.ts';
import { DEMO_HELP, type Flags, readFlags } from './flags.ts';
import { type Story, storyOf } from './narration.ts';
import { openPages } from './open-pages.ts';
import { startServer } from './server.ts';
import { LOCATION, planMorning } from './simulation/plan.ts';
import { playMorning } from './simulation/play.ts';
import { restStage } from './simulation/rest-stage.ts';
import { type MorningSite, morningSite } from './simulation/site.ts';
import { openHall } from './simulation/waiting-room.ts';

const MINUTE_MS = 60_000;
/** Between two mornings, in minutes of the morning. */
const BREAK_MINUTES = 5;
/** At this speed calls come every few seconds: each has the display for as long. */
const CALL_SECONDS = 3;

/** From the end of a process to our hearing of it, at most. */
const NOTICE_MS = 500;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function toldToStop(): AbortSignal {
  const told = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => told.abort());
  process.once('disconnect', () => told.abort());
  return told.signal;
}

function clockOf(site: MorningSite): () => string {
  const timeZone = site.locations.find(({ id }) => id === LOCATION)?.timezone ?? 'UTC';
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  return () => format.format(new Date());
}

async function oneMorning(address: string, flags: Flags, run: number, story: Story, stop: AbortSignal): Promise<void> {
  const plan = planMorning(flags.seed + run);
  const hall = openHall(plan);
  const stage = restStage(address, plan.clerks, run);
  const started = performance.now();
  const until = async (minute: number): Promise<void> => {
    const waitMs = started + (minute * MINUTE_MS) / flags.speed - performance.now();
    await after(Math.max(0, waitMs), undefined, { signal: stop });
  };
  const perform: typeof stage.perform = async (deed) => {
    const outcome = await stage.perform(deed);
    const line = story.line(deed, outcome, outcome === null ? null : stage.pageOf(outcome));
    if (line !== null) say(line);
    return outcome;
  };
  for await (const _ of playMorning(hall, { until, perform })) {
    stop.throwIfAborted();
    // Whoever watches may take part.
    hall.reconcile(await stage.waiting());
  }
  say(story.closing(hall.people()));
}

async function demo(flags: Flags, stop: AbortSignal): Promise<void> {
  const site = await morningSite(new Date(), { display: { call_seconds: CALL_SECONDS } });
  const story = storyOf(site, clockOf(site));
  const server = await startServer(flags.port, site, stop);
  const lost = new AbortController();
  void server.ended.then(() => lost.abort());
  const over = AbortSignal.any([stop, lost.signal]);
  try {
    say(story.opening(server.address, flags.speed));
    if (flags.watch && !(await openPages(story.pages(server.address)))) {
      say('No browser could be opened. Open the addresses above.');
    }
    for (let run = 0; run === 0 || !flags.once; run += 1) {
      await oneMorning(server.address, flags, run, story, over);
      if (!flags.once) await after((BREAK_MINUTES * MINUTE_MS) / flags.speed, undefined, { signal: over });
    }
  } catch (error) {
    // A request may notice it before we hear of it.
    if (!stop.aborted) await Promise.race([server.ended, after(NOTICE_MS)]);
    throw lost.signal.aborted ? new Error('The server exited unexpectedly.') : error;
  } finally {
    await server.close();
  }
}

const flags = readFlags(process.argv.slice(2));
if (flags === 'help' || flags === 'version') {
  process.stdout.write(flags === 'help' ? helpText(DEMO_HELP, programVersion()) : `${programVersion()}\n`);
} else if ('fault' in flags) {
  process.stderr.write(`${flags.fault}\n`);
  process.exitCode = 2;
} else {
  const stop = toldToStop();
  try {
    await demo(flags, stop);
  } catch (error) {
    if (!stop.aborted) {
      process.stderr.write(`${(error as Error).message}\n`);
      process.exitCode = 1;
    }
  }
  // The channel to whoever started us would keep us.
  if (process.connected) process.disconnect();
}
