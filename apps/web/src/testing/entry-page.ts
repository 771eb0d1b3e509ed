import { afterEach, beforeEach, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Screen } from '../page/screen.ts';
import { startSession } from '../session/session.ts';
import { answered, type AnswerName } from './recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Answers, type Asked } from './render-app.tsx';

/** A cell of the grid of an entry page, both from 0 on. */
export const cell = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)!;

/** What a call was last sent. */
export const sent = (asked: readonly Asked[], call: string) =>
  asked.findLast((one) => one.call === call)?.body as never;

export const foot = () => page.getByRole('region', { name: 'Total and actions' });

/** Types texts and presses Enter after each: the way of the numeric keypad. */
export async function typeCells(...texts: string[]): Promise<void> {
  for (const text of texts) {
    if (text !== '') await userEvent.keyboard(text.replaceAll('{', '{{').replaceAll('[', '[['));
    await userEvent.keyboard('{Enter}');
  }
}

/** Each test is worked at an instant by somebody with these levels; what it changed of clock and window ends with it. */
export function workedAt(instant: string, levels: Parameters<typeof loginDataOf>[0]): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });
    startSession(loginDataOf(levels));
  });
  afterEach(async () => {
    await page.viewport(1280, 800);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Opens an address of these screens with answers that the server gave, and those that a test needs besides. */
export const opening =
  (screen: Screen, ...known: AnswerName[]) =>
  async (address: string, answers: Answers = {}) => {
    const asked = answerCalls({ ...answered(...known), ...answers });
    const app = await renderApp([screen], address);
    return { asked, ...app };
  };
