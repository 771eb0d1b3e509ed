import type { PlacedFault } from '@talaan/core/integration/batch-totals';
import { ruleOfRefusal, type FaultRule } from '@talaan/core/integration/fault-rules';
import type { SendingFault, ReceivedBatch } from '@talaan/contract/integration/received-batch.contract';
import { Problem } from '../platform/http/problem.ts';

/** How many faults are told in full. */
const MOST_TOLD = 100;

/** 422 with everything that is wrong, in order of its place: the first 100 in full, and how many there are. */
export function refusedBatch(body: unknown, faults: readonly PlacedFault[]): Problem {
  const told = faults
    .toSorted((one, other) => byPlace(one.path, other.path))
    .slice(0, MOST_TOLD)
    .map((fault) => toldFault(body, fault));
  const errors: Record<string, string[]> = {};
  for (const { path, message } of told) (errors[path] ??= []).push(message);
  return new Problem(422, 'validation_failed', `${sentenceOf(told[0]!)}${moreFaults(faults.length)}`, {
    errors,
    faults: told,
    fault_count: faults.length,
  });
}

/** What follows the sentence of the first fault of so many: ` … and 41 more faults.` */
export function moreFaults(count: number): string {
  const more = count - 1;
  return more === 0 ? '' : ` … and ${more.toLocaleString('en')} more fault${more === 1 ? '' : 's'}.`;
}

/** Where it stands and what it is, for people: `Document 3, line 12, branch: no branch has the code SMP-049.` */
function sentenceOf({ path, batch_no, document_no, line, field, message }: SendingFault): string {
  if (batch_no !== null && message.startsWith(`Batch ${batch_no}`)) return message;
  const place = [
    batch_no === null ? null : `Batch ${batch_no}`,
    document_no === null ? null : `document ${document_no}`,
    line === null ? null : `line ${line}`,
    message.startsWith(field) || message.startsWith(path) ? null : field,
  ];
  return `${place.filter((part) => part !== null && part !== '').join(', ')}: ${message}`;
}

function toldFault(body: unknown, { path, rule, message }: PlacedFault): SendingFault {
  const parts = path.split('.');
  const [list, document, lines, line] = parts;
  const inDocument = list === 'documents' && document !== undefined;
  const value = valueAt(body, parts);
  return {
    path,
    batch_no: textOf(valueAt(body, ['batch_no'])),
    document_no: inDocument ? textOf(valueAt(body, ['documents', document, 'document_no'])) : null,
    line: inDocument && lines === 'lines' && line !== undefined ? Number(line) + 1 : null,
    // Of a document or a line as a whole the list in which it stands.
    field: parts.findLast((part) => !/^\d+$/.test(part))!,
    value: textOf(value),
    rule,
    message,
  };
}

/** What stands at a place of data that came from outside. */
function valueAt(data: unknown, path: readonly string[]): unknown {
  let found = data;
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return null;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 250)
    : null;
}

function byPlace(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** What our own entry calls a field, in the words of what was sent. */
const SENT_AS: Readonly<Record<string, string>> = {
  branch_id: 'branch',
  department_id: 'department',
  section_id: 'section',
  payee_id: 'payee_code',
  billing_service_id: 'service',
  bank_id: 'bank_account',
  payee_bank_id: 'payee_account_number',
  currency_id: 'currency',
};

/** The faults of our own entry (`headers.2.payee_id`, `details.17.branch_id`), by their places in what was sent. */
export function sentFaults({ documents }: ReceivedBatch, refusal: Problem): PlacedFault[] {
  const { errors } = refusal.details;
  if (errors === undefined) return [{ path: 'documents', rule: ruleOfRefusal(refusal.code), message: refusal.message }];
  const places = documents.flatMap(({ lines }, document) =>
    lines.map((_, line) => `documents.${document}.lines.${line}`),
  );
  return Object.entries(errors).flatMap(([path, messages]) => {
    const [list, place, field = ''] = path.split('.');
    const sent = SENT_AS[field] ?? field;
    const at =
      place === undefined
        ? 'documents'
        : list === 'details'
          ? `${places[Number(place)] ?? 'documents'}.${sent}`
          : `documents.${place}.${sent}`;
    return messages.map((message) => ({
      path: at,
      rule: ruleOf(message, sent),
      message: message.replace(/^line \d+: /, ''),
    }));
  });
}

/** What kind of record a field names. */
const KIND_OF: Readonly<Record<string, 'account' | 'branch' | 'department' | 'section' | 'payee'>> = {
  account_code: 'account',
  branch: 'branch',
  department: 'department',
  section: 'section',
  payee_code: 'payee',
};

function ruleOf(message: string, field: string): FaultRule {
  const kind = KIND_OF[field];
  if (/ is kept in /.test(message)) return 'different_currency';
  if (kind === undefined) return 'entry';
  if (/inactive/.test(message)) return `inactive_${kind}`;
  return /does not exist|no such/.test(message) ? `unknown_${kind}` : 'entry';
}
