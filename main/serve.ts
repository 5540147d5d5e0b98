/** Entry: no Electron. The server, the kiosk's host and the pages over HTTP. */
import './lib/settings/utc.ts';
import { runUntilToldToStop } from './run-headless.ts';

await runUntilToldToStop(process.argv.slice(2));
