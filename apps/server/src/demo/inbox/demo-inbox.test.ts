import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpServer } from '../../platform/http/http-server.ts';
import { openMailServer } from '../../platform/mail/mail-server.ts';
import { mailText } from '../../platform/mail/mail-text.ts';
import { INBOX_PATH, startDemoInbox, type DemoInbox } from './demo-inbox.ts';

let inbox: DemoInbox;
let server: FastifyInstance;
beforeAll(async () => {
  inbox = await startDemoInbox();
  server = await createHttpServer({
    version: 'test',
    logger: pino({ level: 'silent' }),
    requests_per_minute: 60,
    secure: false,
    trusted_proxies: 0,
  });
  inbox.serve(server);
});
afterAll(async () => {
  await server.close();
  await inbox.stop();
});

const PDF = Buffer.from(`%PDF-1.7 ${'\u20b1'.repeat(400)}`, 'utf8');
const LONG = `Resibo ng Señor Niño: ₱ 1.00 ${'para sa lahat '.repeat(12)}`.trim();

it('shows each mail with its words as they were written, the newest first, and opens its files', async () => {
  expect((await server.inject(INBOX_PATH)).body).toContain('No mail came in yet.');
  const sender = openMailServer(inbox.mail);
  const mail = (subject: string, text: string) => ({
    to_address: 'ana@sampol.example',
    message_key: crypto.randomUUID(),
    ...mailText(subject, [text]),
  });
  await sender.send({
    ...mail(LONG, 'Ñandú <b>₱</b> at https://talaan.example/new-password?a=1 = b'),
    attachments: [
      { name: 'Resibo 1.pdf', media_type: 'application/pdf', bytes: PDF },
      { name: 'page.html', media_type: 'text/html', bytes: Buffer.from('<script>') },
    ],
  });
  await sender.send(mail('Second', 'Text'));
  const { body, headers } = await server.inject(INBOX_PATH);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body.match(/<strong>.*?<\/strong>/g)).toEqual(['<strong>Second</strong>', `<strong>${LONG}</strong>`]);
  expect(body).toContain('Ñandú &#60;b&#62;₱&#60;/b&#62; at <a href="https://talaan.example/new-password?a=1"');
  expect(body).toContain(`<a href="${INBOX_PATH}/1/0" target="_blank">Resibo 1.pdf</a> (2 kB)`);
  const pdf = await server.inject(`${INBOX_PATH}/1/0`);
  expect([pdf.headers['content-type'], pdf.headers['content-disposition']]).toEqual([
    'application/pdf',
    'inline; filename="Resibo 1.pdf"',
  ]);
  expect(pdf.rawPayload.equals(PDF)).toBe(true);
  expect((await server.inject(`${INBOX_PATH}/1/1`)).headers['content-disposition']).toMatch(/^attachment;/);
  expect((await server.inject(`${INBOX_PATH}/9/0`)).statusCode).toBe(404);
});
