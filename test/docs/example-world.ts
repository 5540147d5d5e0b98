/** The server at which the examples of the description are recorded: the demo site, with mail, webhooks and pictures. */
import { readFile } from 'node:fs/promises';
import { writeReport } from '../../main/app/report-thread/report-thread.ts';
import { createDrawPaper } from '../../main/kiosk/host/ticket-preview.ts';
import { silentLog } from '../../main/lib/context.ts';
import { createPost } from '../../main/mail/service/enqueue-mail.ts';
import { startLimitKeeper } from '../../main/queue-alerts/service/alert-monitor.ts';
import { createLimitMails } from '../../main/queue-alerts/service/limit-mail.ts';
import { openMailServer } from '../helpers/mail-server.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { Receiver } from '../helpers/receiver.ts';
import { openTown, type Town } from '../helpers/town.ts';

const DEMO_SITE = new URL('../../assets/demo/site.json', import.meta.url);

export interface ExampleWorld {
  readonly town: Town;
  readonly close: () => Promise<void>;
}

export async function openExampleWorld(): Promise<ExampleWorld> {
  const mail = await openMailServer({});
  const receiver = await new Receiver().open();
  const demo = JSON.parse(await readFile(DEMO_SITE, 'utf8'));
  const town = await openTown({
    at: '2026-11-20T10:00:00Z',
    webhooks: true,
    mail: { random: () => 1, transport: { authorities: mail.authority, silenceMs: 60_000 } },
    drawPaper: createDrawPaper({ log: silentLog }),
    writeReport,
    hasher: quickHasher(),
    site: {
      ...demo,
      settings: {
        ...demo.settings,
        api_authentication: false,
        public_url: 'https://queue.example.org',
        webhook_networks: ['127.0.0.0/8'],
        mail_server: '127.0.0.1',
        mail_port: mail.port,
        mail_from: 'Town hall <queue@example.org>',
      },
      webhooks: [
        { id: 'messages', name: 'Messages to phones', url: receiver.url, secret: 'a secret of an example site' },
      ],
      report_keys: [{ id: 'statistics', name: 'Statistics' }],
      users: [
        ...demo.users.map((user: { id: string }) =>
          user.id === 'counter2' ? { ...user, email: 'counter2@example.org' } : user,
        ),
        { id: 'admin', username: 'admin', roles: ['admin_site'], password: 'correct horse battery' },
      ],
    },
  });
  const { store, site, clock } = town;
  const post = createPost({ store, site, clock, wake: () => {} });
  const limits = startLimitKeeper({
    store,
    site,
    clock,
    log: silentLog,
    mails: createLimitMails({ site, post, log: silentLog }),
    wake: () => {},
  });
  return {
    town,
    async close() {
      await limits.close();
      await town.close();
      await receiver.close();
      await mail.close();
    },
  };
}
