/** A copy of the project into which a how-to is followed: what it writes there compiles and runs, and nothing of it stays. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectPath } from '../../platform/project-paths.ts';

const ROOT = projectPath();
const PACKAGES = ['packages/core', 'packages/contract', 'apps/server', 'apps/web'];
const LEFT_OUT = /(^|\/)(node_modules|dist|data|images|\.\w+|[^/]+\.tsbuildinfo)$/;

/** A whole file of a how-to, or a change of one that stands. */
export interface Block {
  /** From the root of the project. */
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

/** The blocks of a how-to: a line with nothing but a path, and the code below it. */
export function readBlocks(page: string): Block[] {
  const text = readFileSync(projectPath('docs', 'howto', page), 'utf8');
  const found = text.matchAll(/^( *)`([\w./-]+)`\n\n\1```(\w+)\n([^]*?)\n\1```$/gm);
  return Array.from(found, ([, indent, file, language, code]) => ({
    file: file!,
    language: language!,
    text: `${code!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n`,
  }));
}

/** Copies the sources into a new folder and links what is installed; the packages of the project are those of the copy. */
export function copyProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'talaan-copy-'));
  cpSync(ROOT, folder, { recursive: true, filter: (file) => !LEFT_OUT.test(path.relative(ROOT, file)) });
  for (const place of ['.', 'apps/web']) {
    const [from, to] = [ROOT, folder].map((root) => path.join(root, place, 'node_modules')) as [string, string];
    // What only the web asks for stands with the others, unless two versions are asked for.
    if (!existsSync(from)) continue;
    mkdirSync(to);
    for (const name of readdirSync(from).filter((one) => one !== '@talaan' && !one.startsWith('.')))
      symlinkSync(path.join(from, name), path.join(to, name));
  }
  mkdirSync(path.join(folder, 'node_modules/@talaan'));
  for (const name of PACKAGES)
    symlinkSync(path.join(folder, name), path.join(folder, 'node_modules/@talaan', path.basename(name)));
  return folder;
}

/** Writes the files of a how-to into a copy, and changes those that stand there; throws where a change finds no place, or two. */
export function writeBlocks(folder: string, blocks: readonly Block[]): void {
  for (const { file, language, text } of blocks) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (language === 'diff') writeFileSync(target, changed(file, readFileSync(target, 'utf8'), text));
    else writeFileSync(target, text, { flag: 'wx' });
  }
}

/** A text with the changes of a diff, whose parts are parted by empty lines; each part is found by the lines that stay or go. */
function changed(file: string, text: string, diff: string): string {
  return diff.split('\n\n').reduce((before, part) => {
    const without = (sign: string) =>
      part
        .split('\n')
        .filter((line) => line !== '' && line[0] !== sign)
        .map((line) => `\n${line.slice(1)}`)
        .join('');
    const pieces = `\n${before}`.split(`${without('+')}\n`);
    if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} places of:${without('+')}`);
    return pieces.join(`${without('-')}\n`).slice(1);
  }, text);
}
