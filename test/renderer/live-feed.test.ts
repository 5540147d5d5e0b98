/** The feed of a page over the real server. In the page, and for the server's signs of life, time runs faster. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventMessage } from '../../main/events/contract/events.ts';
import {
  type FeedPlace,
  type LiveFeed,
  type LiveFeedOptions,
  type LiveSnapshot,
  openLiveFeed,
  type PlaceEvent,
} from '../../renderer/shared/live-feed.ts';
import { listen } from '../helpers/listener.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

const FASTER = 10;
const TURN_MS = 20;
const SOON = { timeout: 30_000, interval: 5 };
/** Another name for this machine, as pages elsewhere have; the site allows it. */
const ELSEWHERE = '0.0.0.0';

let town: LockedTown;
let turning: ReturnType<typeof setInterval>;
let feeds: LiveFeed[];

async function openHall(authentication: boolean): Promise<void> {
  const site = lockedSite();
  const settings = { api_authentication: authentication, allowed_hosts: [ELSEWHERE] };
  town = await openLockedTown({ site: { ...site, settings } });
  turning = setInterval(() => town.clock.advance(TURN_MS * FASTER), TURN_MS);
}

beforeEach(async () => {
  feeds = [];
  await openHall(false);
});
afterEach(async () => {
  clearInterval(turning);
  for (const feed of feeds) feed.close();
  await town.close();
});

interface Page {
  readonly feed: LiveFeed;
  readonly told: { readonly snapshot: LiveSnapshot; readonly message: EventMessage | null }[];
  /** The first that is so from now on, or the present one. */
  until(isIt: (snapshot: LiveSnapshot) => boolean): Promise<LiveSnapshot>;
  happens(event: PlaceEvent): void;
  sleep(ms: number): void;
  hide(hidden: boolean): void;
}

class TestPlace implements FeedPlace {
  href: string;
  WebSocket = WebSocket;
  readonly fetch = fetch;
  readonly events = new EventTarget();
  skipped = 0;
  /** Where the clock of the page stands still, and its timers with it; null while it runs. */
  stoppedAt: number | null = null;
  visible = true;

  constructor(href: string) {
    this.href = href;
  }

  now(): number {
    return this.stoppedAt ?? Date.now() * FASTER + this.skipped;
  }
  isVisible(): boolean {
    return this.visible;
  }
  setTimeout(callback: () => void, ms: number): unknown {
    return setTimeout(() => this.stoppedAt ?? callback(), ms / FASTER);
  }
  clearTimeout(timer: unknown): void {
    clearTimeout(timer as ReturnType<typeof setTimeout>);
  }
  random(): number {
    return 0;
  }
  on(event: PlaceEvent, listener: () => void): () => void {
    this.events.addEventListener(event, listener);
    return () => this.events.removeEventListener(event, listener);
  }
}

function openPage(options: Partial<LiveFeedOptions> = {}, place = new TestPlace(`${town.address}/display/`)): Page {
  const feed = openLiveFeed({ location: 'hall', ...options }, place);
  feeds.push(feed);
  const told: Page['told'] = [];
  feed.subscribe((snapshot, message) => told.push({ snapshot, message }));
  return {
    feed,
    told,
    until: (isIt) =>
      new Promise((resolve) => {
        let stop = (): void => {};
        let done = false;
        stop = feed.subscribe((snapshot) => {
          if (done || !isIt(snapshot)) return;
          done = true;
          queueMicrotask(() => stop());
          resolve(snapshot);
        });
      }),
    happens: (event) => void place.events.dispatchEvent(new Event(event)),
    sleep(ms) {
      place.skipped += ms;
    },
    hide(hidden) {
      place.visible = !hidden;
    },
  };
}

const isLive = ({ status }: LiveSnapshot): boolean => status === 'live';
const isStale = ({ status }: LiveSnapshot): boolean => status === 'stale';
const waits =
  (count: number) =>
  ({ state }: LiveSnapshot): boolean =>
    state?.services.some(({ service_id, waiting }) => service_id === 'passports' && waiting === count) === true;
const messagesOf = (page: Page): string[] => page.told.flatMap(({ message }) => message?.type ?? []);

describe('a page', () => {
  it('is live with the state, and follows what happens', async () => {
    const page = openPage();
    expect(page.feed.current()).toMatchObject({ status: 'stale', state: null });
    await page.until(isLive);
    await town.createTicket('Passports');
    await page.until(waits(1));
    await town.callNext('Desk 1');
    const called = await page.until(({ state }) => state?.calls.length === 1);
    expect(called.state?.calls[0]).toMatchObject({ label: 'A001', desk_name: 'Desk 1' });
    expect(messagesOf(page)).toEqual(expect.arrayContaining(['state', 'ticket.created', 'ticket.called']));
  });

  it('knows what time it is at the server', async () => {
    const page = openPage();
    const { clockOffsetMs } = await page.until((snapshot) => snapshot.clockOffsetMs !== 0);
    const believed = Date.now() * FASTER + clockOffsetMs;
    expect(Math.abs(believed - town.clock.now())).toBeLessThan(60_000);
  });
});

describe('what the page shows may be old', () => {
  it('after sleep: it says so, and fetches what it missed', async () => {
    const page = openPage();
    await page.until(isLive);
    page.sleep(3_600_000);
    await page.until(isStale);
    await town.createTicket('Passports');
    await page.until((snapshot) => isLive(snapshot) && waits(1)(snapshot));
    expect(messagesOf(page).filter((type) => type === 'state')).toHaveLength(1);
    const created = page.told.find(({ message }) => message?.type === 'ticket.created');
    expect(created).toBeDefined();
  });

  it('when the network goes: at once, and it is live again when that is back', async () => {
    const place = new TestPlace(town.address.replace('127.0.0.1', ELSEWHERE));
    const page = openPage({}, place);
    await page.until(isLive);
    page.happens('offline');
    expect(page.feed.current().status).toBe('stale');
    page.happens('online');
    await page.until(isLive);
  });

  it('but not when a machine without any network serves itself', async () => {
    const place = new TestPlace(`${town.address}/display/`);
    const page = openPage({}, place);
    await page.until(isLive);
    // A busy machine is silent now and then, which is another reason to be stale.
    place.stoppedAt = place.now();
    page.happens('offline');
    await town.createTicket('Passports');
    await page.until(waits(1));
    expect(page.told.slice(1).map(({ snapshot }) => snapshot.status)).not.toContain('stale');
  });

  it('when the server is silent', async () => {
    const page = openPage();
    await page.until(isLive);
    clearInterval(turning);
    await page.until(isStale);
  });

  it('when it comes to be seen again after a long time', async () => {
    const page = openPage();
    await page.until(isLive);
    page.hide(true);
    page.sleep(600_000);
    page.hide(false);
    page.happens('visibilitychange');
    expect(page.feed.current().status).toBe('stale');
    await page.until(isLive);
  });

  it('when the server goes, until it is there again', async () => {
    const page = openPage();
    await page.until(isLive);
    const { port } = new URL(town.address);
    clearInterval(turning);
    await town.close();
    expect((await page.until(isStale)).state).not.toBeNull();
    await openHall(false);
    await town.createTicket('Passports');
    const proxy = await import('node:net').then(({ createServer, connect }) =>
      createServer((from) => {
        const to = connect(Number(new URL(town.address).port), '127.0.0.1');
        from.pipe(to).pipe(from);
        for (const end of [from, to]) end.on('error', () => end.destroy());
      }).listen(Number(port), '127.0.0.1'),
    );
    try {
      await page.until((snapshot) => isLive(snapshot) && waits(1)(snapshot));
    } finally {
      page.feed.close();
      proxy.close();
    }
  });

  it('when a message was lost: it asks for everything', async () => {
    const place = new TestPlace(`${town.address}/display/`);
    let lose = true;
    place.WebSocket = class extends WebSocket {
      override addEventListener(...[type, listener]: Parameters<WebSocket['addEventListener']>): void {
        super.addEventListener(type, (event) => {
          const isCreated = event instanceof MessageEvent && String(event.data).includes('ticket.created');
          if (isCreated && lose) lose = false;
          else if (typeof listener === 'function') listener.call(this, event);
        });
      }
    } as typeof WebSocket;
    const page = openPage({}, place);
    await page.until(isLive);
    await town.createTicket('Passports');
    await page.until(waits(1));
    expect(lose).toBe(false);
    expect(messagesOf(page)).toEqual(['state', 'state']);
  });
});

describe('a page with a key', () => {
  beforeEach(async () => {
    clearInterval(turning);
    await town.close();
    await openHall(true);
  });

  it('learns why it is not let in, and comes in with another key', async () => {
    let key = 'rubbish';
    const page = openPage({ key: () => key });
    expect(await page.until(({ refusal }) => refusal !== null)).toMatchObject({
      status: 'stale',
      refusal: { errno: 102, error: 'The authorization key is not valid.' },
    });
    key = await town.keyOf('ana');
    page.feed.retry();
    expect((await page.until(isLive)).refusal).toBeNull();
  });

  it('learns that its key has ended', async () => {
    const key = await town.keyOf('ana');
    const page = openPage({ key: () => key });
    await page.until(isLive);
    await town.auth.revokeUser('ana');
    expect(await page.until(({ refusal }) => refusal !== null)).toMatchObject({
      status: 'stale',
      refusal: { errno: 102 },
    });
  });

  it('says how its device is, and again after each connection', async () => {
    let key = await town.deviceKey('kiosk-1');
    const page = openPage({ key: () => key });
    page.feed.report({ screen: 'idle' });
    page.feed.report({ printer: 'low' });
    const office = await listen(town.address, 'hall', { key: await town.keyOf('chief') });
    const isTold = (after: number) => (message: EventMessage) =>
      message.seq > after &&
      (message.type === 'state'
        ? message.state.devices
        : message.type === 'device.changed'
          ? message.devices
          : []
      ).some(
        ({ device_id, status }) => device_id === 'kiosk-1' && status.screen === 'idle' && status.printer === 'low',
      );
    const { seq } = await office.until(isTold(0));
    await page.until(isLive);
    await town.auth.revokeDevice('kiosk-1');
    await office.until(
      (message) => message.type === 'device.changed' && message.devices.some(({ connected }) => !connected),
    );
    key = await town.deviceKey('kiosk-1');
    page.feed.retry();
    await office.until(isTold(seq));
    await office.close();
  });

  it('says at every second sign of life that it runs, also while it is hidden and its timers come late', async () => {
    const words: string[] = [];
    /** Signs of life that had come when it said so. */
    const at: number[] = [];
    let signs = 0;
    class Heard extends WebSocket {
      constructor(...how: ConstructorParameters<typeof WebSocket>) {
        super(...how);
        // Before anybody else hears it.
        this.addEventListener('message', ({ data }) => {
          if ((JSON.parse(String(data)) as EventMessage).type === 'alive') signs += 1;
        });
      }
      override send(text: string): void {
        words.push(text);
        at.push(signs);
        super.send(text);
      }
    }
    const place = new TestPlace(`${town.address}/display/`);
    place.WebSocket = Heard;
    const key = await town.deviceKey('kiosk-1');
    const page = openPage({ key: () => key }, place);
    page.feed.report({ screen: 'idle' });
    await page.until(isLive);
    page.hide(true);
    place.stoppedAt = place.now();
    await expect.poll(() => signs, SOON).toBeGreaterThan(6);
    const runs = '{"type":"device.status","status":{}}';
    expect(words.slice(1, 4)).toEqual([runs, runs, runs]);
    expect(at.slice(1, 4)).toEqual([1, 3, 5]);
  });

  it('sends no status without a device', async () => {
    const words: string[] = [];
    class Heard extends WebSocket {
      override send(text: string): void {
        words.push(text);
      }
    }
    const place = new TestPlace(`${town.address}/admin/`);
    place.WebSocket = Heard;
    const key = await town.keyOf('chief');
    const page = openPage({ key: () => key }, place);
    await page.until(isLive);
    const before = town.clock.now();
    await expect.poll(() => town.clock.now() - before, SOON).toBeGreaterThan(10_000);
    expect([words, page.feed.current().status]).toEqual([[], 'live']);
  });
});
