/** Opens addresses in the browser of whoever sits here. */
import { spawn } from 'node:child_process';

/** What a system opens addresses with. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

function open(address: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** False when nothing here opens addresses. */
export async function openPages(addresses: readonly string[]): Promise<boolean> {
  const opened = await Promise.all(addresses.map((address) => open(address)));
  return opened.every(Boolean);
}
