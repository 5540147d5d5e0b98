/**
 * Names the tests that passed only when they were tried again, behind all others: such a test passes, and has to be
 * looked at.
 */
import type { Reporter, TestCase } from 'vitest/node';

export default class SecondTry implements Reporter {
  readonly #late: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#late.push(test);
  }

  onTestRunEnd(): void {
    for (const { module, fullName } of this.#late)
      console.log(`passed at the second try: ${module.relativeModuleId} > ${fullName}`);
  }
}
