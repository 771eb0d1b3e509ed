import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '../../../packages/contract/src/http/client.ts';
import { percentile, type Figure } from '../../figures.ts';
import { growthDuring, readsUntil } from '../../meanwhile.ts';
import type { Books } from '../../stage.ts';
import type { SessionHeaders } from '../../talaan-server.ts';

/** A file as the page sends it, with what is sent beside it. */
export function uploadForm(name: string, content: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.set('upload_id', randomBytes(16).toString('hex'));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.append('upload_file[]', new File([content], name));
  return form;
}

/** Sends a form or JSON and answers the data of the reply. Throws what was answered instead. */
export async function callServer<Data>(
  { server }: Pick<Books, 'server'>,
  { 'content-type': json, ...session }: SessionHeaders,
  path: string,
  body: FormData | object,
): Promise<Data> {
  const isForm = body instanceof FormData;
  const reply = await fetch(`http://127.0.0.1:${server.port}${addressOf(path)}`, {
    method: 'POST',
    headers: { ...session, ...(isForm ? {} : { 'content-type': json }), 'idempotency-key': crypto.randomUUID() },
    body: isForm ? body : JSON.stringify(body),
  });
  const answer = (await reply.json()) as { data: Data };
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer).slice(0, 1000)}`);
  return answer.data;
}

/** How much memory the server takes while a file is worked on, and how long somebody else waits for a page of a list meanwhile. */
export async function figuresMeanwhile(
  { server, reader }: Books,
  { id, seconds }: { readonly id: string; readonly seconds: number },
  work: () => Promise<void>,
): Promise<Figure[]> {
  const idle = await readsUntil(server, reader, delay(seconds * 1000));
  const running = work();
  const [megabytes, busy] = await Promise.all([growthDuring(server, running), readsUntil(server, reader, running)]);
  return [
    {
      id: `${id} memory`,
      title: 'Memory that the server takes for it, in MB',
      unit: 'count',
      ours: megabytes,
      yardstick: null,
      goal: { at_most: 150 },
    },
    {
      id: `${id} others`,
      title: 'List page of somebody else meanwhile, 95th percentile : with nobody else there',
      unit: 'ms',
      ours: percentile(busy, 0.95),
      yardstick: percentile(idle, 0.95),
      goal: { at_most: 2 },
    },
  ];
}
