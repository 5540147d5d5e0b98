/**
 * Runs tests as ever; only those over a page are tried once more, since Chromium loses a page now and then. Said here and not
 * by a project of their own: a process goes on with files of its project alone, and to begin another costs seconds.
 */
import { sep } from 'node:path';
import { type RunnerTestFile, TestRunner } from 'vitest';

const FOLDERS = ['browser', 'electron'].map((folder) => `${sep}test${sep}${folder}${sep}`);

export default class PagesTwice extends TestRunner {
  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    const isOverPage = FOLDERS.some((folder) => file.filepath.includes(folder));
    this.config.retry = isOverPage ? 1 : 0;
  }
}
