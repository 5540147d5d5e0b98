import type { ShownQuestion } from '../../../main/kiosk/contract/kiosk.ts';
import type { View } from '../model.ts';

export interface QuestionProps extends View {
  readonly question: ShownQuestion;
  /** Current answer, not yet accepted by the host. */
  readonly answer: readonly string[];
  readonly change: (next: (before: readonly string[]) => readonly string[]) => void;
  /** Ignores touches for now. */
  readonly waits?: boolean;
  /** Code: capitals and digits only. */
  readonly code?: boolean;
  /** Enter on a physical keyboard, same as Next. */
  readonly onEnter: () => void;
}
