import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What hinders somebody on the page or `within` a part of it, one line each: the rule and the element. Empty when nothing
 * does. `rules` names those that are looked at; all without it. There are no frames.
 */
export async function axeFaults(
  page: Page,
  { within, rules }: { within?: string; rules?: readonly string[] } = {},
): Promise<string[]> {
  // A page keeps axe until another address is opened.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async ([selector, ids]) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const part = selector === undefined ? document : { include: [[selector]] };
      const { violations } = await run(part, { resultTypes: ['violations'], ...(ids ? { runOnly: [...ids] } : {}) });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
    },
    [within, rules] as const,
  );
}
