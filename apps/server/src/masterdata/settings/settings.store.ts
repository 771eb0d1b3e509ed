import { sql } from 'kysely';
import type { Settings, StoredSettings } from '@talaan/contract/resources/organisation/settings.contract';
import { FOUR_EYES_SWITCHES, type FourEyesSwitch } from '@talaan/core/access/second-person';
import { DEFAULT_REMINDER_HOURS } from '@talaan/core/approval/reminder-hours';
import { DEFAULT_STALE_DAYS } from '@talaan/core/documents/cheque/cheque-state';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { DEFAULT_DUPLICATE_DAYS, DEFAULT_PAYEE_ACCOUNT_DAYS } from '@talaan/core/risk/risk-signals';
import type { Database } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import { changedMeanwhile } from '../../platform/http/last-change.ts';

/** Every setting that is stored as it is given, and nothing else that the table keeps. */
const KEYS = [
  'approval_required',
  'review_stage',
  'write_off_without_approval',
  'aging_day_60',
  'cheque_stale_days',
  'reminder_hours',
  'risk_duplicate_days',
  'risk_payee_account_days',
] as const satisfies (keyof Settings)[];

/** The settings as they stand; with `lock`, nobody else changes them until the transaction ends. */
export async function loadSettings(db: Database, { lock = false } = {}): Promise<StoredSettings> {
  const found = await sql<{ key: keyof Settings; value: never; row_version: number }>`
    select key, value, row_version from setting where key = any (${[...KEYS, 'four_eyes']}::text[]) order by key
    ${lock ? sql`for update` : sql``}`.execute(db);
  const values = Object.fromEntries(found.rows.map(({ key, value }) => [key, value])) as Partial<Settings>;
  const flags = <Name extends string>(
    names: readonly Name[],
    kept: Partial<Record<Name, boolean>> = {},
    absent: boolean,
  ) => Object.fromEntries(names.map((name) => [name, kept[name] ?? absent])) as Record<Name, boolean>;
  const types = ALL_DOCUMENT_TYPES;
  return {
    approval_required: flags(types, values.approval_required, true),
    review_stage: { ...flags(types, values.review_stage, true), BI: false },
    write_off_without_approval: values.write_off_without_approval ?? '0.00',
    aging_day_60: values.aging_day_60 ?? '31-60',
    cheque_stale_days: values.cheque_stale_days ?? DEFAULT_STALE_DAYS,
    reminder_hours: values.reminder_hours ?? DEFAULT_REMINDER_HOURS,
    risk_duplicate_days: values.risk_duplicate_days ?? DEFAULT_DUPLICATE_DAYS,
    risk_payee_account_days: values.risk_payee_account_days ?? DEFAULT_PAYEE_ACCOUNT_DAYS,
    four_eyes: await loadFourEyes(db),
    row_version: found.rows.reduce((sum, row) => sum + row.row_version, 0),
  };
}

/**
 * Stores the settings that are given. Throws 409 `row_version` when they were changed since they were read, and 409 when
 * a confirmation is switched on that nobody but the caller could give.
 */
export async function changeSettings(
  db: Database,
  given: Partial<Settings> & { row_version?: number | undefined },
): Promise<StoredSettings> {
  const stored = await loadSettings(db, { lock: true });
  if (given.row_version !== undefined && given.row_version !== stored.row_version) {
    throw await changedMeanwhile(db, { table: 'setting', keys: [...KEYS, 'four_eyes'] }, { current: stored });
  }
  if (given.four_eyes) await storeFourEyes(db, stored.four_eyes, given.four_eyes);
  for (const key of KEYS) {
    const value = given[key];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(stored[key])) continue;
    await sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(db);
  }
  return loadSettings(db);
}

type Switches = Settings['four_eyes'];
const SWITCHES = Object.keys(FOUR_EYES_SWITCHES) as FourEyesSwitch[];

/** The confirmations as they act: one that nobody set is on as soon as two people could decide something under it (decisions §8). */
async function loadFourEyes(db: Database): Promise<Switches> {
  const found = await sql<{ name: FourEyesSwitch; is_on: boolean }>`
    select name, four_eyes_on(name) as is_on from unnest(${SWITCHES}::text[]) as name`.execute(db);
  return Object.fromEntries(found.rows.map(({ name, is_on }) => [name, is_on])) as Switches;
}

/** What is stored of the given switches: one that is off because nobody set it stays so, and goes on by itself one day. */
async function storeFourEyes(db: Database, before: Switches, after: Switches): Promise<void> {
  const changed = SWITCHES.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  await requireTwoPeople(
    db,
    changed.filter((name) => after[name]),
  );
  const value = JSON.stringify(Object.fromEntries(changed.map((name) => [name, after[name]])));
  await sql`update setting set value = value || ${value}::jsonb where key = 'four_eyes'`.execute(db);
}

/** A confirmation that only one person could ask for and give would hold up everything: two must be able to. */
async function requireTwoPeople(db: Database, wanted: readonly FourEyesSwitch[]): Promise<void> {
  const found = await sql<{ switch: FourEyesSwitch; modules: string }>`
    select switch, string_agg(distinct module_name, ', ') as modules from guarded_things()
    where switch = any (${wanted}::text[]) and people_who_decide_on(module_name) < 2
    group by switch order by switch`.execute(db);
  for (const { switch: name, modules } of found.rows) {
    throw conflict(
      'second_person_missing',
      `${FOUR_EYES_SWITCHES[name]}: at least two active users need Update on each of ${modules}. Name a second one first.`,
    );
  }
}
