/** Log events of requests, access and certificates. */
import { error, info, warn } from '../event.ts';

export const ACCESS_EVENTS = {
  'http.request-completed': info(
    ['request', 'trace?', 'operation', 'status', 'caller', 'ms'],
    'Request {request} ({operation}) completed with status {status} in {ms} ms.',
  ),
  'http.request-slow': warn(
    ['request', 'trace?', 'operation', 'status', 'caller', 'ms'],
    'Request {request} ({operation}) took {ms} ms.',
  ),
  'http.unexpected-error': error(
    ['request', 'trace?', 'route?', 'error?'],
    'An unexpected error occurred in request {request}[ to {route}][: {error}].',
  ),
  'http.errors-suppressed': error(['count'], 'The log leaves out {count} more unexpected errors of the last minute.'),
  'http.connections-rejected': warn(
    ['count'],
    'The server rejected {count} connections, because their address has too many open ones.',
  ),
  'http.connections-dropped': warn(
    ['count'],
    'The server dropped {count} connections at shutdown, because they did not close in time.',
  ),
  'http.host-rejected': warn(['host'], 'The server rejected requests for host {host}, which is not allowed.'),
  'http.origin-rejected': warn(
    ['origin'],
    'The server rejected requests of pages from {origin}, which is not an allowed origin.',
  ),
  'http.exposed': info(['address'], 'Other machines can reach the server at {address}; it requires sign-in.'),
  'http.exposed-without-authentication': warn(
    ['address'],
    'Other machines can reach the server at {address}, and it requires no sign-in.',
  ),
  'http.tls-disabled': warn(
    ['address'],
    'The server at {address} uses no TLS, so passwords and keys can be read on the network. Set --tls-cert or use a proxy: see docs/admin/reverse-proxy-tls.md.',
  ),
  'auth.login-succeeded': info(['user', 'address'], 'User {user} signed in from {address}.'),
  'auth.login-failed': warn(
    ['errno', 'operation', 'caller', 'address'],
    'A sign-in from {address} failed with error {errno}.',
  ),
  'auth.denied': warn(
    ['errno', 'operation', 'caller', 'address'],
    'Access to {operation} from {address} was denied with error {errno}.',
  ),
  'auth.denials-suppressed': warn(['count'], 'The log leaves out {count} more denials of the last minute.'),
  'auth.report-key-use-write-failed': warn([], 'The last use of a report key could not be stored.'),
  'config.secret-in-arguments': warn(
    ['flag', 'variable'],
    'All users of this machine can read the value of {flag} in the process list. Set {variable} instead.',
  ),
  'data-dir.permissions-fixed': warn(
    ['folder', 'files'],
    'Other users had access to files in {folder}; their permissions were fixed.',
  ),
  'signing-key.replaced': warn(
    ['file', 'what'],
    'The key in {file} was corrupt and was replaced. No longer valid: {what}.',
  ),
  'tls.renewed': info(['until'], 'A renewed TLS certificate is in use; it is valid until {until}.'),
  'tls.reload-failed': error(
    ['error'],
    'The renewed TLS certificate cannot be used, so the previous one stays in use: {error}.',
  ),
  'tls.expiring': warn(['file', 'until'], 'The TLS certificate {file} expires at {until}.'),
  'tls.hostname-mismatch': warn(
    ['address'],
    'The TLS certificate has no name of this machine, so browsers warn at {address}. Let one of its names lead here, and make it public_url.',
  ),
  'audit.anchor-recorded': info(
    ['part', 'seq', 'hash'],
    'The newest entry of part {part} of the audit log is {seq} with hash {hash}.',
  ),
  'audit.anchor-failed': warn(['error'], 'The newest entries of the audit log could not be read: {error}.'),
  'read-log.write-failed': warn(
    ['count', 'error'],
    '{count} reads of personal data could not be recorded and are retried: {error}.',
  ),
  'read-log.recovered': info(['ms'], 'All reads of personal data are recorded again after {ms} ms.'),
  'read-log.entries-dropped': error(['count'], '{count} reads of personal data were not recorded and are lost.'),
} as const;
