/**
 * What a house puts beside its site for its displays, and recorded words for its kiosks too: pictures in the folder `media`, recorded words in `voice`, films of words in sign
 * language in `sign`, all in the data folder. Read when they are asked for, so that a new file is there at once. Beside them the pictures and words
 * that come with the program. Whoever reaches the server can fetch them, as they are for everybody's eyes and ears.
 */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sharedLook } from '../core/shared-look.ts';

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
/** A word takes a second or two; a folder of words, some hundred files. */
const MAX_WORDS = 2_000;
const MAX_PHRASE = 1_000;

/** A drawing may hold scripts: opened by itself it runs none of them. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/**
 * What the display finds at `/voice/`: by language the words there are, each with its address below the folder of the
 * language, and the order of a phrase if the house says one. A recording that is replaced has another address.
 */
interface Recordings {
  readonly [language: string]: { readonly words: Readonly<Record<string, string>>; readonly phrase: string };
}

interface SiteFilesOptions {
  readonly dataDir: string;
  /** Pictures that come with the program, for the demo site. */
  readonly demoDir: string;
}

interface VoicesOptions {
  readonly dataDir: string;
  /** Words that come with the program, for calls in languages that the house has not recorded. */
  readonly shippedVoiceDir: string;
}

/** `/media/<file>`; `/sign/<language>/<file>` and the list of films at `/sign/`. */
export function registerSiteFiles(server: FastifyInstance, { dataDir, demoDir }: SiteFilesOptions): void {
  const mediaDir = join(dataDir, 'media');
  server.get<{ Params: { file: string } }>('/media/:file', async ({ params }, reply) =>
    sendFirst(reply, [mediaDir, demoDir], params.file, MEDIA_TYPES),
  );
  const signDir = join(dataDir, 'sign');
  serveFiles(server, '/sign/', signDir, SIGN_TYPES);
  serveList(server, '/sign/', signDir, SIGN_TYPES);
}

/** `/voice/<language>/<file>` and the list of recordings at `/voice/`; the same at `/voice/shipped/`. */
export function registerVoices(server: FastifyInstance, { dataDir, shippedVoiceDir }: VoicesOptions): void {
  const voiceDir = join(dataDir, 'voice');
  serveFiles(server, '/voice/', voiceDir, VOICE_TYPES);
  serveList(server, '/voice/', voiceDir, VOICE_TYPES);
  // Too long for the name of a language.
  serveFiles(server, '/voice/shipped/', shippedVoiceDir, VOICE_TYPES);
  // They change with the program alone, and there are hundreds: looked through once, when a page first needs them.
  let shipped: Promise<Recordings> | null = null;
  server.get('/voice/shipped/', async (_request, reply) => {
    shipped ??= recordings(shippedVoiceDir, VOICE_TYPES);
    return reply.headers(HEADERS).send(await shipped);
  });
}

type Types = Readonly<Record<string, string>>;

function serveFiles(server: FastifyInstance, prefix: string, folder: string, types: Types): void {
  server.get<{ Params: { language: string; file: string } }>(`${prefix}:language/:file`, async ({ params }, reply) => {
    const isLanguage = LANGUAGE.test(params.language);
    return sendFirst(reply, isLanguage ? [join(folder, params.language)] : [], params.file, types);
  });
}

/** Hundreds of files are looked at, for whoever asks, and nobody needs a key. */
function serveList(server: FastifyInstance, prefix: string, folder: string, types: Types): void {
  const look = sharedLook(async () => JSON.stringify(await recordings(folder, types)));
  server.get(prefix, async (_request, reply) =>
    reply
      .headers(HEADERS)
      .type(JSON_TYPE)
      .send(await look()),
  );
}

async function sendFirst(
  reply: FastifyReply,
  folders: readonly string[],
  file: string,
  types: Types,
): Promise<FastifyReply> {
  const type = types[extname(file).toLowerCase()];
  const wanted = type !== undefined && FILE.test(file) ? folders : [];
  for (const folder of wanted) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() !== true) continue;
    return reply
      .headers(HEADERS)
      .header('content-length', found.size)
      .type(type ?? '')
      .send(createReadStream(path));
  }
  return reply.code(404).headers(HEADERS).send({ success: false });
}

async function recordings(voiceDir: string, types: Types): Promise<Recordings> {
  const found: Record<string, Recordings[string]> = {};
  for (const language of await names(voiceDir)) {
    if (!LANGUAGE.test(language)) continue;
    const folder = join(voiceDir, language);
    const files = (await names(folder)).filter((file) => FILE.test(file) && extname(file).toLowerCase() in types);
    if (files.length === 0) continue;
    const words = await Promise.all(
      files.slice(0, MAX_WORDS).map(async (file) => [wordOf(file), await addressOf(folder, file)]),
    );
    const phrase = await readFile(join(folder, 'phrase.txt'), 'utf8').catch(() => '');
    found[language] = { words: Object.fromEntries(words), phrase: phrase.slice(0, MAX_PHRASE).trim() };
  }
  return found;
}

/** Some systems write `ä` as two signs. */
function wordOf(file: string): string {
  return file.slice(0, -extname(file).length).toLowerCase().normalize('NFC');
}

async function addressOf(folder: string, file: string): Promise<string> {
  const found = await stat(join(folder, file)).catch(() => null);
  const version = found === null ? '' : `?v=${Math.round(found.mtimeMs).toString(36)}-${found.size.toString(36)}`;
  return `${encodeURIComponent(file)}${version}`;
}

/** Of what lies in a folder; none where there is no such folder. */
async function names(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
