/** Entry: no Electron. The server, the kiosk's host and the pages over HTTP. */
import './lib/settings/utc.ts';
import { runUntilStopped } from './run-headless.ts';

await runUntilStopped(process.argv.slice(2));
