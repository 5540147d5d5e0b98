/** Registration of pages, their files and the kiosk socket. */
import { fileURLToPath } from 'node:url';
import { registerDocsPage } from '../kiosk/shells/web/docs-page.ts';
import { directAccess, type SharedAccess, sharedAccess } from '../kiosk/shells/web/file-access.ts';
import { registerHelpPages } from '../kiosk/shells/web/help-pages.ts';
import { registerShellSocket } from '../kiosk/shells/web/kiosk-socket.ts';
import { admitPage } from '../kiosk/shells/web/page-access.ts';
import type { PageSessions } from '../kiosk/shells/web/page-sessions.ts';
import { KIOSK_PAGE, registerPages, SERVER_PAGES } from '../kiosk/shells/web/pages.ts';
import { registerSiteFiles, registerVoices } from '../kiosk/shells/web/site-files.ts';
import { assetUrl, helpUrl, pagesUrl } from '../lib/assets.ts';
import { type Log, systemClock } from '../lib/context.ts';
import type { Settings } from '../lib/settings/settings.ts';
import type { QueueSource } from './backend.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Kiosks } from './kiosks.ts';

/** Call this before the server listens. */
export async function addPages(
  settings: Settings,
  { server, pages, kiosks: source }: QueueSource,
  kiosks: Kiosks,
  sessions: PageSessions,
  log: Log,
  closing: CleanupStack,
): Promise<void> {
  const { filesDir } = settings;
  const shared: SharedAccess | null =
    filesDir === null ? null : sharedAccess({ folder: filesDir, clock: systemClock, log });
  closing.add(() => shared?.close());
  const files = { folder: filesDir ?? settings.dataDir, access: shared ?? directAccess };
  const isOwn = settings.server === null;
  await registerPages(server, {
    pagesDir: fileURLToPath(pagesUrl()),
    pages: isOwn ? [KIOSK_PAGE, ...SERVER_PAGES] : [KIOSK_PAGE],
    mediaOrigins: () => pages.mediaOrigins(),
    first: () => (pages.isEmpty() ? 'admin' : KIOSK_PAGE.name),
  });
  if (isOwn) {
    await registerDocsPage(server, fileURLToPath(assetUrl('docs/')));
    await registerHelpPages(server, fileURLToPath(helpUrl()));
    registerSiteFiles(server, { files, demoDir: fileURLToPath(assetUrl('demo/')) });
  }
  // A kiosk plays the voices with any server.
  registerVoices(server, { files, shippedVoiceDir: fileURLToPath(assetUrl('voice/')) });
  await registerShellSocket(server, {
    clock: systemClock,
    hostOf: (deviceId) => kiosks.of(deviceId),
    admit(caller, asked) {
      const deviceId = asked ?? source.defaultDevice();
      const kiosk = () => ({
        deviceId: asked ?? '',
        generation: pages.keyGeneration(asked ?? source.defaultDevice()),
      });
      return admitPage(caller, sessions, kiosk, () => {
        if (!pages.keysAsked(caller.forwarded)) return true;
        return caller.key !== null && pages.isKeyOf(deviceId, caller.key);
      });
    },
  });
}
