/**
 * Trust in a private certificate authority, for all connections of this process.
 *
 * Node has `NODE_EXTRA_CA_CERTS` for that. The installed window ignores such variables, because they could load other
 * code.
 */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fail, ok, type Result } from '../../lib/result.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).serialNumber !== '';
  } catch {
    return false;
  }
}

/**
 * Adds the certificates of a file to the trusted ones. An error is one line.
 * @param file PEM with one or more certificates
 */
export async function trustAuthority(file: string): Promise<Result<void, string>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return fail(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate)) return fail('is not a certificate in PEM form');
  setDefaultCACertificates([...getCACertificates('default'), ...certificates]);
  return ok(undefined);
}
