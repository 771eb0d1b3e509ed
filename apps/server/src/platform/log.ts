import { pino, type Logger } from 'pino';

/** JSON-line log of the server; secrets that a request may carry are masked. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        'req.headers["x-csrf-token"]',
        '*.password',
        '*.token',
        '*.client_secret',
      ],
      censor: '[hidden]',
    },
  });
}
