import { EventEmitter } from 'node:events';
import { fromBrowser } from './address.ts';

type ProtocolHandler = (request: Request) => Response | Promise<Response>;
type RequestFilter = (
  details: { readonly url: string; readonly resourceType: string },
  answer: (verdict: { readonly cancel?: boolean }) => void,
) => void;
type PermissionCheck = (
  contents: unknown,
  permission: string,
  origin: string,
  details: { readonly mediaType?: string },
) => boolean;
type PermissionRequest = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;

/** Privileges of a scheme in the whole program. */
interface Scheme {
  readonly scheme: string;
  readonly privileges?: { readonly supportFetchAPI?: boolean };
}

/** `protocol`: schemes and their handlers. */
export class ProtocolStandIn {
  readonly schemes = new Map<string, ProtocolHandler>();
  readonly #ready: () => boolean;
  readonly #known: Scheme[];

  /** @param known schemes registered with any protocol of the program */
  constructor(ready: () => boolean, known: Scheme[] = []) {
    this.#ready = ready;
    this.#known = known;
  }

  get privileged(): readonly string[] {
    return this.#known.map(({ scheme }) => scheme);
  }

  registerSchemesAsPrivileged(schemes: readonly Scheme[]): void {
    if (this.#ready()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    this.#known.push(...schemes);
  }

  /** By default, a page may load files of a scheme, but not fetch them. */
  mayFetch(scheme: string): boolean {
    return this.#known.some((each) => each.scheme === scheme && each.privileges?.supportFetchAPI === true);
  }

  handle(scheme: string, handler: ProtocolHandler): void {
    if (!this.#ready()) throw new Error('protocol.handle should be called after app is ready');
    if (this.schemes.has(scheme)) throw new Error('The scheme has been registered');
    this.schemes.set(scheme, handler);
  }
}

/** `session`: permissions and requests of a page. As in Electron, it grants everything by default. */
export class SessionStandIn extends EventEmitter {
  readonly protocol: ProtocolStandIn;
  spellChecker = true;
  #filter: RequestFilter | null = null;
  #request: PermissionRequest | null = null;
  #check: PermissionCheck | null = null;
  #device: ((details: unknown) => boolean) | null = null;

  constructor(protocol: ProtocolStandIn) {
    super();
    this.protocol = protocol;
  }

  readonly webRequest = {
    onBeforeRequest: (filter: RequestFilter): void => {
      this.#filter = filter;
    },
  };

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(handler: (details: unknown) => boolean): void {
    this.#device = handler;
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellChecker = enabled;
  }

  /** Whether a request is allowed; `address` in the form of the page's side. */
  allows(address: string, resourceType: string): Promise<boolean> {
    const filter = this.#filter;
    if (filter === null) return Promise.resolve(true);
    return new Promise((resolve) => {
      filter({ url: fromBrowser(address), resourceType }, ({ cancel }) => resolve(cancel !== true));
    });
  }

  /** Results of the three kinds of permission requests of a page. */
  async grants(permission: string, details: { readonly mediaType?: string } = {}): Promise<boolean[]> {
    const request = this.#request;
    const asked = await new Promise<boolean>((resolve) => {
      if (request === null) resolve(true);
      else request(null, permission, resolve);
    });
    return [
      asked,
      this.#check?.(null, permission, 'app://kiosk', details) ?? true,
      this.#device?.({ deviceType: permission }) ?? true,
    ];
  }
}
