/** Mail services of a server: outbox, settings and test mail. */
import type { ClockAndLog } from '../../lib/context.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { serverText } from '../../lib/server-texts.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import type { MailFault } from '../contract/mail.ts';
import { isMailAddress } from '../rules/mail-address.ts';
import { createPost, type MailQueue, NO_MAIL_SERVER } from './enqueue-mail.ts';
import { type MailServerDeps, SILENCE_MS, sendMail } from './mail-server.ts';
import { startOutbox } from './outbox.ts';

export interface MailTried {
  readonly fault: MailFault;
  readonly said: string;
  readonly durationMs: number;
}

export interface MailService {
  readonly post: MailQueue;
  /**
   * Sends a test mail immediately, without the outbox, with the current settings. 7 without a mail server, 5 for an
   * invalid address.
   */
  tryOut(to: string, language: string): Promise<Result<MailTried, Refusal>>;
  close(): Promise<void>;
}

export interface MailServiceDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly random?: () => number;
  readonly transport?: Pick<MailServerDeps, 'authorities' | 'silenceMs' | 'deadlineMs' | 'morePorts'>;
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export function startMail(deps: MailServiceDeps): MailService {
  const { site, clock, transport = {} } = deps;
  const outbox = startOutbox(deps);
  const closing = new AbortController();
  return {
    post: createPost({ ...deps, wake: outbox.wake }),
    async tryOut(to, language) {
      if (!isMailAddress(to)) return refuse(ERRNO.invalidParameters, 'address');
      const { settings } = site.current();
      const server = { ...transport, settings, password: site.credentials.mailPassword(settings) };
      const content = {
        to,
        subject: serverText(language, 'mail', 'testSubject'),
        text: serverText(language, 'mail', 'testText'),
        attachments: [],
      };
      const startedAt = clock.now();
      // Starts with the attempt, so that a closed port and a silent one take equally long.
      const silence = AbortSignal.any([closing.signal, AbortSignal.timeout(transport.silenceMs ?? SILENCE_MS)]);
      const sent = await sendMail({ id: crypto.randomUUID(), createdAt: startedAt, content }, server, closing.signal);
      if (sent?.fault === 'connection') await ended(silence);
      return sent === null ? fail(NO_MAIL_SERVER) : ok({ ...sent, durationMs: clock.now() - startedAt });
    },
    close() {
      closing.abort();
      return outbox.close();
    },
  };
}
