/** An audio context whose output can be chosen; not every browser has it yet. */
export interface SinkContext extends AudioContext {
  /** Output of its sound; empty for the usual one. */
  readonly sinkId?: string;
  setSinkId?(id: string): Promise<void>;
}

/** Ids under which browsers name whichever output is in use once more. */
export const OUTPUTS_IN_USE: readonly string[] = ['default', 'communications'];
