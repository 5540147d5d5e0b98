// Writes the types that openapi-typescript makes of a description: node generate.mjs DESCRIPTION TYPES
// It is made for the compiler as a library, which the compiler of this project is not.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
const { default: openapiTS, astToString } = await import('openapi-typescript');
const [, , description, types] = process.argv;
writeFileSync(types, astToString(await openapiTS(JSON.parse(readFileSync(description, 'utf8')))));
