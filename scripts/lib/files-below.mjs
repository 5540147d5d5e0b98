// Paths of the files of one kind below a folder.
import { readdirSync } from 'node:fs';

/** With slashes on every system, sorted; `node:fs` of Node 20 has no `globSync`. */
export function filesBelow(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending))
    .sort();
}
