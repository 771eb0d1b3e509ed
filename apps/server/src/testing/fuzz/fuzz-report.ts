import type { FuzzFailure, FuzzOptions, FuzzOutcome } from './fuzz.ts';

/** A failed request with what makes it again. */
export function failureText({ request, reason }: FuzzFailure, { seed }: Pick<FuzzOptions, 'seed'>): string {
  const { number, sender, method, path, headers, body, tricks } = request;
  return [
    `--seed ${seed} --only ${number}   ${reason}`,
    `  ${method} ${path.slice(0, 300)}   by ${sender === null ? 'nobody' : `person ${sender}`}; ${tricks.join(', ') || 'as described'}`,
    `  ${JSON.stringify(headers).slice(0, 300)}`,
    ...(body === null
      ? []
      : [
          `  ${JSON.stringify(body.subarray(0, 400).toString('latin1'))}${body.length > 400 ? ` … ${body.length} bytes` : ''}`,
        ]),
  ].join('\n');
}

/** The figures of a run. */
export function outcomeText({ requests, answers, slowest_ms, failures }: FuzzOutcome, seconds: number): string {
  const counts = Object.entries(answers)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => `${count.toLocaleString('en').padStart(8)}  ${kind === '0' ? 'cut' : kind}`);
  return [
    ...counts,
    `${requests.toLocaleString('en')} requests in ${seconds.toFixed(0)} s (${Math.round(requests / seconds)} a second), the slowest ${(slowest_ms / 1000).toFixed(2)} s`,
    `${failures.length} failed`,
  ].join('\n');
}
