import { useAnswerKinds } from '../forms/answer-kinds.ts';
import { useAdmin } from '../model/admin.ts';
import type { Wording } from './wording.ts';

export function useWording(): Wording {
  const { t, site, language } = useAdmin();
  const kinds = useAnswerKinds();
  return { t, language: language.id.value, file: site.file.value, kinds };
}
