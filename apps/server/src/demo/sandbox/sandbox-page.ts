import { dateTimeText } from '../../platform/clock.ts';
import { escapeHtml, renderPlainPage, type PageNonces } from '../../platform/sign-in/plain-page.ts';

/** A message as it arrived. */
export interface ArrivedMessage {
  readonly at: string;
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
  readonly body: string;
  readonly is_signed: boolean;
}

interface ShownSandbox {
  readonly source: string;
  readonly credentials: Readonly<Record<'client_id' | 'client_secret' | 'url' | 'webhook_secret', string>>;
  readonly messages: readonly ArrivedMessage[];
}

/** What another system needs to try the demo, how to run the example, and what arrived. */
export function sandboxPage(nonces: PageNonces, { source, credentials, messages }: ShownSandbox): string {
  const { client_id, client_secret, webhook_secret } = credentials;
  const address = new URL(credentials.url).origin;
  const command = [
    `TALAAN_URL=${address}`,
    `CLIENT_ID=${client_id}`,
    `CLIENT_SECRET=${client_secret}`,
    `WEBHOOK_SECRET=${webhook_secret}`,
    'node docs/integration/example-client.mjs',
  ].join(' \\\n');
  return renderPlainPage({
    ...nonces,
    title: 'Sandbox of the demo',
    content: {
      heading: 'Sandbox of the demo',
      wide: `<p>A client of the source ${source}. What it sends posts into the books of the demo at once. The example gets a token,
sends a batch, sends it again, sends a faulty one, and checks the webhook that comes here:</p>
<details open><summary><strong>The example</strong></summary>
<pre>${escapeHtml(command)}</pre></details>
<h2>Webhooks that came (${messages.length})</h2>
${messages.length === 0 ? '<p>None yet. One comes within seconds of a batch.</p>' : messages.map(messageOf).join('\n')}`,
    },
  });
}

function messageOf({ at, headers, body, is_signed }: ArrivedMessage): string {
  const state = is_signed ? 'signed by our secret' : 'not signed by our secret';
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `<details><summary><strong>${escapeHtml(headers['webhook-id'])}</strong><br>${dateTimeText(at)}, ${state}</summary>
<pre>${escapeHtml([...shown, '', body].join('\n'))}</pre></details>`;
}
