import { inTransaction } from '../platform/database/database.ts';
import { endMaintenance, startMaintenance } from '../platform/database/installation-switches.ts';
import { AdminRefusal, CONSOLE_ACTOR, type AdminCommand } from './admin-command.ts';

/** Characters of a message: it must fit on the page that waits. */
const LONGEST_MESSAGE = 250;

/** Stops the product for everybody but super users, or lets everybody in again. */
export const maintenance: AdminCommand = {
  usage: 'on|off [--message <text>]',
  summary: 'Stop the product for everybody but super users, and tell why',
  words: ['on|off'],
  options: ['message'],
  async run({ database, terminal, words, options }) {
    const message = options['message']?.normalize('NFC').trim() || null;
    if (message !== null && message.length > LONGEST_MESSAGE) {
      throw new AdminRefusal(`A message can have at most ${LONGEST_MESSAGE} characters.`);
    }
    if (words[0] === 'on') {
      await inTransaction(database, CONSOLE_ACTOR, (db) => startMaintenance(db, message));
      terminal.say(
        'Maintenance is on: within a second only super users are served. What was sent before is finished. ' +
          'End it with: npm run admin -- maintenance off',
      );
    } else {
      if (message !== null) throw new AdminRefusal('A message belongs to "maintenance on".');
      await inTransaction(database, CONSOLE_ACTOR, (db) => endMaintenance(db));
      terminal.say('Maintenance is off: everybody goes on where they were.');
    }
  },
};
