// Faults of machines and networks, as npm, Node and build tools name them, in words that say what to do.

const FAULTS = [
  [
    /Cannot find (module|package) .*node_modules|Cannot find (package|native binding)|ERR_MODULE_NOT_FOUND.*node_modules/,
    'a part of the packages is missing; delete the folder node_modules and start again',
  ],
  [/\bENOSPC\b|no space left on device/i, 'the disk is full; make room and start again'],
  [/\bEDQUOT\b/, 'your share of the disk is used up; make room and start again'],
  [/\bEROFS\b/, 'the folder of the program can only be read; copy it to one that you can write to'],
  [
    /\bEACCES\b|\bEPERM\b/,
    (text) => `${pathIn(text)} cannot be written by this user; give it to them, or copy the folder of the program`,
  ],
  [
    /\bEINTEGRITY\b|did not match expected checksum/i,
    'what came is not what was locked; a proxy or a mirror may have changed it',
  ],
  [
    /\b(ENOTFOUND|EAI_AGAIN)\b/,
    (_text, { from, settings }) =>
      `${from} is not known by name here; connect this machine once, or name a mirror or a proxy in ${settings}`,
  ],
  [
    /\b(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ECONNECTIONTIMEOUT|UND_ERR_\w*TIMEOUT|FETCH_ERROR)\b/,
    (_text, { from, settings }) =>
      `${from} does not answer; connect this machine once, or name a mirror or a proxy in ${settings}`,
  ],
  [
    /\b(CERT_\w+|SELF_SIGNED_CERT\w*|UNABLE_TO_\w+CERT\w*|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS\w*)\b/,
    (_text, { from }) =>
      `the certificate of ${from} is not trusted here; name your own authority in npm’s setting cafile and in NODE_EXTRA_CA_CERTS`,
  ],
  [
    /\bE(401|403)\b|\bResponse code (401|403|407)\b/,
    (_text, { from, settings }) => `${from} refuses this machine; see ${settings}`,
  ],
  [/\bE404\b|\bResponse code 404\b/, (_text, { from, settings }) => `${from} lacks what is locked; see ${settings}`],
];

function pathIn(text) {
  const path =
    /npm (?:ERR!|error) path (.+)/.exec(text)?.[1] ?? /, \w+ '([^']+)'/.exec(text)?.[1] ?? 'a folder of the program';
  return path.trim();
}

/** Where packages come from, and the settings that change it. */
const REGISTRY = { from: 'the registry', settings: 'npm’s settings (registry, https-proxy)' };

/** One line for what is wrong; null when the text names nothing that is known. */
export function whatToDo(text, source = REGISTRY) {
  for (const [sign, advice] of FAULTS) {
    if (sign.test(text)) return typeof advice === 'string' ? advice : advice(text, source);
  }
  return null;
}
