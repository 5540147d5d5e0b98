/** The end of a program in Wine at which the test asks it: JSON over HTTP, since its standard input is of no use there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers `POST /name` with what the function of that name gives for the body; says "ready" and its address. */
export function answerQuestions(questions: Readonly<Record<string, (body: unknown) => Promise<unknown>>>): void {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const question = questions[request.url?.slice(1) ?? ''];
    const answer = await question?.(text === '' ? null : JSON.parse(text));
    response.end(JSON.stringify(answer ?? null));
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}
