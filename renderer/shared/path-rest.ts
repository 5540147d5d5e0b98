/** The client for pages that name their operations by path. */
import type { TObject } from 'typebox';
import { type Endpoint, endpoint, type Method } from '../../main/contract/endpoints/endpoint.ts';
import type { Rest, RestResult, SendOptions } from './rest.ts';

export interface PathRest extends Rest {
  get<Answer>(path: string, query?: object, options?: SendOptions): Promise<RestResult<Answer>>;
  post<Answer>(path: string, body: object, options?: SendOptions): Promise<RestResult<Answer>>;
  put<Answer>(path: string, body: object, options?: SendOptions): Promise<RestResult<Answer>>;
  delete<Answer>(path: string): Promise<RestResult<Answer>>;
}

export function withPaths({ call }: Rest): PathRest {
  const at = <Answer>(method: Method, path: string, parameters: object, options?: SendOptions) =>
    call(
      endpoint(`${method} ${path}`) as Endpoint<TObject, TObject>,
      parameters as Record<string, never>,
      options,
    ) as Promise<RestResult<Answer>>;
  return {
    call,
    get: (path, query = {}, options) => at('GET', path, query, options),
    post: (path, body, options) => at('POST', path, body, options),
    put: (path, body, options) => at('PUT', path, body, options),
    delete: (path) => at('DELETE', path, {}),
  };
}
