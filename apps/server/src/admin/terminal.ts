import { createInterface } from 'node:readline/promises';
import { Writable, type Readable } from 'node:stream';

/** The person, or the script, that a command talks to. */
export interface Terminal {
  /** True when a person sits there, so that what is missing can be asked for. */
  readonly is_interactive: boolean;
  /** A line of the answer. */
  say(line: string): void;
  /** A line about what went wrong or needs attention. */
  warn(line: string): void;
  /** Asks for one line. */
  ask(question: string): Promise<string>;
  /** Asks for a line that is not shown; a script hands it over as the next line of its standard input. */
  askSecret(question: string): Promise<string>;
  close(): void;
}

export interface TerminalStreams {
  input: Readable & { isTTY?: boolean };
  output: Writable;
  errors: Writable;
}

/** A terminal on the streams of a process. Questions go to the errors, so that the answer can be piped on. */
export function openTerminal({ input, output, errors }: TerminalStreams): Terminal {
  const is_interactive = input.isTTY === true;
  let is_silent = false;
  const screen = new Writable({
    write(chunk, encoding, done) {
      if (is_silent) done();
      else errors.write(chunk, encoding, done);
    },
  });
  const reader = createInterface({ input, output: screen, terminal: is_interactive });
  // Lines that arrive before they are asked for are kept; a file that ends leaves what is still asked for empty.
  const lines = is_interactive ? null : reader[Symbol.asyncIterator]();
  const nextLine = async (question: string) => {
    if (lines === null) return reader.question(question);
    const { value, done } = await lines.next();
    return done === true ? '' : value;
  };
  return {
    is_interactive,
    say: (line) => void output.write(`${line}\n`),
    warn: (line) => void errors.write(`${line}\n`),
    ask: (question) => nextLine(question),
    async askSecret(question) {
      is_silent = true;
      try {
        const line = nextLine('');
        if (is_interactive) errors.write(question);
        return await line;
      } finally {
        is_silent = false;
        if (is_interactive) errors.write('\n');
      }
    },
    close: () => reader.close(),
  };
}
