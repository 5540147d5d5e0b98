import type { ShownQuestion } from '../../../main/kiosk/contract/kiosk.ts';
import type { View } from '../model.ts';

export interface QuestionProps extends View {
  readonly question: ShownQuestion;
  /** What the visitor has answered so far, not yet taken by the host. */
  readonly answer: readonly string[];
  readonly change: (next: (before: readonly string[]) => readonly string[]) => void;
  /** A code: capitals, digits, and nothing that does not count in it. */
  readonly code?: boolean;
  /** Enter on a real keyboard: as if Next was touched. */
  readonly onEnter: () => void;
}
