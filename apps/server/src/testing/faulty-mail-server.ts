import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What a broken mail server does with a caller. */
export type MailFault = (caller: Socket) => void;

const say = (caller: Socket, line: string) => caller.write(`${line}\r\n`);

/** Answers each line of a caller who is greeted; `answers` begins with what the first lines are answered by their command. */
function inDialog(answers: Readonly<Record<string, (caller: Socket) => void>>): MailFault {
  return (caller) => {
    let heard = '';
    say(caller, '220 mail.example');
    caller.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
        const line = heard.slice(0, end);
        heard = heard.slice(end + 2);
        const [command = ''] = line.split(/[ :]/);
        const answer = answers[command];
        if (answer !== undefined) answer(caller);
        else if (/^(EHLO|HELO|MAIL|RCPT|RSET)$/.test(command)) say(caller, '250 fine');
        else if (command === 'DATA') say(caller, '354 go on');
      }
    });
  };
}

/** The ways in which a mail server fails (reliability G-R25), by what it does. */
export const MAIL_FAULTS: Readonly<Record<string, MailFault>> = {
  'resets every connection': (caller) => void caller.destroy(),
  'never says a word': () => undefined,
  'speaks another protocol': (caller) => void caller.end('HTTP/1.1 500 Internal Server Error\r\n\r\n'),
  'answers without an end': (caller) => {
    const more = () => {
      while (!caller.destroyed && caller.write('x'.repeat(65_536)));
    };
    caller.on('drain', more);
    more();
  },
  'never ends its answer': inDialog({
    EHLO: (caller) => {
      const more = setInterval(() => (caller.destroyed ? clearInterval(more) : say(caller, '250-more')), 50);
    },
  }),
  'lets nobody in': (caller) => void say(caller, '554 no service here'),
  // It would take the mail without TLS, where everybody on the way reads it.
  'offers TLS and cannot do it': inDialog({
    EHLO: (caller) => void say(caller, '250-mail.example\r\n250 STARTTLS'),
    STARTTLS: (caller) => {
      say(caller, '220 go on');
      caller.once('data', () => caller.end('no TLS here\r\n'));
    },
    '.': (caller) => void say(caller, '250 taken'),
  }),
  'shows a certificate for which nobody vouches': (caller) => {
    // The package has such a certificate of its own, of which it would warn.
    const untrusted = new SMTPServer({
      authOptional: true,
      logger: false,
      onData: (mail, _session, done) => mail.on('end', done).resume(),
    });
    untrusted.on('error', () => {});
    untrusted.server.emit('connection', caller);
  },
  'falls silent after the recipient': inDialog({ RCPT: () => undefined }),
  'is full': inDialog({ DATA: (caller) => void say(caller, '452 insufficient system storage') }),
  'breaks off before it has answered the mail': inDialog({ '.': (caller) => void caller.destroy() }),
};

/** Takes every mail, and thinks about it for so long (ms) before it says so. */
export const slowToTake = (thinks: number): MailFault =>
  inDialog({ '.': (caller) => void setTimeout(() => say(caller, '250 taken'), thinks) });

/** Fails in one way on a port of its own, or on the one that is named. */
export async function startFaultyMailServer(
  fault: MailFault,
  port = 0,
): Promise<{ url: string; stop(): Promise<void> }> {
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    callers.add(caller);
    caller.on('error', () => {});
    fault(caller);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const caller of callers) caller.destroy();
        server.close(() => resolve());
      }),
  };
}
