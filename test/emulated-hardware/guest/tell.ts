/** What scripts in the laboratory share: saying what they saw, and waiting for it. */
export function tell(what: string, value: unknown): void {
  process.stdout.write(`\nLAB ${JSON.stringify({ [what]: value })}\n`);
}

const LOOK_MS = 20;
const DEADLINE_MS = 120_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += LOOK_MS) {
    if (waited > DEADLINE_MS) throw new Error(`never came: ${what}`);
    await pause(LOOK_MS);
  }
}
