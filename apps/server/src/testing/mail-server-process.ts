// A mail server as a process of its own, to be killed: node --import tsx …/mail-server-process.ts PORT FILE.
// It writes the Message-ID of a mail to the file before it says yes to it, as one that loses nothing does.
import { appendFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';

const [port = '', file = ''] = process.argv.slice(2);

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const [, id = ''] = /^Message-ID: <([^@>]+)/im.exec(Buffer.concat(chunks).toString('utf8')) ?? [];
      appendFileSync(file, `${id}\n`);
      done();
    });
  },
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
