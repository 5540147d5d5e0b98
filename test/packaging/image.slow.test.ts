/**
 * The OCI image of the server, without a container engine: its layers are unpacked and its entry point started as its user.
 *
 * The root is read-only, all capabilities are dropped, and only /data and /tmp can be written, as in compose.yaml. Needs
 * root, mmdebstrap and skopeo. `npm run build` first.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../helpers/free-port.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}
interface Descriptor {
  readonly digest: string;
}

let folder: string;
let root: string;
let config: ImageConfig;

const read = <Read>(path: string): Read => JSON.parse(readFileSync(path, 'utf8')) as Read;

async function buildImage(out: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'packaging/make-image.mjs'), '--out', out, '--soon']);
  return stdout.trim();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'image-'));
  const image = await buildImage(folder);
  const layout = join(folder, 'layout');
  root = join(folder, 'root');
  for (const each of [layout, root]) mkdirSync(each, { mode: 0o755 });
  await run('tar', ['-xf', image, '-C', layout]);
  const blob = ({ digest }: Descriptor): string => join(layout, 'blobs', digest.replace(':', '/'));
  const [manifest] = read<{ readonly manifests: readonly Descriptor[] }>(join(layout, 'index.json')).manifests;
  const about = read<{ readonly config: Descriptor; readonly layers: readonly Descriptor[] }>(blob(manifest!));
  for (const layer of about.layers) await run('tar', ['-xzpf', blob(layer), '-C', root]);
  config = read<{ readonly config: ImageConfig }>(blob(about.config)).config;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Container {
  readonly address: string;
  readonly pid: number;
  /** Exit code of a command in the running container, as its user. */
  exec(...command: readonly string[]): number;
  /** SIGTERM, as an engine stops it. @returns the exit code */
  stop(): Promise<number | null>;
}

function makeVolume(): string {
  const data = mkdtempSync(join(tmpdir(), 'image-data-'));
  const user = Number(config.User.split(':')[0]);
  chownSync(data, user, user);
  cpSync(join(ROOT, 'assets/demo'), join(data, 'demo'), { recursive: true });
  const file = join(data, 'demo/site.json');
  const site = read<{ readonly locations: readonly object[]; readonly services: readonly object[] }>(file);
  // Open on every day that the test runs.
  for (const item of [...site.locations, ...site.services]) Reflect.deleteProperty(item, 'schedule');
  writeFileSync(file, JSON.stringify(site));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

async function startContainer(data: string): Promise<Container> {
  const port = await freePort();
  const [user, group] = config.User.split(':');
  const asUser = [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${group}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ];
  const environment = [
    ...config.Env,
    'TAN_SITE=/data/demo/site.json',
    'TAN_API_AUTHENTICATION=off',
    `TAN_PORT=${port}`,
  ];
  const mounts = `
    mount --bind "$1" "$1"; mount --bind "$2" "$1/data"; mount --bind /dev "$1/dev"
    mount -t proc proc "$1/proc"; mount -t tmpfs tmpfs "$1/tmp"; mount -o remount,bind,ro "$1"
    root=$1; shift 2
    exec chroot "$root" sh -c 'cd "$0" && exec env -i "$@"' "$@"`;
  const command = [config.WorkingDir, ...environment, ...asUser, ...config.Entrypoint];
  const child: ChildProcess = spawn('unshare', ['--mount', 'sh', '-ec', mounts, 'sh', root, data, ...command], {
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((tell) => child.once('exit', tell));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const address = `http://127.0.0.1:${port}`;
  await expect.poll(() => isReady(address), { timeout: 60_000 }).toBe(true);
  const pid = child.pid ?? 0;
  return {
    address,
    pid,
    exec(...inside) {
      try {
        const entered = [
          '--target',
          `${pid}`,
          '--mount',
          '--root',
          `--wdns=${config.WorkingDir}`,
          ...asUser,
          ...inside,
        ];
        execFileSync('nsenter', entered, { stdio: 'pipe' });
        return 0;
      } catch (error) {
        return (error as { readonly status: number }).status;
      }
    },
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function post<Answer>({ address }: Container, operation: string): Promise<Answer> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: 'passports' }),
  });
  return (await response.json()) as Answer;
}

const ticketNumber = async (container: Container): Promise<string> =>
  (await post<{ readonly ticket: { readonly number: string } }>(container, 'createticket')).ticket.number;

it('serves tickets as its user, and keeps the queue over a stop and a start', async () => {
  const data = makeVolume();
  const first = await startContainer(data);
  expect(await ticketNumber(first)).toBe('1');
  await expect.poll(() => first.exec(...config.Healthcheck.Test.slice(1))).toBe(0);
  expect(await first.stop()).toBe(0);
  const second = await startContainer(data);
  expect(await ticketNumber(second)).toBe('2');
  const { tickets } = await post<{ readonly tickets: readonly unknown[] }>(second, 'waitingticketslist');
  expect(tickets).toHaveLength(2);
});

it('cannot write outside its volume and /tmp, and has no capabilities', async () => {
  const container = await startContainer(makeVolume());
  for (const path of ['/data/x', '/tmp/x']) expect(container.exec('touch', path), path).toBe(0);
  for (const path of ['/x', '/etc/x', '/opt/take-a-number/x', '/backups/x'])
    expect(container.exec('touch', path), path).not.toBe(0);
  const status = readFileSync(`/proc/${container.pid}/status`, 'utf8');
  expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
  expect(status).toMatch(/^CapEff:\t0+$/m);
  expect(status).toMatch(/^CapBnd:\t0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
});

it('is reported unhealthy while it does not answer', async () => {
  const container = await startContainer(makeVolume());
  process.kill(container.pid, 'SIGSTOP');
  expect(container.exec(...config.Healthcheck.Test.slice(1))).not.toBe(0);
  process.kill(container.pid, 'SIGCONT');
  await expect.poll(() => container.exec(...config.Healthcheck.Test.slice(1))).toBe(0);
});

it('contains no demo site, no tests and no sources, and only root owns its program', async () => {
  expect(readdirSync(join(root, 'opt/take-a-number')).sort()).toEqual([
    'LICENSE',
    'assets',
    'dist',
    'healthcheck.sh',
    'node_modules',
    'package.json',
  ]);
  expect(readdirSync(join(root, 'opt/take-a-number/assets'))).not.toContain('demo');
  const found = await run('find', [
    join(root, 'opt'),
    '(',
    '!',
    '-user',
    '0',
    '-o',
    '-perm',
    '/022',
    ')',
    '!',
    '-type',
    'l',
  ]);
  expect(found.stdout).toBe('');
});

it('is the same, byte for byte, when it is built again, and skopeo reads it', async () => {
  const [image = ''] = readdirSync(folder).filter((name) => name.endsWith('.oci.tar'));
  const again = await buildImage(join(folder, 'again'));
  await run('cmp', [join(folder, image), again]);
  const { stdout } = await run('skopeo', ['inspect', `oci-archive:${again}`]);
  const { version } = read<{ readonly version: string }>(join(ROOT, 'package.json'));
  expect(JSON.parse(stdout)).toMatchObject({ Os: 'linux', Labels: { 'org.opencontainers.image.version': version } });
});
