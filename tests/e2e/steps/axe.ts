import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What hinders somebody on the page or `within` a part of it, one line each: the rule and the element. Empty when nothing
 * does. `without` leaves a part out, `rules` names those that are looked at; all without it. There are no frames.
 */
export async function axeFaults(
  page: Page,
  { within, without, rules }: { within?: string; without?: string; rules?: readonly string[] } = {},
): Promise<string[]> {
  // A page keeps axe until another address is opened.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async ([included, excluded, ids]) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
      const part = {
        include: included === undefined ? document : [[included]],
        ...(excluded === undefined ? {} : { exclude: [[excluded]] }),
      };
      const { violations } = await run(part, {
        resultTypes: ['violations'],
        ...(ids === undefined ? {} : { runOnly: [...ids] }),
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
    },
    [within, without, rules] as const,
  );
}
