/** Progress of a copy or backup. */
export interface TransferProgress {
  /** `ticket: 4000 of 500000`. */
  readonly what: string;
  /** A file written in one go, and its maximum size in bytes. */
  readonly growing?: { readonly file: string; readonly bytes: number };
}

export type OnProgress = (told: TransferProgress) => void;

export const ignoreProgress: OnProgress = () => undefined;
