// npm run build: program and pages into dist/.
import { prepare, say } from './lib/prepare.mjs';

try {
  await prepare();
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
