import {
  FOUR_EYES_SWITCHES,
  type ChangeAction,
  type ChangeGuard,
  type ChangeState,
} from '@talaan/core/access/second-person';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { anyResource, writableFields } from '@talaan/contract/resource/define-resource';
import { displayValue } from '@talaan/contract/resource/display-value';
import type { FieldShape } from '@talaan/contract/resource/field';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { PendingChange } from '@talaan/contract/resources/pending-change.contract';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { DELEGATION } from '../../approvals/delegation.routes.ts';
import type { Database } from '../../platform/database/database.ts';
import { loadNames, type NamedRecord, type RecordNames } from '../records/record-names.ts';
import { SETTINGS } from '../settings/settings.routes.ts';

type FieldChange = PendingChange['changes'][number];

/** A change as it is kept. */
export interface KeptChange {
  readonly id: number;
  readonly guard: ChangeGuard;
  readonly resource: string;
  readonly module_name: string;
  readonly record_id: number | null;
  readonly action: ChangeAction;
  readonly label: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly before: (Readonly<Record<string, unknown>> & { row_version: number }) | null;
  readonly requested_by: number;
  readonly requested_by_name: string;
  readonly requested_at: string;
  readonly state: ChangeState;
  readonly decided_by_name: string | null;
  readonly decided_at: string | null;
  readonly remarks: string | null;
}

/** Each field that a kept change sets, before and after, as people read it. */
export async function changesOf(db: Database, change: KeptChange): Promise<FieldChange[]> {
  switch (change.resource) {
    case SETTINGS:
      return settingChanges(change);
    case DELEGATION:
      return standInChanges(change);
    default:
      return recordChanges(db, change);
  }
}

/** A stand-in's persons are in the name of the change; its days and reason are told here. */
function standInChanges({ body }: KeptChange): FieldChange[] {
  const words = { 'First day': body['from_date'], 'Last day': body['to_date'], Reason: body['reason'] };
  return Object.entries(words).map(([label, after]) => ({ label, before: null, after: textOf(after) }));
}

async function recordChanges(db: Database, change: KeptChange): Promise<FieldChange[]> {
  const definition = anyResource(resourceNamed(change.resource as ResourceName));
  const isDeletion = change.action === 'delete';
  const fields = writableFields(definition).filter(([name]) => isDeletion || change.body[name] !== undefined);
  const pairs = fields.map(([name, shape]) => ({
    shape,
    before: change.before?.[name] ?? null,
    after: isDeletion ? null : change.body[name],
  }));
  const named = pairs.flatMap(({ shape, before, after }) => [...recordsIn(shape, before), ...recordsIn(shape, after)]);
  const names = await loadNames(db, named);
  const wordsOf = (shape: FieldShape, value: unknown) => displayValue(shape, withNames(shape, value, names)) || null;
  return pairs
    .map(({ shape, before, after }) => ({
      label: shape.label,
      before: wordsOf(shape, before),
      after: wordsOf(shape, after),
    }))
    .filter(({ before, after }) => before !== after);
}

/** The records that a value names, also in its inner rows. */
function recordsIn(shape: FieldShape, value: unknown): NamedRecord[] {
  if (shape.kind === 'children') {
    const members = Object.entries(shape.fields);
    return rowsOf(value).flatMap((row) => members.flatMap(([name, member]) => recordsIn(member, row[name])));
  }
  if (shape.kind !== 'reference' || (typeof value !== 'string' && typeof value !== 'number')) return [];
  if (shape.none?.value === value) return [];
  return [{ to: shape.to, by: shape.by === 'id' ? 'id' : 'key', value: String(value) }];
}

/** The value with what its records are called in the place of their keys; names that a stored row brings along are left out. */
function withNames(shape: FieldShape, value: unknown, names: RecordNames): unknown {
  if (shape.kind !== 'children') {
    const [record] = recordsIn(shape, value);
    return record === undefined ? value : names.nameOf(record);
  }
  const members = Object.entries(shape.fields).filter(([, member]) => member.kind !== 'lookup');
  return rowsOf(value).map((row) =>
    Object.fromEntries(members.map(([name, member]) => [name, withNames(member, row[name], names)])),
  );
}

function rowsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

const SETTING_LABELS: Readonly<Record<string, { label: string; members: Readonly<Record<string, string>> }>> = {
  approval_required: { label: 'Approval', members: labelsOf(DOCUMENT_TYPES) },
  review_stage: { label: 'Review', members: labelsOf(DOCUMENT_TYPES) },
  four_eyes: { label: 'Second person', members: FOUR_EYES_SWITCHES },
};

function settingChanges({ body, before }: KeptChange): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [key, { label, members }] of Object.entries(SETTING_LABELS)) {
    const [old, wanted] = [before?.[key] ?? {}, body[key] ?? {}] as Record<string, boolean>[];
    for (const [name, member] of Object.entries(members)) {
      if (wanted![name] === undefined || wanted![name] === old![name]) continue;
      changes.push({ label: `${label}: ${member}`, before: onOff(old![name]), after: onOff(wanted![name]) });
    }
  }
  for (const [key, label] of Object.entries(PLAIN_SETTINGS)) {
    if (body[key] === undefined || body[key] === before?.[key]) continue;
    changes.push({ label, before: textOf(before?.[key]), after: textOf(body[key]) });
  }
  return changes;
}

const PLAIN_SETTINGS = {
  aging_day_60: 'Aging: day 60 counts in',
  cheque_stale_days: 'Cheques: stale after days',
  reminder_hours: 'Reminders: after hours',
  risk_duplicate_days: 'Risks: days around a payment like another',
  risk_payee_account_days: 'Risks: days after a payee account is new or changed',
} as const;

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function onOff(value: boolean | undefined): string {
  return value === true ? 'on' : 'off';
}

function labelsOf(types: Readonly<Record<string, { label: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(types).map(([code, { label }]) => [code, `${label} (${code})`]));
}
