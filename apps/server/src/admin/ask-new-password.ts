import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { readFieldValue, type EnteredField } from '@talaan/contract/resource/field-value';
import { AdminRefusal } from './admin-command.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks a person twice for a new password, again until it is good; a script has one try, the next line of its standard
 * input. `judge` answers why it cannot be taken, or null. Passwords are never taken from the command line.
 */
export async function askNewPassword(
  terminal: Terminal,
  judge: (password: string) => Promise<string | null>,
): Promise<string> {
  for (;;) {
    const password = await terminal.askSecret('Password: ');
    const fault = lengthFault(password) ?? (await judge(password));
    if (fault === null && (!terminal.is_interactive || (await terminal.askSecret('Once more: ')) === password)) {
      return password;
    }
    const sentence = fault ?? 'The two are not the same.';
    if (!terminal.is_interactive) throw new AdminRefusal(`${sentence} Give the password on standard input.`);
    terminal.warn(sentence);
  }
}

function lengthFault(password: string): string | null {
  const field = { ...fieldOf(resourceNamed('user'), 'password'), optional: false } as EnteredField;
  const reading = readFieldValue(field, password);
  return reading.ok ? null : reading.message;
}
