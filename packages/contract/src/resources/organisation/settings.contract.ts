import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { FOUR_EYES_SWITCHES, type FourEyesSwitch } from '@talaan/core/access/second-person';
import { REMINDER_HOURS } from '@talaan/core/approval/reminder-hours';
import { STALE_DAYS } from '@talaan/core/documents/cheque/cheque-state';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { LONGEST_RISK_DAYS } from '@talaan/core/risk/risk-signals';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';

const flag = z.boolean('must be true or false.');

function flagsOf<Name extends string>(names: readonly Name[]) {
  return z.strictObject(Object.fromEntries(names.map((name) => [name, flag])) as Record<Name, typeof flag>);
}

/** A window in days; 0 turns what looks through it off. */
function daysOf(name: string) {
  const message = `${name} must be a whole number of days from 0 to ${LONGEST_RISK_DAYS}.`;
  return z.int(message).min(0, message).max(LONGEST_RISK_DAYS, message);
}

const types = ALL_DOCUMENT_TYPES;
const switches = Object.keys(FOUR_EYES_SWITCHES) as FourEyesSwitch[];

/** The settings of the company (decisions §3, §8, §9). */
const settings = z.object({
  /** Document types that need approval by officers before they post. */
  approval_required: flagsOf(types),
  /** Document types with the stage For Review before the first approval; Billing has none. */
  review_stage: flagsOf(types),
  /** Up to so many pesos are written off of an invoice without approval; more takes the route of a journal (decisions §6). */
  write_off_without_approval: z
    .string()
    .regex(/^\d{1,13}\.\d{2}$/, 'write off without approval must be an amount such as 100.00.'),
  /** The bucket of AR aging in which day 60 counts. */
  aging_day_60: z.enum(['31-60', '61-90'], 'aging day 60 must be 31-60 or 61-90.'),
  /** Days after its date from which a cheque that nobody presented is stale. */
  cheque_stale_days: z.literal(STALE_DAYS, `cheque stale days must be ${STALE_DAYS.join(', ')}.`),
  /** Hours after which a reminder goes to whoever could review or approve. */
  reminder_hours: z.literal(REMINDER_HOURS, `reminder hours must be ${REMINDER_HOURS.join(', ')}.`),
  /** Days around a payment within which the same payee with the same remarks or amount is a risk signal; 0: off. */
  risk_duplicate_days: daysOf('risk duplicate days'),
  /** Days for which a new or changed bank account of a payee is a risk signal; 0: off. */
  risk_payee_account_days: daysOf('risk payee account days'),
  /** What changes only with the confirmation of a second person. */
  four_eyes: flagsOf(switches),
});
export type Settings = z.infer<typeof settings>;

const storedSettings = settings.extend({
  /** Counts their changes: what an update names as the version that it has read. */
  row_version: z.int(),
});
export type StoredSettings = z.infer<typeof storedSettings>;

export const readSettings = defineRoute({
  method: 'GET',
  path: '/settings',
  summary: 'Settings of the company',
  tag: 'Companies',
  access: { kind: 'module', module: 'Companies', level: ACCESS.select },
  response: recordOf(storedSettings),
});

/** Settings that are not named keep their value. Switching a confirmation off waits for a second person itself. */
export const updateSettings = defineRoute({
  method: 'PUT',
  path: '/settings',
  summary: 'Change settings of the company',
  tag: 'Companies',
  access: { kind: 'module', module: 'Companies', level: ACCESS.update },
  body: settings
    .partial()
    .extend({ row_version: wireNumber(z.number().int().min(1)).optional() })
    .strict(),
  response: recordOf(storedSettings),
  may_wait: true,
});
