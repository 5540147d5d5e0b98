/**
 * Pictures, recorded voices and sign-language films of the organisation.
 *
 * Folders `media`, `voice` and `sign` in the data folder, or in a folder shared by several servers. Files are read on
 * request, so that a new one is available at once. The program adds its own pictures and words. All files are public to
 * clients of the server.
 */
import { createReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type OpenFile, openBelow, realPathBelow } from '../../../lib/open-below.ts';
import { sharedLook } from '../../rules/coalesce.ts';
import type { FileAccess } from './file-access.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
};
const VOICE_TYPES: Readonly<Record<string, string>> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.m4a': 'audio/mp4',
};

const SIGN_TYPES: Readonly<Record<string, string>> = { '.mp4': 'video/mp4', '.webm': 'video/webm' };

const FILE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._()-]{0,122}$/u;
const JSON_TYPE = 'application/json; charset=utf-8';
const LANGUAGE = /^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/;
/** A word takes a second or two; a folder of words has some hundred files. */
const MAX_WORDS = 2_000;
const MAX_PHRASE = 1_000;
/** Larger files are not read as a phrase. */
const MAX_PHRASE_BYTES = 64 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** A drawing can contain scripts: opened directly, none of them runs. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/**
 * Response of `/voice/`: by language the words with their path below the language's folder, and the order of a phrase
 * if the organisation defines one. A replaced recording has another path.
 */
interface Recordings {
  readonly [language: string]: { readonly words: Readonly<Record<string, string>>; readonly phrase: string };
}

/** The folder that contains `media`, `voice` and `sign`. */
interface Files {
  readonly folder: string;
  readonly access: FileAccess;
}

interface SiteFilesOptions {
  readonly files: Files;
  /** Pictures shipped with the program, for the demo site. */
  readonly demoDir: string;
}

interface VoicesOptions {
  readonly files: Files;
  /** Words shipped with the program, for calls in languages without own recordings. */
  readonly shippedVoiceDir: string;
}

/** `/media/<file>`; `/sign/<language>/<file>` and the list of films at `/sign/`. */
export function registerSiteFiles(server: FastifyInstance, { files, demoDir }: SiteFilesOptions): void {
  const media = [given(files, 'media'), shipped(demoDir)];
  server.get<{ Params: { file: string } }>('/media/:file', async ({ params }, reply) =>
    sendFirst(reply, media, params.file, MEDIA_TYPES),
  );
  const signDir = given(files, 'sign');
  serveFiles(server, '/sign/', signDir, SIGN_TYPES);
  serveList(server, '/sign/', signDir, SIGN_TYPES);
}

/** `/voice/<language>/<file>` and the list of recordings at `/voice/`; the same at `/voice/shipped/`. */
export function registerVoices(server: FastifyInstance, { files, shippedVoiceDir }: VoicesOptions): void {
  const voiceDir = given(files, 'voice');
  serveFiles(server, '/voice/', voiceDir, VOICE_TYPES);
  serveList(server, '/voice/', voiceDir, VOICE_TYPES);
  // Longer than any language name, so that it cannot conflict with one.
  const shippedVoice = shipped(shippedVoiceDir);
  serveFiles(server, '/voice/shipped/', shippedVoice, VOICE_TYPES);
  // They change only with the program, so hundreds of files are listed once, on demand.
  let known: Promise<Recordings> | null = null;
  server.get('/voice/shipped/', async (_request, reply) => {
    known ??= recordings(shippedVoice, VOICE_TYPES);
    return reply.headers(HEADERS).send(await known);
  });
}

type Types = Readonly<Record<string, string>>;

interface Found {
  /** In bytes. */
  readonly size: number;
  /** The same at all servers that share the file, and another one when it is replaced. */
  readonly etag: string;
  content(): Readable;
  /** Call this instead of reading the content. */
  close(): void;
}

/** A folder with files, by names in the form `file` or `language/file`. */
interface Source {
  /** Null for anything but a file. */
  open(name: string): Promise<Found | null>;
  /** Real path of a subfolder; null when it is outside. */
  folder(name: string): Promise<string | null>;
  names(folder: string): Promise<readonly string[]>;
  /** Changes when the file is replaced; null for a link. */
  address(folder: string, file: string): Promise<string | null>;
  readonly path: string;
}

/** A folder for files of the organisation. Links out of it are not followed. */
function given({ folder, access }: Files, name: string): Source {
  const path = join(folder, name);
  return {
    async open(file) {
      const found = await access.run(() => openBelow(path, file), close);
      return found === null ? null : asFound(found, access);
    },
    path,
    folder: (language) => access.run(() => realPathBelow(path, language)),
    names: async (within) => (await access.run(() => names(within))) ?? [],
    address: (within, file) => access.run(() => addressOf(within, file)),
  };
}

function asFound(file: OpenFile, access: FileAccess): Found {
  return {
    size: file.size,
    etag: etagOf(file),
    content: () => contentOf(file, access),
    close: () => close(file),
  };
}

/** Content with the size at opening. Fails when the folder stops responding; the connection then ends. */
function contentOf(file: OpenFile, access: FileAccess): Readable {
  let at = 0;
  const next = async (): Promise<Buffer | null> => {
    if (at === file.size) return null;
    const length = Math.min(CHUNK_BYTES, file.size - at);
    const read = await access.run(() => file.handle.read(Buffer.allocUnsafe(length), 0, length, at));
    if (read === null || read.bytesRead === 0) throw new Error('the file could not be read to its end');
    at += read.bytesRead;
    return read.buffer.subarray(0, read.bytesRead);
  };
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      next().then(
        (bytes) => this.push(bytes),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      close(file);
      done(error);
    },
  });
}

/** Does not wait: the share can hang. */
function close(file: OpenFile | null): void {
  file?.handle.close().catch(() => undefined);
}

/** A folder shipped with the program, possibly inside its archive, where a file has no real path. */
function shipped(path: string): Source {
  return {
    path,
    folder: async (language) => join(path, language),
    names,
    address: addressOf,
    async open(name) {
      const file = join(path, name);
      const found = await stat(file).catch(() => null);
      if (found?.isFile() !== true) return null;
      return { size: found.size, etag: etagOf(found), content: () => createReadStream(file), close() {} };
    },
  };
}

/** Includes the change time: a copy that keeps the modification time is another file. */
function etagOf({ size, mtimeMs, ctimeMs }: Pick<OpenFile, 'size' | 'mtimeMs' | 'ctimeMs'>): string {
  return `"${[mtimeMs, ctimeMs, size].map((each) => Math.round(each).toString(36)).join('-')}"`;
}

function serveFiles(server: FastifyInstance, prefix: string, source: Source, types: Types): void {
  server.get<{ Params: { language: string; file: string } }>(`${prefix}:language/:file`, async ({ params }, reply) => {
    const isLanguage = LANGUAGE.test(params.language);
    return sendFirst(reply, isLanguage ? [source] : [], params.file, types, params.language);
  });
}

/** Shared between callers, because it checks hundreds of files and needs no key. */
function serveList(server: FastifyInstance, prefix: string, source: Source, types: Types): void {
  const look = sharedLook(async () => JSON.stringify(await recordings(source, types)));
  server.get(prefix, async (_request, reply) =>
    reply
      .headers(HEADERS)
      .type(JSON_TYPE)
      .send(await look()),
  );
}

async function sendFirst(
  reply: FastifyReply,
  sources: readonly Source[],
  file: string,
  types: Types,
  within = '',
): Promise<FastifyReply> {
  const type = types[extname(file).toLowerCase()];
  const wanted = type !== undefined && FILE.test(file) ? sources : [];
  for (const source of wanted) {
    const found = await source.open(join(within, file));
    if (found === null) continue;
    reply.headers(HEADERS).header('etag', found.etag);
    if (reply.request.headers['if-none-match'] === found.etag) {
      found.close();
      return reply.code(304).send();
    }
    return reply
      .header('content-length', found.size)
      .type(type ?? '')
      .send(found.content());
  }
  return reply.code(404).headers(HEADERS).send({ success: false });
}

async function recordings(source: Source, types: Types): Promise<Recordings> {
  const found: Record<string, Recordings[string]> = {};
  for (const language of await source.names(source.path)) {
    if (!LANGUAGE.test(language)) continue;
    const folder = await source.folder(language);
    const words = folder === null ? [] : await wordsIn(source, folder, types);
    if (words.length === 0) continue;
    found[language] = { words: Object.fromEntries(words), phrase: await phraseIn(source, language) };
  }
  return found;
}

/** Words with their paths, without links. */
async function wordsIn(source: Source, folder: string, types: Types): Promise<readonly (readonly [string, string])[]> {
  const wanted = (await source.names(folder)).filter((file) => FILE.test(file) && extname(file).toLowerCase() in types);
  const words = await Promise.all(
    wanted.slice(0, MAX_WORDS).map(async (file) => {
      const address = await source.address(folder, file);
      return address === null ? [] : [[wordOf(file), address] as const];
    }),
  );
  return words.flat();
}

async function phraseIn(source: Source, language: string): Promise<string> {
  const found = await source.open(join(language, 'phrase.txt'));
  if (found === null) return '';
  if (found.size <= MAX_PHRASE_BYTES) return (await text(found.content())).slice(0, MAX_PHRASE).trim();
  found.close();
  return '';
}

/** Some systems store `ä` as two characters. */
function wordOf(file: string): string {
  return file.slice(0, -extname(file).length).toLowerCase().normalize('NFC');
}

async function addressOf(folder: string, file: string): Promise<string | null> {
  const found = await lstat(join(folder, file)).catch(() => null);
  if (found?.isFile() !== true) return null;
  return `${encodeURIComponent(file)}?v=${Math.round(found.mtimeMs).toString(36)}-${found.size.toString(36)}`;
}

/** Names in a folder; none without the folder. */
async function names(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
