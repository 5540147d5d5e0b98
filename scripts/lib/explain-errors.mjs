// Advice for errors of machines and networks that npm, Node and build tools report.

const FAULTS = [
  [
    /Cannot find (module|package) .*node_modules|Cannot find (package|native binding)|ERR_MODULE_NOT_FOUND.*node_modules/,
    'packages are incomplete; delete the folder node_modules and start again',
  ],
  [/\bENOSPC\b|no space left on device/i, 'the disk is full; free space and start again'],
  [/\bEDQUOT\b/, 'your disk quota is exceeded; free space and start again'],
  [/\bEROFS\b/, 'the folder of the program is read-only; copy it to a writable folder'],
  [
    /\bEACCES\b|\bEPERM\b/,
    (text) => `${pathIn(text)} is not writable for this user; change its owner, or copy the folder of the program`,
  ],
  [
    /\bEINTEGRITY\b|did not match expected checksum/i,
    'checksum mismatch: the download differs from package-lock.json; check your proxy or mirror',
  ],
  [
    /\b(ENOTFOUND|EAI_AGAIN)\b/,
    (_text, { from, settings }) =>
      `${from} was not found (DNS); connect this machine to the internet once, or set a mirror or proxy in ${settings}`,
  ],
  [
    /\b(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ECONNECTIONTIMEOUT|UND_ERR_\w*TIMEOUT|FETCH_ERROR)\b/,
    (_text, { from, settings }) =>
      `${from} does not respond; connect this machine to the internet once, or set a mirror or proxy in ${settings}`,
  ],
  [
    /\b(CERT_\w+|SELF_SIGNED_CERT\w*|UNABLE_TO_\w+CERT\w*|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS\w*)\b/,
    (_text, { from }) =>
      `the certificate of ${from} is not trusted; set your certificate authority in npm’s setting cafile and in NODE_EXTRA_CA_CERTS`,
  ],
  [
    /\bE(401|403)\b|\bResponse code (401|403|407)\b/,
    (_text, { from, settings }) => `${from} denies access to this machine; see ${settings}`,
  ],
  [
    /\bE404\b|\bResponse code 404\b/,
    (_text, { from, settings }) => `${from} does not have a locked version; see ${settings}`,
  ],
];

function pathIn(text) {
  const path =
    /npm (?:ERR!|error) path (.+)/.exec(text)?.[1] ?? /, \w+ '([^']+)'/.exec(text)?.[1] ?? 'a folder of the program';
  return path.trim();
}

/** The package registry, and the settings that change it. */
const REGISTRY = { from: 'the registry', settings: 'npm’s settings (registry, https-proxy)' };

/** One line that explains the error; null for an unknown one. */
export function whatToDo(text, source = REGISTRY) {
  for (const [sign, advice] of FAULTS) {
    if (sign.test(text)) return typeof advice === 'string' ? advice : advice(text, source);
  }
  return null;
}
