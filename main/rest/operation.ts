/**
 * Definition of a REST operation.
 *
 * Where it stands, what it takes, what it answers, and who does it.
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { AccessRule } from '../access/service/caller.ts';
import type { Guessed } from '../access/service/guess-limits.ts';
import type { ScopeRule } from '../access/service/scope.ts';
import type { Errno } from '../lib/errno.ts';
import type { Refusal } from '../lib/refusal.ts';
import type { Result } from '../lib/result.ts';
import { type Endpoint, type Method, placeOf } from './contract/endpoint.ts';
import type { Area } from './openapi/areas.ts';
import type { RequestContext } from './request-context.ts';
import type { CsvTable } from './responses/csv.ts';
import type { JsonLines } from './responses/json-lines.ts';

export interface PersonalRead {
  /** Parameter that names the ticket, desk, service or location that was read; null: none does. */
  readonly subject: string | null;
  /** Shows names to `staff` alone. */
  readonly toStaff?: true;
}

export interface Operation extends AccessRule {
  /** Short and unique: names the operation in figures and in the idempotency fingerprint. */
  readonly name: string;
  /** The interface has it, so that other servers have it too; without it, the operation is ours. */
  readonly part?: 'interface';
  readonly area: Area;
  /** What it does, for people who read the description of the interface. */
  readonly summary: string;
  /** Why it may fail, beyond what every operation may answer. */
  readonly errnos?: readonly Errno[];
  /** Answers in the languages of `Accept-Language`. */
  readonly speaks?: boolean;
  readonly method: Method | readonly Method[];
  /** Answers in JSON whatever the address asks for; `format=xml` is then a format that there is not. */
  readonly jsonOnly?: boolean;
  /** The HTTP method UPDATE does here what PUT does. */
  readonly takesUpdate?: boolean;
  /** In fastify's form: `/restapi/v2/kiosks/:device_id`. */
  readonly path: string;
  /** What the parameters say of the caller, when they say anything. */
  readonly reach?: ScopeRule;
  readonly parameters: TObject;
  /** Takes pairs of any name in its query, and says what they are. */
  readonly pairs?: string;
  /** What its parameters let a caller guess, which the operation puts through `guess-limits.ts`; `password`: through the login gate. */
  readonly guess?: Guessed | 'password';
  /** It shows staff personal data of visitors, for organisations that record such reads. */
  readonly personalRead?: PersonalRead;
  /** The body is not parameters but one JSON document of this shape, which the operation checks by itself. */
  readonly document?: TSchema;
  /** Bytes of its body, where that may be larger than parameters are. */
  readonly mostBytes?: number;
  /** The document is a whole site, or as much of it as somebody likes. */
  readonly wholeSite?: boolean;
  /** Takes a body in JSON alone, which no page can send to another site without asking first. */
  readonly jsonBody?: boolean;
  /** May have to do with a whole site, or with months of tickets: it waits for its turn. */
  readonly takesLong?: boolean;
  /** Costs much for a short request: one caller has one done at a time. */
  readonly isHeavy?: boolean;
  readonly answer: TObject;
  /** Takes parameters of the shape of `parameters`. */
  handle(parameters: unknown, context: RequestContext): Promise<Result<object, Refusal>>;
  /** Headers of a good answer. */
  readonly headers?: (answer: unknown, context: RequestContext) => Readonly<Record<string, string>>;
  /** Answers `format=csv`, where there is a table to give. */
  readonly csv?: (parameters: unknown, context: RequestContext) => Promise<Result<CsvTable, Refusal>>;
  /** Answers `format=jsonl`. */
  readonly jsonLines?: (parameters: unknown, context: RequestContext) => Promise<Result<JsonLines, Refusal>>;
}

/** Method and path: those of an endpoint that pages use too, or its own. */
type Place<Parameters extends TObject, Answer extends TObject, Document> =
  | Pick<Operation, 'method' | 'path'>
  | {
      readonly endpoint: Endpoint<Parameters, Answer, Document>;
      /** Every method, where there are more than that of the endpoint. */
      readonly method?: readonly Method[];
    };

/** Ties the types of an operation together; what comes in has been read by the same schema. */
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
