import type { AddressInfo } from 'node:net';

/** A real SMTP server on a port of this machine that keeps what it is sent: of the demo and of tests. */
export interface MailCatcher {
  readonly url: string;
  readonly mails: CaughtMail[];
  /** What it answers to this recipient from now on; null takes the mail. */
  answer(address: string, refusal: { code: number; text: string } | null): void;
  stop(): Promise<void>;
}

export interface CaughtMail {
  /** Counted from 1 in the order in which they came. */
  readonly number: number;
  readonly to: string;
  readonly at: Date;
  /** The whole message as it came over the wire. */
  readonly raw: string;
}

interface CatcherOptions {
  /** The port of one that was stopped, whose place it takes. */
  readonly port?: number;
  /** How many mails it keeps, the newest. */
  readonly keeps?: number;
}

/** Starts one, which takes every mail until it is told to refuse some. */
export async function startMailCatcher({ port = 0, keeps = Infinity }: CatcherOptions = {}): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  let count = 0;
  const refusals = new Map<string, { code: number; text: string }>();
  // Here, so that a server that sends its mail elsewhere never loads it.
  const { SMTPServer } = await import('smtp-server');
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
        const raw = Buffer.concat(chunks).toString('utf8');
        mails.push({ number: (count += 1), to: envelope.rcptTo[0]!.address, at: new Date(), raw });
        if (mails.length > keeps) mails.shift();
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
