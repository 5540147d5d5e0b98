// npm run examples: records the example requests and answers of /docs and the OpenAPI description from the demo site.
import { runFile } from './lib/run-file.mjs';

process.env.RECORD_EXAMPLES = 'yes';
await runFile('node_modules/vitest/vitest.mjs', { tools: true }, ['run', 'test/docs/examples.test.ts']);
