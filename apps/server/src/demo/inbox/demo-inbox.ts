import type { FastifyInstance } from 'fastify';
import { dateTimeText } from '../../platform/clock.ts';
import { escapeHtml, renderPlainPage } from '../../platform/sign-in/plain-page.ts';
import { notFound } from '../../platform/http/problem.ts';
import { startMailCatcher, type CaughtMail } from '../../platform/mail/mail-catcher.ts';
import type { MailServerSettings } from '../../platform/mail/mail-server.ts';
import { readMail } from './read-mail.ts';

/** Where the mails of the demo company are read. */
export const INBOX_PATH = '/demo/inbox';

export interface DemoInbox {
  /** The demo's own mail server: it delivers here and nowhere else. */
  readonly mail: MailServerSettings;
  /** Serves the page of what came in, to whoever may reach the demo. */
  serve(server: FastifyInstance): void;
  stop(): Promise<void>;
}

/** How many mails are kept, the newest, until the server stops. */
const MOST_MAILS = 500;

/** A real mail server on a loopback port of its own, for a demo company that is given none. */
export async function startDemoInbox(): Promise<DemoInbox> {
  const catcher = await startMailCatcher({ keeps: MOST_MAILS });
  return {
    mail: { url: catcher.url, from: 'Talaan <talaan@sampol.example>' },
    serve: (server) => serveInbox(server, catcher.mails),
    stop: () => catcher.stop(),
  };
}

function serveInbox(server: FastifyInstance, mails: readonly CaughtMail[]): void {
  server.get(INBOX_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        renderPlainPage({
          style_nonce: reply.cspNonce.style,
          script_nonce: reply.cspNonce.script,
          title: 'Inbox of the demo',
          content: { heading: `Inbox of the demo (${mails.length})`, wide: listOf(mails) },
        }),
      ),
  );

  server.get(`${INBOX_PATH}/:mail/:file`, { schema: { hide: true } }, async (request, reply) => {
    const asked = request.params as { mail: string; file: string };
    const mail = mails.find(({ number }) => String(number) === asked.mail);
    const file = mail && readMail(mail.raw).files[Number(asked.file)];
    if (!file) throw notFound('There is no such file.');
    const shown = file.media_type === 'application/pdf' ? 'inline' : 'attachment';
    return reply
      .type(file.media_type)
      .header('content-disposition', `${shown}; filename="${file.name.replaceAll(/[^\w .-]/g, '_')}"`)
      .send(file.bytes);
  });
}

const EMPTY =
  '<p>No mail came in yet. A receipt that is issued, a reminder or a password link comes here in seconds.</p>';

function listOf(mails: readonly CaughtMail[]): string {
  if (mails.length === 0) return EMPTY;
  return mails.map(mailOf).toReversed().join('\n');
}

function mailOf({ number, to, at, raw }: CaughtMail): string {
  const { subject, text, files } = readMail(raw);
  const time = dateTimeText(at.toISOString());
  const links = files.map(
    ({ name, bytes }, index) =>
      `<a href="${INBOX_PATH}/${number}/${index}" target="_blank">${escapeHtml(name)}</a> (${Math.ceil(bytes.length / 1024)} kB)`,
  );
  return `<details><summary><strong>${escapeHtml(subject)}</strong><br>to ${escapeHtml(to)}, ${time}</summary>
<pre>${withLinks(escapeHtml(text.trimEnd()))}</pre>${links.length === 0 ? '' : `<p>${links.join(', ')}</p>`}</details>`;
}

/** Addresses in a text that has been escaped, made to be followed. */
const withLinks = (html: string) => html.replaceAll(/https?:\/\/[^\s<]+/g, '<a href="$&">$&</a>');
