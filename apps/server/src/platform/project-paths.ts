import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder: the nearest parent that holds `db/migrations`, from the source tree as from the bundle. */
function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'db', 'migrations'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder db/migrations is missing beside the program.');
    folder = parent;
  }
  return folder;
}

const PROJECT_ROOT = findProjectRoot();

/** Absolute path of a file or folder of the project. */
export function projectPath(...parts: string[]): string {
  return join(PROJECT_ROOT, ...parts);
}
