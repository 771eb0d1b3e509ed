import nodemailer from 'nodemailer';

/** The mail server of the installation, and whom its mail is from. */
export interface MailServerSettings {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  /** `Talaan <books@company.example>`, or the address alone. */
  readonly from: string;
}

export interface OutgoingMail {
  readonly to_address: string;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string;
  /** The same in every attempt of one mail. */
  readonly message_key: string;
  readonly attachments?: readonly MailAttachment[];
}

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly name: string;
  readonly media_type: string;
  readonly bytes: Buffer;
}

/**
 * How an attempt ended. `accepted`: the server took the mail. `refused`: it will never take it. `deferred`: it asks to
 * try again later, or does not let us in. `unreachable`: it did not answer.
 */
export interface SendResult {
  readonly outcome: 'accepted' | 'refused' | 'deferred' | 'unreachable';
  /** What the server said, or what went wrong on the way to it. */
  readonly reply: string;
}

export interface MailServer {
  send(mail: OutgoingMail): Promise<SendResult>;
}

/** Most mail servers take no mail that is much larger; in bytes, all files of a mail together. */
const MOST_ATTACHED_BYTES = 10 * 1024 * 1024;

/** How long a mail server has, in milliseconds; one that is slower is taken for one that does not answer. */
interface Patience {
  /** To be there and to greet. */
  readonly greets: number;
  /** For each answer. It may think long about a mail that it has: to leave it then would send the mail again. */
  readonly answers: number;
  /** For everything, however much it says meanwhile: less than another sender waits before it takes the mail over. */
  readonly ends: number;
}

/** Four minutes at most, of the five for which a mail is held. */
const PATIENCE: Patience = { greets: 20_000, answers: 150_000, ends: 240_000 };

/** Commands about the mail itself: a final no to one of them is final. A no to signing in is not. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)/;

/** Speaks SMTP to the server that is set, over a connection of its own for each mail. Never throws for what the server says. */
export function openMailServer({ url, from }: MailServerSettings, patience = PATIENCE): MailServer {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: patience.greets,
    greetingTimeout: patience.greets,
    socketTimeout: patience.answers,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>@]+)>?$/.exec(from)?.[1] ?? 'talaan';
  return {
    async send(mail) {
      const { attachments = [] } = mail;
      const attached = attachments.reduce((sum, { bytes }) => sum + bytes.length, 0);
      if (attached > MOST_ATTACHED_BYTES) return tooLarge(attached);
      try {
        const sent = await transport.sendMail({
          signal: AbortSignal.timeout(patience.ends),
          from,
          to: mail.to_address,
          subject: mail.subject,
          text: mail.body_text,
          html: mail.body_html,
          messageId: `<${mail.message_key}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: attachments.map(({ name, media_type, bytes }) => ({
            filename: name,
            contentType: media_type,
            content: bytes,
          })),
        });
        return { outcome: 'accepted', reply: sent.response };
      } catch (error) {
        return failureOf(error as SmtpError);
      }
    },
  };
}

function tooLarge(bytes: number): SendResult {
  const size = (count: number) => `${(count / 1024 / 1024).toFixed(1)} MB`;
  return { outcome: 'refused', reply: `Its files have ${size(bytes)}; ${size(MOST_ATTACHED_BYTES)} is the most.` };
}

interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

function failureOf(error: SmtpError): SendResult {
  const { responseCode: code, command = '' } = error;
  if (error.name === 'AbortError') return { outcome: 'unreachable', reply: 'It did not come to an end with the mail.' };
  if (code === undefined) return { outcome: 'unreachable', reply: error.message };
  const outcome = code >= 500 && ABOUT_THE_MAIL.test(command) ? 'refused' : 'deferred';
  return { outcome, reply: error.response ?? error.message };
}
