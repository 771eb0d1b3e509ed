import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on a port of its own that keeps what it is sent. */
export interface MailCatcher {
  readonly url: string;
  readonly mails: CaughtMail[];
  /** What it answers to this recipient from now on; null takes the mail. */
  answer(address: string, refusal: { code: number; text: string } | null): void;
  stop(): Promise<void>;
}

export interface CaughtMail {
  readonly to: string;
  /** The whole message as it came over the wire. */
  readonly raw: string;
}

/** Starts one; on a port that is named it takes the place of one that was stopped. */
export async function startMailCatcher(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const refusals = new Map<string, { code: number; text: string }>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address);
      done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo[0]!.address, raw: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    answer: (recipient, refusal) => void (refusal ? refusals.set(recipient, refusal) : refusals.delete(recipient)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
