/** Entry: no Electron. The server, the kiosk's host and the pages over HTTP. */
import './settings/utc.ts';
import { runUntilToldToStop } from './run.ts';

await runUntilToldToStop(process.argv.slice(2));
