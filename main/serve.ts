/** Entry: no Electron. Server, kiosk host and pages over HTTP. */
import './lib/settings/utc.ts';
import { runUntilStopped } from './run-headless.ts';

await runUntilStopped(process.argv.slice(2));
