/** Ours: a branch like another one, and back to what its model has. */
import { ERRNO } from '../../contract/errno.ts';
import { CopyBranchParameters, LikeModelParameters, ManyAnswer } from '../../contract/rest/many.ts';
import { fail, ok } from '../../contract/result.ts';
import { likeModel } from '../../core/follow/like-model.ts';
import { copyBranch } from '../../core/many/copy-branch.ts';
import { type Operation, operation } from '../operation.ts';
import { refuse } from '../refusal.ts';
import { TAKEN } from '../site/edit-site.ts';
import type { Wish } from '../site/many-changes.ts';
import { ADMIN, backOffice, ofBranch, officeFile } from './back-office.ts';
import { type Answer, look } from './look-at-many.ts';

const copy = operation({
  name: 'admin_copy_branch',
  method: 'POST',
  path: `${ADMIN}/copy_branch`,
  ...backOffice,
  parameters: CopyBranchParameters,
  answer: ManyAnswer,
  async handle({ location, id, name, follow, ...asked }, context): Answer {
    const wish: Wish = (file) => {
      const parts = copyBranch(file, location, { id, name, follow });
      if (parts === null) return refuse(ERRNO.notFound, 'location');
      const added: Record<string, unknown> = { ...file };
      for (const [collection, items] of Object.entries(parts) as [keyof typeof parts, readonly { id: string }[]][]) {
        const known = new Set(file[collection].map((item) => item.id));
        const taken = items.find((item) => known.has(item.id));
        if (taken !== undefined) {
          return fail({
            errno: ERRNO.invalidParameters,
            parameter: 'id',
            error: TAKEN,
            faults: [`${collection}(${taken.id}): ${TAKEN}`],
          });
        }
        added[collection] = [...file[collection], ...items];
      }
      return ok(added);
    };
    return look(wish, asked, context);
  },
});

const asModel = operation({
  name: 'admin_like_model',
  method: 'POST',
  path: `${ADMIN}/like_model`,
  ...ofBranch,
  parameters: LikeModelParameters,
  answer: ManyAnswer,
  async handle({ location, collection, id, field, ...asked }, context): Answer {
    if (!officeFile(context).locations.some((each) => each.id === location)) return refuse(ERRNO.notFound, 'location');
    const wish: Wish = (file) => {
      const like = likeModel(file, location, { collection, id, field });
      return like === null ? refuse(ERRNO.notFound, 'location') : ok(like);
    };
    return look(wish, asked, context);
  },
});

export const MODEL_OPERATIONS: readonly Operation[] = [copy, asModel];
