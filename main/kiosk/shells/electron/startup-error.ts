/** Visible message for a failed start. */
import type { App, Dialog } from 'electron';
import type { SystemProcess } from './system-process.ts';

/**
 * Reports a failed start and ends the program. A program with windows has no console: unless its starter reads standard
 * error, a dialog shows the reason, after Electron is ready, because Linux has no dialogs before. Never for a service:
 * the dialog would wait for a person, while the service manager assumes a healthy program.
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
