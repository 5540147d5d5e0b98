/** Audio context with a selectable output, which not every browser supports. */
export interface SinkContext extends AudioContext {
  /** Output id; empty: default. */
  readonly sinkId?: string;
  setSinkId?(id: string): Promise<void>;
}

/** Ids that browsers use for aliases of other outputs. */
export const OUTPUTS_IN_USE: readonly string[] = ['default', 'communications'];
