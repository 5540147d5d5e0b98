// npm run printer: the printer's command line (virtual printer, test ticket, decoder).
import { runFile } from './lib/run-file.mjs';

await runFile('dist/main/printer.js');
