/** Visible message for a failed start. */
import type { App, Dialog } from 'electron';
import type { SystemProcess } from './system-process.ts';

/**
 * Ends the program. A program with windows has no console: unless whoever started it reads standard error, the reason
 * is shown in a box, once Electron is ready, because before that it has no boxes on Linux. Never for a service: the box
 * waits for somebody to close it, and meanwhile the service manager believes that all is well.
 */
export async function endWithReason(
  { app, dialog }: { readonly app: App; readonly dialog: Dialog },
  system: Pick<SystemProcess, 'say' | 'isRead' | 'env'>,
  { reason, exitCode }: { readonly reason: string; readonly exitCode: number },
): Promise<void> {
  system.say(reason);
  if (!system.isRead && system.env.SYSTEMD_EXEC_PID === undefined) {
    await app.whenReady();
    dialog.showErrorBox('Take a Number', reason);
  }
  app.exit(exitCode);
}
