import { FAULTS_TOLD, MOST_BATCHES, type UploadedBatch } from '@talaan/contract/integration/uploaded-batches.contract';
import { MOST_LINES } from '@talaan/contract/integration/received-batch.contract';
import type { PlacedFault } from '@talaan/core/integration/batch-totals';
import { readDocumentType } from '@talaan/core/documents/document-type';
import { ruleOfRefusal, type FaultRule } from '@talaan/core/integration/fault-rules';
import {
  announcedLines,
  isComplete,
  joinBatch,
  type BatchPart,
  type JoinedBatch,
  type JoinedBody,
  type PlacedRow,
} from '@talaan/core/integration/join-batch';
import type { UploadedRow } from '@talaan/core/integration/read-cells';
import { UPLOAD_FILES, type UploadKind } from '@talaan/core/integration/upload-columns';
import { amountText, formatAmount, MAX_AMOUNT_MINOR, parseAmount } from '@talaan/core/money/money';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { checkBatch, type GivenSending } from '../receive-batch.ts';
import { namedOf, type CheckedSending, type NamedSending, type Sender } from '../sending.ts';
import { missingColumns, placeColumns } from './file-columns.ts';
import { readRows, rowsOf, type FaultsByPlace, type RowFault } from './read-rows.ts';
import { RecordNames, type KnownRecord } from './record-names.ts';
import {
  findLive,
  findParts,
  headOf,
  type KeptPart,
  type LiveBatch,
  type NewPart,
  type WaitingFile,
} from './uploads.store.ts';
import { readOfFiles } from './waiting-batch.ts';

/** What a file says, after every check; it is taken where it has no fault. */
export interface CheckedFile {
  readonly faults: readonly RowFault[];
  readonly batches: readonly FileBatch[];
  readonly debit: string;
  readonly credit: string;
}

/** A batch of a file. */
interface FileBatch extends UploadedBatch {
  /** What it takes its number by, where it is entered now; null while its other half misses, or somebody is to accept it. */
  readonly named: NamedSending | null;
}

export interface CheckContext {
  readonly database: Database;
  readonly definitions: DocumentDefinitions;
  readonly user: Principal;
  readonly sender: Sender;
  /** Code of the uploader's department, where the heads of his file name none. */
  readonly department: string;
  /** Keeps what the file holds of a batch that has no fault, and was not received before with the same content. */
  readonly keep?: (part: NewPart) => Promise<void>;
}

/**
 * Reads and checks every row of a file that waits, joins its batches with what waits of them, and checks those that are whole as if
 * they had come by the API. Nothing stops at the first fault, and nothing is written here. `tell` takes the rows that are done.
 */
export async function checkFile(
  context: CheckContext,
  upload: WaitingFile,
  tell: (done: number) => void,
): Promise<CheckedFile> {
  const known = UPLOAD_FILES[upload.kind].columns;
  const columns = placeColumns(known, upload.header, upload.columns);
  const missing = missingColumns(known, columns);
  if (upload.settings.batch_no === '' && !columns.some(({ column }) => column.name === 'batch_no')) {
    missing.push('Give the number of the batch: the file has no column for it.');
  }
  if (missing.length > 0) {
    const faults = missing.map((message) => headingFault(message));
    return { faults, batches: [], debit: '0.00', credit: '0.00' };
  }
  const names = new RecordNames(context.database);
  const given = { upload, columns, names };
  const { batches: numbers, faults, debit, credit } = await readRows(context.database, given, tell);
  const batch_nos = [...numbers.keys()];
  if (upload.row_count === 0) {
    return { faults: [headingFault('The file has no rows below its heading.')], batches: [], debit, credit };
  }
  if (batch_nos.length > MOST_BATCHES) {
    throw new Problem(413, 'too_many_entries', `The file has more than ${MOST_BATCHES.toLocaleString('en')} batches.`);
  }
  const { source_id } = context.sender;
  const live = await findLive(context.database, source_id, batch_nos);
  const batches: FileBatch[] = [];
  for (const [batch_no, own] of numbers) {
    const kept = await findParts(context.database, source_id, [batch_no]);
    const rows = await rowsOf(context.database, given, own);
    const checker = new BatchCheck(context, { upload, names, batch_no, rows, kept, faults });
    batches.push(await checker.check(live.get(batch_no) ?? null));
  }
  const sorted = faults.all().toSorted((one, other) => one.row - other.row);
  return { faults: await withNear(names, upload.kind, sorted), batches, debit, credit };
}

/** A fault of the heading, which is row 1. */
const headingFault = (message: string): RowFault => ({
  row: 1,
  column: null,
  value: '',
  rule: 'required',
  message,
  near: null,
});

/** What our fields are called in a file with heads and lines, beside those of the other files. */
const HEAD_OF_WHOLE: Readonly<Record<string, string>> = {
  department: 'head_department',
  payee_code: 'head_payee',
  atc_code: 'head_atc',
  remarks: 'head_remarks',
};

interface GivenBatch {
  readonly upload: WaitingFile;
  readonly names: RecordNames;
  readonly batch_no: string;
  readonly rows: readonly UploadedRow[];
  readonly kept: readonly KeptPart[];
  readonly faults: FaultsByPlace;
}

/** The check of one batch of a file. */
class BatchCheck {
  readonly #context: CheckContext;
  readonly #given: GivenBatch;
  /** Whether something is wrong with the batch as a whole. */
  #isFaulty = false;

  constructor(context: CheckContext, given: GivenBatch) {
    this.#context = context;
    this.#given = given;
  }

  async check(live: LiveBatch | null): Promise<FileBatch> {
    const { upload, batch_no, rows, kept } = this.#given;
    const { half } = UPLOAD_FILES[upload.kind];
    const part = this.#partOf();
    if (live === null) this.#requireRoom();
    this.#requireSize(part);
    const parts: BatchPart[] = [...(live === null ? kept : []), { half, rows }];
    if (live !== null && half !== 'whole') {
      this.#told('known', `Batch ${batch_no} was received already, as batch ${live.batch_number} on ${live.on}.`);
    }
    const head = live === null ? headOf(kept) : undefined;
    const join = () => joinBatch(parts, { batch_no, department: head?.department ?? this.#context.department });
    const waiting = { batch_no, state: 'waiting', batch_number: null, named: null } as const;
    const read = this.#read(parts, join());
    const checked = read === null ? null : await this.#enterable(parts, join, read);
    if (this.#isFaulty) return waiting;
    if (live === null) await this.#context.keep?.(part);
    if (checked === null) return waiting;
    if (live !== null) {
      const isSame = live.content_hash === checked.content_hash.toString('hex');
      if (!isSame) this.#told('known', `Batch ${batch_no} was received with other content.`);
      return { ...live, named: null };
    }
    const isEntered = this.#context.sender.posting === 'route';
    return { ...waiting, state: 'for_approval', named: isEntered ? namedOf(checked, checked.department_id) : null };
  }

  /** What the parts say together, where they are the whole batch and nothing is wrong with them; faults are told. */
  #read(parts: readonly BatchPart[], joined: JoinedBatch): GivenSending | null {
    const { rows, faults } = this.#given;
    const whole = isComplete(parts);
    // Sums of amounts that cannot be read say nothing.
    const isSummed = !faults.hasAmounts(rows);
    for (const { place, ...fault } of joined.faults) {
      const isTold = whole ? isSummed || !OF_SUMS.has(fault.rule) : OF_HALF.has(fault.rule);
      if (isTold) this.#add(parts, joined, place, fault);
    }
    if (whole) this.#requireCurrency(parts, joined);
    this.#isFaulty ||= rows.some(({ row }) => faults.hasRow(row));
    if (!whole || this.#isFaulty) return null;
    const read = readOfFiles(this.#context.sender, joined.body);
    return 'faults' in read ? this.#refused(parts, joined, read.faults) : read;
  }

  #partOf(): NewPart {
    const { upload, batch_no, rows, kept } = this.#given;
    const { half } = UPLOAD_FILES[upload.kind];
    const sum = (...names: string[]) =>
      amountText(
        rows.reduce(
          (total, { values }) => total + (parseAmount(names.map((name) => values[name]).find(Boolean) ?? '') ?? 0n),
          0n,
        ),
      );
    return {
      batch_no,
      half,
      // After the last one: of several, one may have been undone.
      place:
        half === 'detail' ? 1 + Math.max(-1, ...kept.flatMap((one) => (one.half === 'detail' ? one.place : []))) : 0,
      announced: half === 'header' ? announcedLines([{ half, rows }]) : null,
      rows,
      debit: sum('debit_amount', 'debit_total'),
      credit: sum('credit_amount'),
    };
  }

  /** What is kept of a batch can be added up. */
  #requireSize({ debit, credit, announced }: NewPart): void {
    const { batch_no } = this.#given;
    if (parseAmount(debit) === null || parseAmount(credit) === null) {
      this.#told('control', `Batch ${batch_no} adds up to more than ${formatAmount(MAX_AMOUNT_MINOR)}.`);
    }
    if (announced !== null && announced > MOST_LINES) {
      this.#told('control', `Batch ${batch_no} has at most ${MOST_LINES.toLocaleString('en')} lines.`);
    }
  }

  /** A batch has its heads once; its lines come in several files only where its header announces how many there are. */
  #requireRoom(): void {
    const { upload, batch_no, kept } = this.#given;
    const { half } = UPLOAD_FILES[upload.kind];
    const isDetail = half === 'detail';
    const other = kept.find((one) => (one.half === 'detail') === isDetail || one.half === 'whole');
    if (!other || (isDetail && other.half === 'detail' && announcedLines(kept) !== null && !isComplete(kept))) return;
    const what = isDetail ? 'details' : 'header';
    const { file_name, on, user_name } = other;
    this.#told('known', `Batch ${batch_no} has its ${what} already (${file_name}, ${on}, ${user_name}).`);
  }

  /** Accounts of another currency, told for every row at once; an adjusting journal in pesos revalues them. */
  #requireCurrency(parts: readonly BatchPart[], { body, lines }: JoinedBatch): void {
    const { names } = this.#given;
    const currency = body.currency.toUpperCase();
    if (currency === 'PHP' && readDocumentType(body.document_type.toUpperCase())?.adjusting) return;
    for (const [document, own] of lines.entries()) {
      for (const [line, place] of own.entries()) {
        if (place.part !== parts.length - 1) continue;
        const code = body.documents[document]!.lines[line]!['account_code'] ?? '';
        const account = code === '' ? null : recordOf(names, code);
        if (!account || account.currency === 'PHP' || account.currency === currency) continue;
        this.#given.faults.add({
          row: place.row,
          column: 'account_code',
          value: code,
          rule: 'different_currency',
          message: `${code} is in ${account.currency} (currency id ${account.currency_id}), the batch is in ${currency}.`,
        });
        this.#isFaulty = true;
      }
    }
  }

  /** The batch after every check of what another system sends; null with faults, for whose places the parts are joined anew. */
  async #enterable(
    parts: readonly BatchPart[],
    join: () => JoinedBatch,
    read: GivenSending,
  ): Promise<CheckedSending | null> {
    const { database, definitions, user } = this.#context;
    try {
      const checked = await checkBatch(database, definitions, user, read);
      return 'faults' in checked ? this.#refused(parts, join(), checked.faults) : checked;
    } catch (error) {
      // A closed period alone, or a cheque that is used.
      if (!(error instanceof Problem)) throw error;
      const fault = { path: 'documents', rule: ruleOfRefusal(error.code), message: error.message };
      return this.#refused(parts, join(), [fault]);
    }
  }

  #refused(parts: readonly BatchPart[], joined: JoinedBatch, faults: readonly PlacedFault[]): null {
    for (const { path, rule, message } of faults) {
      const { place, column, value } = placeOf(joined, path, parts.at(-1)!.half === 'whole');
      this.#add(parts, joined, place, { column, value, rule, message });
    }
    return null;
  }

  /** Tells a fault where it stands in this file; one of a file that was taken before stands at the first row of the batch. */
  #add(
    parts: readonly BatchPart[],
    { body, documents, lines }: JoinedBatch,
    place: PlacedRow,
    fault: Omit<RowFault, 'row' | 'near'>,
  ): void {
    const { rows, faults, batch_no } = this.#given;
    this.#isFaulty = true;
    if (place.part === parts.length - 1) {
      faults.add({ row: place.row, ...fault });
      return;
    }
    const isPlace = (one: PlacedRow) => one.part === place.part && one.row === place.row;
    const document = documents.findIndex((head, at) => isPlace(head) || lines[at]!.some(isPlace));
    const line = document < 0 ? -1 : lines[document]!.findIndex(isPlace);
    const named = [
      `Batch ${batch_no}`,
      document < 0 ? null : `document ${body.documents[document]!.document_no}`,
      line < 0 ? null : `line ${line + 1}`,
    ];
    const message = fault.message.startsWith('Batch ')
      ? fault.message
      : `${named.filter((one) => one !== null).join(', ')}: ${fault.message}`;
    faults.add({ ...fault, row: rows[0]!.row, column: null, message });
  }

  #told(rule: FaultRule, message: string): void {
    const { rows, faults, batch_no } = this.#given;
    this.#isFaulty = true;
    faults.add({ row: rows[0]!.row, column: 'batch_no', value: batch_no, rule, message });
  }
}

/** What is told of sums. */
const OF_SUMS = new Set<FaultRule>(['unbalanced', 'control']);

/** What can be told of a half by itself. */
const OF_HALF = new Set<FaultRule>(['twice', 'one', 'other_head']);

function recordOf(names: RecordNames, code: string): KnownRecord | null {
  const found = names.find({ kind: 'account', text: code, by_id: false, within: '' });
  return 'record' in found ? found.record : null;
}

/** Where a path of what was sent stands in the files, and under which column. */
function placeOf(
  { body, documents, lines }: Pick<JoinedBatch, 'body' | 'documents' | 'lines'>,
  path: string,
  isWhole: boolean,
): { place: PlacedRow; column: string | null; value: string } {
  const [list, document, below, line, ofLine] = path.split('.');
  const head = documents[Number(document)];
  if (list === 'documents' && below === 'lines' && line !== undefined) {
    const place = lines[Number(document)]?.[Number(line)];
    if (place)
      return { place, column: ofLine === 'payee_code' ? 'payee' : (ofLine ?? null), value: valueOf(body, path) };
  }
  const field = list === 'documents' ? below : list;
  const first = documents[0] ?? { part: 0, row: 1 };
  if (field === undefined || field === 'control' || field === 'lines') {
    return { place: head ?? first, column: null, value: '' };
  }
  const column = isWhole ? (HEAD_OF_WHOLE[field] ?? field) : field === 'payee_code' ? 'payee' : field;
  return { place: head ?? first, column: field === 'documents' ? null : column, value: valueOf(body, path) };
}

function valueOf(body: JoinedBody, path: string): string {
  let found: unknown = body;
  for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  return typeof found === 'string' ? found : '';
}

/** The first faults with what was probably meant. */
async function withNear(names: RecordNames, kind: UploadKind, faults: readonly RowFault[]): Promise<RowFault[]> {
  const columns = new Map(UPLOAD_FILES[kind].columns.map((column) => [column.name, column]));
  const told: RowFault[] = [];
  for (const fault of faults) {
    const named = columns.get(fault.column ?? '')?.names;
    const isMeant = named && named !== 'payee' && told.length < FAULTS_TOLD && fault.rule.startsWith('unknown_');
    told.push(isMeant ? { ...fault, near: await names.near(named, fault.value) } : fault);
  }
  return told;
}
