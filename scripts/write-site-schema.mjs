// Writes assets/schemas/site.schema.json, the JSON Schema of the site file, for editors. Run it after a change of the site file:
//   npx node scripts/write-site-schema.mjs
import { writeFileSync } from 'node:fs';
import { siteJsonSchema } from '../main/site/rules/site-json-schema.ts';

const file = new URL('../assets/schemas/site.schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(siteJsonSchema(), null, 2)}\n`);
