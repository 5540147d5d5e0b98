// How npm is started from a script.

/**
 * The npm that started us, by its own file; else the one in the path, which on Windows is a batch file: Node starts those
 * only through a shell. Yarn and others name themselves in the same variable, and are not asked.
 * @param {{ execpath?: string | undefined, platform?: string, node?: string }} [from]
 * @returns {{ command: string, first: readonly string[], shell: boolean }}
 */
export function npmCommand({
  execpath = process.env.npm_execpath,
  platform = process.platform,
  node = process.execPath,
} = {}) {
  if (execpath !== undefined && /[\\/]npm-cli\.js$/.test(execpath))
    return { command: node, first: [execpath], shell: false };
  return { command: 'npm', first: [], shell: platform === 'win32' };
}

/** Timeout and retries of npm, unless the user has set them. */
export function npmPatience(env) {
  const wanted = {
    npm_config_fetch_timeout: '60000',
    npm_config_fetch_retries: '1',
    npm_config_fetch_retry_mintimeout: '2000',
  };
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => env[name] === undefined));
}
