import { sql } from 'kysely';
import { DEFAULT_REMINDER_HOURS } from '@talaan/core/approval/reminder-hours';
import type { MailChoice } from '@talaan/contract/notices/notice.contract';
import { dateTimeText, hourInManila, today } from '../platform/clock.ts';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.store.ts';
import { forgetNotices, readMailChoices, tellWaiting } from './notice.store.ts';
import { waitingMail, type WaitingMail } from './notice-texts.ts';
import { readApprovers, readWaitingSteps, type Approver, type WaitingStep } from './waiting-steps.store.ts';

/** The digest goes out at eight in Manila, or later when no server ran then; reminders from eight on; both until seven. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

export interface MailMoment {
  readonly now: Date;
  /** Address that people open, without a slash at the end. */
  readonly address: string;
}

/**
 * Brings the bells in line with what waits: who could act on a step that nobody was told of is told, and what waits no
 * more is taken away. Safe to repeat and to run on several servers.
 */
export async function ringForWaiting(database: Database): Promise<void> {
  await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    await forgetNotices(transaction);
    const steps = await readWaitingSteps(transaction, await readApprovers(transaction), { untold: true });
    if (steps.length > 0) await tellWaiting(transaction, steps);
  });
}

/**
 * Queues the digest of the day, once, from eight o'clock on and not at night: one mail to everybody for whom something waits, and who
 * wants it. Whoever became able to act since is told in the bell too.
 */
export async function queueDigests(database: Database, { now, address }: MailMoment): Promise<void> {
  if (!isWorkingHour(hourInManila(now))) return;
  await runOnce(database, 'digest', today(now), async (transaction, approvers, steps) => {
    await tellWaiting(transaction, steps);
    return { approvers, steps, choices: ['digest', 'both'], day: today(now), hours: 0, address };
  });
}

/**
 * Queues reminders once an hour in working time, about what waits longer than the hours of the setting `reminder_hours`
 * for somebody. A step is in one reminder a day for each person; whoever gets the digest besides is reminded of it once.
 */
export async function queueReminders(database: Database, { now, address }: MailMoment): Promise<void> {
  const hour = hourInManila(now);
  if (!isWorkingHour(hour)) return;
  const slot = `${today(now)} ${String(hour).padStart(2, '0')}`;
  await runOnce(database, 'reminder', slot, async (transaction, approvers, steps) => {
    const hours = await readReminderHours(transaction);
    const limit = now.getTime() - hours * 3_600_000;
    const late = steps.filter(({ since }) => new Date(since).getTime() <= limit);
    return { approvers, steps: late, choices: ['reminder', 'both'], day: today(now), hours, address };
  });
}

function isWorkingHour(hour: number): boolean {
  return hour >= FIRST_HOUR && hour <= LAST_HOUR;
}

type Template = WaitingMail['template'];

interface MailPlan {
  readonly approvers: readonly Approver[];
  readonly steps: readonly WaitingStep[];
  /** Who gets it, by what he chose. */
  readonly choices: readonly MailChoice[];
  readonly day: string;
  readonly hours: number;
  readonly address: string;
}

/** Whichever server claims the slot first does the work, in the transaction of the claim. */
async function runOnce(
  database: Database,
  template: Template,
  slot: string,
  plan: (transaction: Database, approvers: Approver[], steps: WaitingStep[]) => Promise<MailPlan>,
): Promise<void> {
  await inTransaction(database, SYSTEM_ACTOR, async (transaction) => {
    const claimed = await sql`
      insert into mail_run (template, slot) values (${template}, ${slot}) on conflict do nothing
      returning slot`.execute(transaction);
    if (claimed.rows.length === 0) return;
    const approvers = await readApprovers(transaction);
    const steps = await readWaitingSteps(transaction, approvers);
    const { mailed, without_address } = await queueAll(
      transaction,
      template,
      slot,
      await plan(transaction, approvers, steps),
    );
    await sql`
      update mail_run set mailed = ${mailed}, without_address = ${without_address}
      where template = ${template} and slot = ${slot}`.execute(transaction);
  });
}

async function queueAll(transaction: Database, template: Template, slot: string, plan: MailPlan) {
  const chosen = await readMailChoices(transaction);
  const counts = { mailed: 0, without_address: 0 };
  for (const person of plan.approvers) {
    const choice = chosen.get(person.user_id) ?? 'both';
    if (!plan.choices.includes(choice)) continue;
    const waiting = plan.steps.filter(({ people }) => people.includes(person.user_id));
    const onceOnly = template === 'reminder' && choice === 'both';
    const items = await withoutTold(transaction, template, person.user_id, onceOnly ? null : plan.day, waiting);
    if (items.length === 0) continue;
    if (person.email === null) counts.without_address += 1;
    else if (await queueOne(transaction, template, slot, { ...person, email: person.email }, items, plan))
      counts.mailed += 1;
  }
  return counts;
}

/** The steps of which this kind of mail did not tell the person on the day, or, without a day, ever. */
async function withoutTold(
  transaction: Database,
  template: Template,
  userId: number,
  day: string | null,
  steps: readonly WaitingStep[],
): Promise<WaitingStep[]> {
  const told = await sql<{ move_id: string }>`
    select move_id from mail_notice
    where template = ${template} and user_id = ${userId} and (${day}::date is null or day = ${day}::date)
      and move_id = any (${steps.map(({ move_id }) => move_id)}::bigint[])`.execute(transaction);
  const ids = new Set(told.rows.map(({ move_id }) => move_id));
  return steps.filter(({ move_id }) => !ids.has(move_id));
}

async function queueOne(
  transaction: Database,
  template: Template,
  slot: string,
  person: Approver & { email: string },
  steps: readonly WaitingStep[],
  { day, hours, address }: MailPlan,
): Promise<boolean> {
  const items = steps.map((step) => ({ ...step, since: dateTimeText(step.since) }));
  const mail = waitingMail({ template, first_name: person.first_name, items, hours, address });
  const source = `${slot}/${person.user_id}`;
  const id = await queueMail(transaction, {
    ...mail,
    user_id: person.user_id,
    to_address: person.email,
    template,
    source,
  });
  if (id === null) return false;
  await sql`
    insert into mail_notice (template, user_id, day, move_id, message_id)
    select ${template}, ${person.user_id}, ${day}::date, t.move_id, ${id}::bigint
    from unnest(${steps.map(({ move_id }) => move_id)}::bigint[]) as t (move_id)`.execute(transaction);
  return true;
}

async function readReminderHours(database: Database): Promise<number> {
  const setting = await database
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'reminder_hours')
    .executeTakeFirst();
  return typeof setting?.value === 'number' ? setting.value : DEFAULT_REMINDER_HOURS;
}
