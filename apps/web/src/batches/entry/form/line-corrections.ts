import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { amountText, formatAmount, requireSum } from '@talaan/core/money/money';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { amountWithin } from '../grid/amount-within.ts';
import { LOOKING_UP, type Choice } from '../grid/grid-line.ts';
import { isAmountColumn, isLookupColumn, labelOf, type EntryLine, type LineField } from '../lines/entry-line.ts';
import { changeLines, type CellFault, type EntryLines, type LinesChange } from '../lines/entry-lines.ts';
import type { LineSources } from '../lines/line-sources.ts';
import { nearestChoice } from '../lines/nearest-choice.ts';
import type { EntryHeader } from './entry-form.ts';

/** What mends a line, as a button says it. */
export interface LineCorrection {
  readonly label: string;
  readonly changes: readonly LinesChange[];
}

/** What keeps the lines of an entry from being submitted, where it stands, with what mends it where that is known. */
export interface LinesFault extends CellFault {
  readonly correction?: LineCorrection;
}

/** Where a correction is looked for. */
export interface CorrectedEntry {
  readonly header: Pick<EntryHeader, 'document_type' | 'bank_id'>;
  /** As they are typed, without what keeps them from being submitted. */
  readonly typed: EntryLines;
  readonly choices: EntryChoices;
  readonly sources: LineSources;
  /** Branch and department of the user. */
  readonly own: Pick<EntryLine, 'branch' | 'department'>;
  /** What keeps it from being submitted. */
  readonly missing: LinesFault | null;
}

/** What mends the first fault of each faulty line of the grid, by row; nothing where that is not known. */
export function lineCorrections(lines: readonly EntryLine[], entry: CorrectedEntry): Map<number, LineCorrection> {
  return new Map(
    lines.flatMap((line, row): [number, LineCorrection][] => {
      if (entry.missing?.row === row && entry.missing.correction !== undefined)
        return [[row, entry.missing.correction]];
      const fields = Object.keys(line.faults) as LineField[];
      const corrections = fields.flatMap((field) => correctionOf(line, row, field, entry) ?? []);
      return corrections.length === 0 ? [] : [[row, corrections[0]!]];
    }),
  );
}

function correctionOf(line: EntryLine, row: number, field: LineField, entry: CorrectedEntry): LineCorrection | null {
  if (line.faults[field] === LOOKING_UP) return null;
  if (isAmountColumn(field))
    return line.unread[field] === undefined ? balanceOn(row, entry) : amountOn(line, row, field);
  if (!isLookupColumn(field)) return null;
  const source = entry.sources[field];
  const text = line.unread[field];
  const choice =
    text !== undefined
      ? nearestChoice(source.known?.(line) ?? [], text)
      : line[field] === null
        ? missingChoice(line, field, entry)
        : null;
  if (choice === null) return null;
  return {
    label: choiceLabel(choice),
    changes: [
      { type: 'set', row, field, value: { kind: 'choice', choice, also: source.implies?.(choice, line) ?? {} } },
    ],
  };
}

/** 'Use 102103 · CIB - BPI CA 0001': what a button says that takes a record. */
export function choiceLabel({ code, name }: Choice): string {
  return name === '' || name === code ? `Use ${code}` : `Use ${code} · ${name}`;
}

/** The amount that makes both sides equal, where a line can have it. */
function balanceOn(row: number, { typed }: CorrectedEntry): LineCorrection | null {
  const change: LinesChange = { type: 'balance', row };
  const [line, balancing] = [typed.lines[row], changeLines(typed, change).lines[row]];
  if (line === undefined || balancing === undefined || balancing === line) return null;
  const [side, amount] = balancing.debit === '' ? ['Credit', balancing.credit] : ['Debit', balancing.debit];
  return { label: `Use ${side} ${formatAmount(requireSum(amount))}`, changes: [change] };
}

/** The amount that was meant; one below 0 stands on the other side. */
function amountOn(line: EntryLine, row: number, field: LineField): LineCorrection | null {
  const minor = amountWithin(line.unread[field] ?? '');
  if (minor === null || (field !== 'debit' && field !== 'credit')) return null;
  const side = minor > 0n === (field === 'debit') ? 'debit' : 'credit';
  const size = minor < 0n ? -minor : minor;
  return {
    label: `Use ${labelOf(side)} ${formatAmount(size)}`,
    changes: [{ type: 'set', row, field: side, value: { kind: 'amount', amount: amountText(size) } }],
  };
}

/** What most likely stands in an empty cell: the account of the bank, the places of the other lines or of the user. */
function missingChoice(
  line: EntryLine,
  field: LineField,
  { header, typed, choices, own }: CorrectedEntry,
): Choice | null {
  if (field === 'branch' || field === 'department')
    return typed.lines.find((one) => one[field] !== null)?.[field] ?? own[field];
  const side = DOCUMENT_TYPES[header.document_type].header.bank_side;
  if (field !== 'account' || side === null || line[side] === '') return null;
  const code = choices.banks.find(({ id }) => id === header.bank_id)?.acct_code;
  if (typed.lines.some(({ account }) => account?.code === code)) return null;
  return choices.accounts.find((account) => account.code === code) ?? null;
}
