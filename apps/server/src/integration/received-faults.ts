import { parseAmount, formatAmount, sumMinor } from '@talaan/core/money/money';
import type { SendingFault, ReceivedBatch } from '@talaan/contract/integration/received-batch.contract';
import { Problem } from '../platform/http/problem.ts';

/** A fault by its place in what was sent, before it is told. */
export interface PlacedFault {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

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
  const more = faults.length === 1 ? '' : ` … and ${faults.length - 1} more fault${faults.length === 2 ? '' : 's'}.`;
  return new Problem(422, 'validation_failed', `${sentenceOf(told[0]!)}${more}`, {
    errors,
    faults: told,
    fault_count: faults.length,
  });
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
    field: parts.at(-1)!,
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

/** What the lines add up to, beside what the batch says of itself, document by document and as a whole. */
export function totalFaults({ control, documents, ...batch }: ReceivedBatch): PlacedFault[] {
  const faults: PlacedFault[] = [];
  const fault = (path: string, rule: string, message: string) => faults.push({ path, rule, message });
  const totals = documents.map(({ lines }) => ({
    debit: sumMinor(lines.map((line) => parseAmount(line.debit_amount) ?? 0n)),
    credit: sumMinor(lines.map((line) => parseAmount(line.credit_amount) ?? 0n)),
  }));
  const seen = new Map<string, number>();
  for (const [place, { document_no }] of documents.entries()) {
    const first = seen.get(document_no);
    if (first === undefined) seen.set(document_no, place);
    else fault(`documents.${place}.document_no`, 'twice', `document ${document_no} is in the batch twice.`);
    const { debit, credit } = totals[place]!;
    if (debit === credit) continue;
    const sums = `debit ${formatAmount(debit)}, credit ${formatAmount(credit)}`;
    fault(`documents.${place}`, 'unbalanced', `Batch ${batch.batch_no}, document ${document_no}: ${sums}.`);
  }
  const lines = documents.reduce((count, document) => count + document.lines.length, 0);
  if (control.documents !== documents.length) {
    fault(
      'control.documents',
      'control',
      `control.documents is ${control.documents}, the batch has ${documents.length}.`,
    );
  }
  if (control.lines !== lines) {
    fault('control.lines', 'control', `control.lines is ${control.lines}, the batch has ${lines}.`);
  }
  for (const side of ['debit', 'credit'] as const) {
    const said = parseAmount(control[side]) ?? 0n;
    const sum = sumMinor(totals.map((total) => total[side]));
    if (said === sum) continue;
    const message = `control.${side} is ${formatAmount(said)}, the lines add up to ${formatAmount(sum)}.`;
    fault(`control.${side}`, 'control', message);
  }
  return faults;
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
  if (errors === undefined) return [{ path: 'documents', rule: refusal.code, message: refusal.message }];
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
const KIND_OF: Readonly<Record<string, string>> = {
  account_code: 'account',
  branch: 'branch',
  department: 'department',
  section: 'section',
  payee_code: 'payee',
};

function ruleOf(message: string, field: string): string {
  const kind = KIND_OF[field];
  const ofKind = kind === undefined ? '' : `_${kind}`;
  if (/ is kept in /.test(message)) return 'different_currency';
  if (/inactive/.test(message)) return `inactive${ofKind}`;
  return /does not exist|no such/.test(message) ? `unknown${ofKind}` : 'entry';
}
