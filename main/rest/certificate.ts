/**
 * TLS certificate of the server, reloaded when its files change.
 *
 * Reloading picks up renewed certificates without a restart.
 */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import type { ClockAndLog } from '../lib/context.ts';
import { startRecurringJob } from '../lib/jobs/recurring-job.ts';

/** PEM: certificate chain and key; updated after a renewal. */
export interface CertificateText {
  readonly cert: string;
  readonly key: string;
}

export interface Certificate extends CertificateText {
  /** Watches the files. Returns the function that stops it. */
  keepFresh(server: Pick<Server, 'setSecureContext'>): () => void;
}

export interface CertificateOptions extends ClockAndLog {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Cipher suites with forward secrecy and authenticated encryption, strongest first. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** TLS options: this certificate, TLS 1.2 or newer, strong ciphers only. */
export function secureOptions({ cert, key }: CertificateText): SecureContextOptions {
  return { cert, key, minVersion: 'TLSv1.2', ciphers: CIPHERS };
}

const LOOK_EVERY_MS = 10_000;
const ENDS_SOON_MS = 14 * 24 * 3600 * 1000;

/** Throws a one-line error that names the wrong file and the reason. */
export async function openCertificate(options: CertificateOptions): Promise<Certificate> {
  const { clock, log } = options;
  let current = await readPair(options);
  tellEnd(current, options);
  /** The last rejected state, so that it is logged once. */
  let refused = '';

  async function look(server: Pick<Server, 'setSecureContext'>): Promise<void> {
    let fresh: CertificateText;
    try {
      fresh = await readPair(options);
      if (fresh.cert === current.cert && fresh.key === current.key) {
        refused = '';
        return;
      }
      server.setSecureContext(secureOptions(fresh));
    } catch (error) {
      const { message } = error as Error;
      if (message !== refused) log.error('tls.reload-failed', { error: message });
      refused = message;
      return;
    }
    refused = '';
    current = fresh;
    log.info('tls.renewed', { until: endOf(fresh).toISOString() });
    tellEnd(fresh, options);
  }

  return {
    get cert() {
      return current.cert;
    },
    get key() {
      return current.key;
    },
    keepFresh(server) {
      const job = startRecurringJob({
        clock,
        periodMs: LOOK_EVERY_MS,
        run: () => look(server),
        onError: (detail) => log.error('tls.reload-failed', { error: detail }),
      });
      return () => void job.close();
    },
  };
}

async function readPair({ certFile, keyFile }: CertificateOptions): Promise<CertificateText> {
  const [cert, key] = await Promise.all([read(certFile, '--tls-cert'), read(keyFile, '--tls-key')]);
  try {
    // Also checks that certificate and key match.
    createSecureContext(secureOptions({ cert, key }));
  } catch (error) {
    throw new Error(`--tls-cert ${certFile} and --tls-key ${keyFile}: ${reason(error)}`);
  }
  return { cert, key };
}

async function read(file: string, flag: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`${flag} ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
}

function reason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return 'the key does not belong to the certificate';
  return `not a certificate and key in PEM format, or the key has a password (${code ?? (error as Error).message})`;
}

function endOf({ cert }: CertificateText): Date {
  return new Date(new X509Certificate(cert).validTo);
}

function tellEnd(pair: CertificateText, { clock, log, certFile }: CertificateOptions): void {
  const until = endOf(pair);
  if (until.getTime() - clock.now() > ENDS_SOON_MS) return;
  log.warn('tls.expiring', { file: certFile, until: until.toISOString() });
}
