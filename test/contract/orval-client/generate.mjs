// Writes the client that orval generates from a description: node generate.mjs DESCRIPTION CLIENT ADDRESS
import { generate } from 'orval';

const [, , description, client, address] = process.argv;
const output = { mode: 'single', target: client, client: 'fetch', baseUrl: address };
await generate({ input: { target: description }, output }, process.cwd());
