/** Asks the program one thing after the other over one connection that stays open. */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface Client {
  get(path: string): Promise<void>;
  read<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  put(path: string, body: object): Promise<void>;
  /** How many requests have been answered. */
  readonly answered: number;
  close(): void;
}

export function openClient(address: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let answered = 0;

  async function ask(method: string, path: string, body?: object, headers: object = {}): Promise<string> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const asked = request(`${address}${path}`, { method, agent, headers: { ...type, ...headers } }, resolve);
      asked.once('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    answered += 1;
    return text;
  }

  return {
    async get(path) {
      await ask('GET', path);
    },
    read: async (path) => JSON.parse(await ask('GET', path)),
    async put(path, body) {
      await ask('PUT', path, body);
    },
    post: async (path, body, headers) => JSON.parse(await ask('POST', path, body, headers)),
    get answered() {
      return answered;
    },
    close: () => agent.destroy(),
  };
}
