import {
  FOUR_EYES_SWITCHES,
  type ChangeAction,
  type ChangeGuard,
  type ChangeState,
} from '@talaan/core/access/second-person';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { changesTold, plain, type ChangedRow, type ToldField } from '@talaan/core/text/told-changes';
import { anyResource, writableFields } from '@talaan/contract/resource/define-resource';
import { displayValue } from '@talaan/contract/resource/display-value';
import type { FieldShape } from '@talaan/contract/resource/field';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { PendingChange } from '@talaan/contract/resources/pending-change.contract';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { DELEGATION } from '../../approvals/delegation.routes.ts';
import type { Database } from '../../platform/database/database.ts';
import { loadNames, type NamedRecord, type RecordNames } from '../records/record-names.ts';
import { PASSWORD_LINK } from '../../access/passwords/password.routes.ts';
import { lineWords, newestLines, periodText, RESULT_MAP, type ResultMap } from '../result-map/result-map.store.ts';
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
      return told(SETTING_FIELDS, flattened(change.before), { ...flattened(change.before), ...flattened(change.body) });
    case DELEGATION:
      return told(STAND_IN_FIELDS, null, change.body);
    case PASSWORD_LINK:
      return told(LINK_FIELDS, null, change.body);
    case RESULT_MAP:
      return mapChanges(db, change.body as unknown as ResultMap);
    default:
      return recordChanges(db, change);
  }
}

/** A field as a change of it is told. */
interface LabelledField extends ToldField {
  readonly label: string;
}

function told(fields: readonly LabelledField[], before: ChangedRow | null, after: ChangedRow | null): FieldChange[] {
  return changesTold(fields, before, after).map(({ field, ...change }) => ({ label: field.label, ...change }));
}

/** The accounts that a map puts elsewhere than the version before it, and those that it leaves out. */
async function mapChanges(db: Database, { effective_from, lines }: ResultMap): Promise<FieldChange[]> {
  const before = new Map((await newestLines(db)).map(({ acct_code, measure }) => [acct_code, lineWords(measure)]));
  const after = new Map(lines.map(({ acct_code, measure }) => [acct_code, lineWords(measure)]));
  const codes = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const moved = codes.flatMap((code): FieldChange[] => {
    const [was, is] = [before.get(code) ?? null, after.get(code) ?? null];
    return was === is ? [] : [{ label: `Account ${code}`, before: was, after: is }];
  });
  return [{ label: 'From', before: null, after: periodText(effective_from) }, ...moved];
}

const LINK_FIELDS = [{ key: 'email', label: 'Goes to', read: plain }];

/** A stand-in's persons are in the name of the change; its days and reason are told here. */
const STAND_IN_FIELDS = [
  { key: 'from_date', label: 'First day', read: plain },
  { key: 'to_date', label: 'Last day', read: plain },
  { key: 'reason', label: 'Reason', read: plain },
];

async function recordChanges(db: Database, change: KeptChange): Promise<FieldChange[]> {
  const definition = anyResource(resourceNamed(change.resource as ResourceName));
  const isDeletion = change.action === 'delete';
  const fields = writableFields(definition).filter(([name]) => isDeletion || change.body[name] !== undefined);
  const after = isDeletion ? null : change.body;
  const named = fields.flatMap(([name, shape]) => [
    ...recordsIn(shape, change.before?.[name]),
    ...recordsIn(shape, after?.[name]),
  ]);
  const names = await loadNames(db, named);
  return told(
    fields.map(([key, shape]) => ({
      key,
      label: shape.label,
      read: (value) => displayValue(shape, withNames(shape, value, names)),
    })),
    change.before,
    after,
  );
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

const GROUPS: Readonly<Record<string, { label: string; members: Readonly<Record<string, string>> }>> = {
  approval_required: { label: 'Approval', members: labelsOf(DOCUMENT_TYPES) },
  review_stage: { label: 'Review', members: labelsOf(DOCUMENT_TYPES) },
  four_eyes: { label: 'Second person', members: FOUR_EYES_SWITCHES },
};

const SETTING_FIELDS: readonly LabelledField[] = [
  ...Object.entries(GROUPS).flatMap(([group, { label, members }]) =>
    Object.entries(members).map(([name, member]) => ({
      key: `${group}.${name}`,
      label: `${label}: ${member}`,
      read: (value: unknown) => (value === true ? 'on' : 'off'),
    })),
  ),
  { key: 'write_off_without_approval', label: 'Write-offs: without approval up to', read: plain },
  { key: 'aging_day_60', label: 'Aging: day 60 counts in', read: plain },
  { key: 'cheque_stale_days', label: 'Cheques: stale after days', read: plain },
  { key: 'reminder_hours', label: 'Reminders: after hours', read: plain },
  { key: 'risk_duplicate_days', label: 'Risks: days around a payment like another', read: plain },
  { key: 'risk_payee_account_days', label: 'Risks: days after a payee account is new or changed', read: plain },
];

/** Settings with the members of their groups as fields of their own. */
function flattened(settings: ChangedRow | null): ChangedRow {
  return Object.fromEntries(
    Object.entries(settings ?? {}).flatMap(([key, value]) =>
      key in GROUPS
        ? Object.entries(value as object).map(([name, member]) => [`${key}.${name}`, member])
        : [[key, value]],
    ),
  );
}

function labelsOf(types: Readonly<Record<string, { label: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(types).map(([code, { label }]) => [code, `${label} (${code})`]));
}
