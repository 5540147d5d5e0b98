import { useEffect, useState } from 'preact/hooks';
import { LIST_ANSWER_TYPES } from '../../../main/forms/contract/endpoints.ts';
import { useAdmin } from '../model/admin.ts';
import { objectOf } from '../model/item.ts';
import type { AnswerKind } from './question.ts';

/** The answer types that a question may have: the site's own and those of the house. */
export function useAnswerKinds(): readonly AnswerKind[] {
  const { session, site } = useAdmin();
  const [kinds, setKinds] = useState<readonly AnswerKind[]>([]);
  const own = site.file.value?.question_answer_types;
  useEffect(() => {
    void session.rest.call(LIST_ANSWER_TYPES, {}).then((answer) => {
      if (!answer.ok) return;
      setKinds(answer.value.question_answer_types.map((kind) => ({ ...kind, config: objectOf(kind.config) })));
    });
  }, [session, own]);
  return kinds;
}
