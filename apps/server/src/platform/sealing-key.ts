import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from './configuration.ts';

/**
 * The key by which the installation seals what it must be able to read again, so that a copy of the database alone tells none of
 * it: the one that is set, else one that is made once in the data folder. Read when it is first asked for.
 */
export function keepSealingKey({
  sealing_key,
  data_dir,
}: Pick<Configuration, 'sealing_key' | 'data_dir'>): () => Promise<string> {
  let known: Promise<string> | undefined = sealing_key === null ? undefined : Promise.resolve(sealing_key);
  return () =>
    (known ??= keyOfFolder(path.join(data_dir, 'sealing.key')).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
}

async function keyOfFolder(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = await readFile(file, 'utf8');
  if (key.length < 32) throw new Error(`${file} holds no key.`);
  return key;
}
