/** A real local mail server with scripted behaviour. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Raw message: headers, an empty line, the body. */
  readonly source: string;
  readonly secure: boolean;
  readonly user: string;
}

/** Behaviour for the next mails in order; afterwards mails are accepted. */
export type MailBehaviour = 'take' | 'later' | 'never' | 'reset' | 'hang';

export interface MailServerOptions {
  /** TLS from the start. */
  readonly secure?: boolean;
  /** Whether STARTTLS is offered. */
  readonly starttls?: boolean;
  /** Requires this login. */
  readonly login?: { readonly user: string; readonly password: string };
}

export interface PlayedMailServer {
  readonly port: number;
  /** Certificate of the authority that signed the server's certificate. */
  readonly authority: string;
  readonly taken: TakenMail[];
  /** Number of started mails, whatever their outcome. */
  readonly tries: number;
  readonly next: MailBehaviour[];
  close(): Promise<void>;
}

let made: { readonly key: string; readonly cert: string } | null = null;

/** For `localhost` and 127.0.0.1; created once, because it is slow. */
function certificate(): { readonly key: string; readonly cert: string } {
  if (made !== null) return made;
  const folder = mkdtempSync(join(tmpdir(), 'mail-server-'));
  try {
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', [...args, ...names, '-keyout', 'key.pem', '-out', 'cert.pem'], {
      cwd: folder,
      stdio: 'pipe',
    });
    made = { key: readFileSync(join(folder, 'key.pem'), 'utf8'), cert: readFileSync(join(folder, 'cert.pem'), 'utf8') };
    return made;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function openMailServer(options: MailServerOptions = {}): Promise<PlayedMailServer> {
  const { secure = false, starttls = true, login } = options;
  const { key, cert } = certificate();
  const taken: TakenMail[] = [];
  const next: MailBehaviour[] = [];
  const sockets = new Set<Socket>();
  let tries = 0;
  const failure = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    key,
    cert,
    secure,
    authOptional: login === undefined,
    disabledCommands: [...(starttls ? [] : ['STARTTLS']), ...(login === undefined ? ['AUTH'] : [])],
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(failure(535, `5.7.8 No such login for <${username}@pontalva.example>`));
    },
    onData(stream, session, done) {
      tries += 1;
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const how = next.shift() ?? 'take';
        if (how === 'later') return done(failure(451, '4.7.1 Greylisted, come back'));
        if (how === 'never') return done(failure(554, '5.7.1 Not wanted here'));
        if (how === 'reset') for (const socket of sockets) socket.resetAndDestroy();
        if (how === 'reset' || how === 'hang') return;
        taken.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(pieces).toString('utf8'),
          secure: session.secure,
          user: String(session.user ?? ''),
        });
        done(null, 'Taken');
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    authority: cert,
    taken,
    get tries() {
      return tries;
    },
    next,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
