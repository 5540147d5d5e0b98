/** The route of an operation: who may come in, what is asked, how far that reaches, and then the operation itself. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { missingOrOutside, reachFault } from '../../access/service/scope.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { Method } from '../contract/endpoint.ts';
import type { RestDeps } from '../deps.ts';
import type { WorkTurns } from '../heavy-task-queue.ts';
import { type HeavyWork, TooMuchAtOnce } from '../heavy-work.ts';
import type { Operation } from '../operation.ts';
import type { RequestContext } from '../request-context.ts';
import { sendCsv } from '../responses/csv.ts';
import { sendJsonLines } from '../responses/json-lines.ts';
import { sendAnswer, sendFailure } from '../responses/send.ts';
import { admission } from './admission.ts';
import { boundsOf, contextOf } from './make-context.ts';
import type { ReadLog } from './read-log.ts';
import { answerFormat, requestReader } from './read-request.ts';
import { readSubject } from './read-subject.ts';
import { bodyLimit, mostValues } from './size-bounds.ts';

export interface OperationDeps extends Pick<RestDeps, 'auth' | 'clock' | 'site' | 'store'> {
  readonly turns: WorkTurns;
  readonly heavy: HeavyWork;
  /** Where reads of personal data are recorded. */
  readonly readLog: Pick<ReadLog, 'note'>;
}

/** Says that nothing was done, because the answer is that of an earlier request with the same key. */
const REPLAYED_HEADER = 'idempotency-replayed';

export function addOperation(app: FastifyInstance, deps: OperationDeps, op: Operation): void {
  const refusalOf = admission(op, deps);
  const read = requestReader(op);

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (op.isHeavy === true && !(await deps.heavy.enter(request))) throw new TooMuchAtOnce();
    if (op.takesLong) await deps.turns();
    const whole = deps.site.current();
    const format = answerFormat(op, request);
    const refused = (refusal: Refusal) =>
      sendFailure(request, reply, refusal, format, whole.settings.failure_status === 'ok');

    const asked = read(request);
    if (!asked.ok) return refused(asked.error);
    const { parameters } = asked.value;
    const bounds = boundsOf(request, reply, whole, deps);
    if (op.reach !== undefined && request.keysAsked) {
      const fault = await reachFault(op.reach, parameters, bounds);
      if (fault !== null) return refused(fault);
    }
    const context = contextOf(op, request, asked.value, bounds, deps);
    if (format === 'csv' && op.csv !== undefined) {
      const table = await op.csv(parameters, context);
      return table.ok ? sendCsv(reply, table.value) : refused(await missingOrOutside(table.error, parameters, bounds));
    }
    if (format === 'jsonl' && op.jsonLines !== undefined) {
      const list = await op.jsonLines(parameters, context);
      return list.ok
        ? sendJsonLines(reply, list.value)
        : refused(await missingOrOutside(list.error, parameters, bounds));
    }
    const result = await op.handle(parameters, context);
    if (!result.ok) return refused(await missingOrOutside(result.error, parameters, bounds));
    if (whole.settings.record_reads && context.caller.kind === 'user') {
      const subject = readSubject(op, parameters, context);
      if (subject !== null) deps.readLog.note(context.caller.user.id, op.name, subject);
    }
    addHeaders(reply, op, result.value, context);
    // What the store reads for many comes in one turn, and to write it all down takes as long as to find it.
    if (op.takesLong) await deps.turns();
    return sendAnswer(reply, result.value, format, op.answer);
  }

  app.route({
    method: [op.method].flat() as Method[],
    url: op.path,
    config: {
      operation: op.name,
      takesUpdate: op.takesUpdate === true,
      hasTable: op.csv !== undefined,
      hasLines: op.jsonLines !== undefined,
      ...mostValues(op),
    },
    schema: { response: { 200: op.answer } },
    ...bodyLimit(op),
    onRequest(request, reply, done) {
      const site = deps.site.current();
      const refusal = refusalOf(request, site);
      if (refusal === null) done();
      else sendFailure(request, reply, refusal, answerFormat(op, request), site.settings.failure_status === 'ok');
    },
    handler: handle,
  });
}

function addHeaders(reply: FastifyReply, op: Operation, answer: object, context: RequestContext): void {
  if (context.replay.happened) reply.header(REPLAYED_HEADER, 'true');
  if (op.headers !== undefined) reply.headers(op.headers(answer, context));
}
