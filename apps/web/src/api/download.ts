import { addressOf, CallRefused, type CallArguments } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import type { Route } from '@talaan/contract/http/route';
import { NetworkFailure } from './client.ts';
import { heedMaintenance } from './maintenance.ts';
import { sessionSignals } from './session-signals.ts';

/**
 * Fetches the file of a route that streams one and hands it to the browser to save; answers its name. Throws
 * `CallRefused` for a problem reply and `NetworkFailure` when no answer came, or when it broke off: half a file is not saved.
 */
export async function downloadFile<const R extends Route>(route: R, given: CallArguments<R>): Promise<string> {
  const { params, query } = given as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const response = await reach(() => fetch(addressOf(route.path, params, query), { credentials: 'same-origin' }));
  if (response.status === 401) sessionSignals().ended();
  if (!response.ok) heedMaintenance(new CallRefused((await response.json()) as ProblemBody));
  const name = fileNameOf(response) ?? 'download';
  saveFile(await reach(() => response.blob()), name);
  return name;
}

async function reach<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    throw new NetworkFailure(cause);
  }
}

function fileNameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}

/** Hands a file to the browser to save under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the address over by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
