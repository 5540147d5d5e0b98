/**
 * REST operations on site items: list, create, read, replace, delete.
 *
 * Generic over the storage of the items.
 */

import Type from 'typebox';
import type { AccessRule } from '../../access/service/caller.ts';
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { computedOnce } from '../../lib/computed-once.ts';
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import { uuidSource } from '../../lib/uuid.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { createItem, deleteItem, readItem, replaceItem } from '../contract/endpoints.ts';
import {
  ChangeItemParameters,
  ItemIdAnswer,
  ItemParameters,
  itemAnswer,
  type ShownItem,
} from '../contract/rest/site-document.ts';
import type { CollectionName } from '../contract/site.ts';
import { siteItemInputSchema, siteItemViewSchema } from '../rules/site-json-schema.ts';
import { revisionOf } from '../service/revision.ts';

type Item = Readonly<Record<string, unknown>>;
type Done = Promise<Result<null, Refusal>>;

/** Storage of one kind of item. An empty revision skips the conflict check; otherwise 7 reports a conflict. */
export interface ItemKeeper<Name extends CollectionName> {
  /** The item as shown, without secrets. */
  find(id: string, context: RequestContext): Promise<ShownItem<Name> | undefined>;
  /** 5 with all faults, also for an existing id. */
  add(item: Item, context: RequestContext): Done;
  /** 5 with all faults; 6 for an unknown id. */
  replace(item: Item, revision: string, context: RequestContext): Done;
  /** 6 for an unknown id; 7 if other items reference it. */
  remove(id: string, revision: string, context: RequestContext): Done;
}

const newId = uuidSource();

type BackOfficeRule = AccessRule & Required<Pick<Operation, 'jsonOnly' | 'jsonBody' | 'takesLong'>>;

/** Permissions to read and to change. */
export interface ItemRules {
  readonly read: BackOfficeRule & Pick<Operation, 'personalRead'>;
  readonly write: BackOfficeRule;
  /** Permission to create and delete, if different. */
  readonly make?: BackOfficeRule;
}

/** One object per collection: servers share what they compile from it. A map loses the type of its collection. */
const answerOf = computedOnce((collection: CollectionName): unknown =>
  itemAnswer(Type.Unsafe(siteItemViewSchema(collection))),
);

export function itemOperations<Name extends CollectionName>(
  collection: Name,
  keeper: ItemKeeper<Name>,
  rules: ItemRules,
): readonly Operation[] {
  const things = collection.replaceAll('_', ' ');
  const make = rules.make ?? rules.write;
  const answer = answerOf(collection) as ReturnType<typeof itemAnswer<Name>>;
  const document = Type.Unsafe(siteItemInputSchema(collection));
  return [
    operation({
      name: `admin_create_${collection}`,
      area: 'admin',
      summary: `Adds to the ${things}; an omitted id is created.`,
      endpoint: createItem(collection),
      ...make,
      parameters: NoParameters,
      document,
      answer: ItemIdAnswer,
      async handle(_parameters, context) {
        const { body, now } = context;
        const id = body.id === undefined ? newId(now) : body.id;
        const added = await keeper.add({ ...body, id }, context);
        return added.ok ? ok({ success: true, id: String(id) }) : added;
      },
    }),
    operation({
      name: `admin_read_${collection}`,
      area: 'admin',
      summary: `One of the ${things}.`,
      errnos: [ERRNO.notFound],
      endpoint: readItem(collection),
      ...rules.read,
      parameters: ItemParameters,
      answer,
      async handle({ id }, context) {
        const item = await keeper.find(id, context);
        if (item === undefined) return refuse(ERRNO.notFound, 'id');
        return ok({ success: true, item, revision: revisionOf(item) });
      },
    }),
    operation({
      name: `admin_replace_${collection}`,
      area: 'admin',
      summary: `Replaces one of the ${things}; omitted fields get their defaults.`,
      errnos: [ERRNO.notFound, ERRNO.cannotConclude],
      endpoint: replaceItem(collection),
      ...rules.write,
      parameters: ChangeItemParameters,
      document,
      answer: ItemIdAnswer,
      async handle({ id, revision }, context) {
        const { body } = context;
        if (body.id !== undefined && body.id !== id) {
          return refuseAs('id_mismatch', { parameter: 'id' });
        }
        const replaced = await keeper.replace({ ...body, id }, revision, context);
        return replaced.ok ? ok({ success: true, id }) : replaced;
      },
    }),
    operation({
      name: `admin_delete_${collection}`,
      area: 'admin',
      summary: `Deletes one of the ${things}, unless another item refers to it, or it is in use.`,
      errnos: [ERRNO.notFound, ERRNO.cannotConclude],
      endpoint: deleteItem(collection),
      ...make,
      parameters: ChangeItemParameters,
      answer: DoneAnswer,
      async handle({ id, revision }, context) {
        const removed = await keeper.remove(id, revision, context);
        return removed.ok ? ok({ success: true }) : removed;
      },
    }),
  ];
}
