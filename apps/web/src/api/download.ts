import { addressOf, CallRefused, type CallArguments } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import type { Route } from '@talaan/contract/http/route';
import { headersOf, NetworkFailure } from './client.ts';
import { heedMaintenance } from './maintenance.ts';
import { sessionSignals } from './session-signals.ts';

/**
 * Fetches the file of a route that streams one and hands it to the browser to save; answers its name. Throws
 * `CallRefused` for a problem reply and `NetworkFailure` when no answer came, or when it broke off: half a file is not saved.
 */
export async function downloadFile<const R extends Route>(route: R, given: CallArguments<R>): Promise<string> {
  const { file, name = 'download' } = await fetchFile(route, given);
  saveFile(file, name);
  return name;
}

/**
 * Has the server make a file, what writes under this key once, and shows it in a tab of its own; where the browser lets none be
 * opened, it is saved. Throws as a download does; nothing opens then.
 */
export async function openMadeFile<const R extends Route>(
  route: R,
  given: CallArguments<R>,
  ...[idempotencyKey]: R['method'] extends 'GET' ? [] : [key: string]
): Promise<void> {
  // A browser lets a page open a tab at a click, not when an answer has come.
  const tab = window.open('', '_blank');
  try {
    const { file, name = 'file.pdf' } = await fetchFile(route, given, idempotencyKey);
    if (tab === null) saveFile(file, name);
    else tab.location.href = URL.createObjectURL(file);
  } catch (failure) {
    tab?.close();
    throw failure;
  }
}

async function fetchFile<const R extends Route>(
  route: R,
  given: CallArguments<R>,
  idempotencyKey?: string,
): Promise<{ file: Blob; name: string | undefined }> {
  const { params, query, body } = given as Partial<Record<'params' | 'query', Record<string, unknown>>> & {
    body?: unknown;
  };
  const written = {
    headers: {
      ...headersOf(route),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body ?? {}),
  };
  const response = await reach(() =>
    fetch(addressOf(route.path, params, query), {
      method: route.method,
      credentials: 'same-origin',
      ...(route.method === 'GET' ? {} : written),
    }),
  );
  if (response.status === 401) sessionSignals().ended();
  if (!response.ok) heedMaintenance(new CallRefused((await response.json()) as ProblemBody));
  return { file: await reach(() => response.blob()), name: fileNameOf(response) };
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
