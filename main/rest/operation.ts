/**
 * Definition of a REST operation: path, parameters, response, handler.
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { AccessRule } from '../access/service/caller.ts';
import type { Guessed } from '../access/service/guess-limits.ts';
import type { ScopeRule } from '../access/service/scope.ts';
import type { Refusal } from '../lib/refusal.ts';
import type { Errno, Result } from '../lib/result.ts';
import { type Endpoint, type Method, placeOf } from './contract/endpoint.ts';
import type { Area } from './openapi/areas.ts';
import type { RequestContext } from './request-context.ts';
import type { CsvTable } from './responses/csv.ts';
import type { JsonLines } from './responses/json-lines.ts';

export interface PersonalRead {
  /** Parameter with the id of the ticket, desk, service or location that was read; null if there is none. */
  readonly subject: string | null;
  /** Shows names to `staff` only. */
  readonly toStaff?: true;
}

export interface Operation extends AccessRule {
  /** Short unique name, used in metrics and in the idempotency fingerprint. */
  readonly name: string;
  /** Part of the standard API that other servers have too; absent for extensions. */
  readonly part?: 'interface';
  readonly area: Area;
  /** What it does, for readers of the API description. */
  readonly summary: string;
  /** Possible errors beyond those of every operation. */
  readonly errnos?: readonly Errno[];
  /** Responds in the languages of `Accept-Language`. */
  readonly speaks?: boolean;
  readonly method: Method | readonly Method[];
  /** Always responds in JSON; `format=xml` is an unknown format. */
  readonly jsonOnly?: boolean;
  /** Accepts the HTTP method UPDATE as PUT. */
  readonly takesUpdate?: boolean;
  /** In fastify's form: `/restapi/v2/kiosks/:device_id`. */
  readonly path: string;
  /** Parameters that determine the scope of the caller's access. */
  readonly reach?: ScopeRule;
  readonly parameters: TObject;
  /** Description of arbitrary query pairs that it accepts. */
  readonly pairs?: string;
  /** What its parameters allow to guess, limited by `guess-limits.ts`; `password`: limited by the login gate. */
  readonly guess?: Guessed | 'password';
  /** Whether it shows personal data of visitors to staff, for organisations that log such reads. */
  readonly personalRead?: PersonalRead;
  /** The body is a JSON document of this shape, which the operation validates itself. */
  readonly document?: TSchema;
  /** Maximum body size in bytes, if larger than for parameters. */
  readonly mostBytes?: number;
  /** The document is a whole site, or any part of it. */
  readonly wholeSite?: boolean;
  /** Accepts only JSON bodies, which a page cannot send cross-site without a preflight. */
  readonly jsonBody?: boolean;
  /** Can process a whole site or months of tickets: runs in the heavy-task queue. */
  readonly takesLong?: boolean;
  /** Expensive for a short request: one at a time per caller. */
  readonly isHeavy?: boolean;
  readonly answer: TObject;
  /** Expects parameters of the shape of `parameters`. */
  handle(parameters: unknown, context: RequestContext): Promise<Result<object, Refusal>>;
  /** Headers of a successful response. */
  readonly headers?: (answer: unknown, context: RequestContext) => Readonly<Record<string, string>>;
  /** Responds to `format=csv`, if there is a table. */
  readonly csv?: (parameters: unknown, context: RequestContext) => Promise<Result<CsvTable, Refusal>>;
  /** Responds to `format=jsonl`. */
  readonly jsonLines?: (parameters: unknown, context: RequestContext) => Promise<Result<JsonLines, Refusal>>;
}

/** Method and path: those of an endpoint that pages use, or its own. */
type Place<Parameters extends TObject, Answer extends TObject, Document> =
  | Pick<Operation, 'method' | 'path'>
  | {
      readonly endpoint: Endpoint<Parameters, Answer, Document>;
      /** All methods, if there are more than the endpoint's. */
      readonly method?: readonly Method[];
    };

/** Connects the types of an operation; the same schema reads its input. */
export function operation<Parameters extends TObject, Answer extends TObject, Document = undefined>(
  definition: Place<Parameters, Answer, Document> &
    Omit<Operation, 'method' | 'path' | 'handle' | 'headers' | 'csv' | 'jsonLines' | 'parameters' | 'answer'> & {
      readonly parameters: Parameters;
      readonly answer: Answer;
      handle(
        parameters: Static<Parameters>,
        context: RequestContext,
      ): Promise<Result<Static<Answer> & object, Refusal>>;
      readonly headers?: (answer: Static<Answer>, context: RequestContext) => Readonly<Record<string, string>>;
      readonly csv?: (parameters: Static<Parameters>, context: RequestContext) => Promise<Result<CsvTable, Refusal>>;
      readonly jsonLines?: (
        parameters: Static<Parameters>,
        context: RequestContext,
      ) => Promise<Result<JsonLines, Refusal>>;
    },
): Operation {
  const { csv, jsonLines, headers, ...rest } = definition;
  return {
    ...withPlace(rest),
    handle: (parameters, context) => definition.handle(parameters as Static<Parameters>, context),
    ...(headers === undefined ? {} : { headers: (answer, context) => headers(answer as Static<Answer>, context) }),
    ...(jsonLines === undefined
      ? {}
      : { jsonLines: (parameters, context) => jsonLines(parameters as Static<Parameters>, context) }),
    ...(csv === undefined ? {} : { csv: (parameters, context) => csv(parameters as Static<Parameters>, context) }),
  };
}

function withPlace<Definition extends object>(
  definition: Definition & (Pick<Operation, 'method' | 'path'> | { readonly endpoint: string }),
): Omit<Definition, 'endpoint'> & Pick<Operation, 'method' | 'path'> {
  if (!('endpoint' in definition)) return definition;
  const { endpoint, ...rest } = definition;
  const [method, path] = placeOf(endpoint);
  return { method, path: `/restapi/${path}`, ...rest };
}
