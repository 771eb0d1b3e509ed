import { capital } from '@talaan/core/text/capital';
import {
  WITHHOLDING_ROLES,
  withholdingDoubts,
  type WithholdingDoubt,
  type WithholdingLine,
} from '@talaan/core/documents/withholding-check';
import type { AccountRole } from '@talaan/core/ledger/account-role';
import { amountText, formatAmount, parseAmount, sumMinor } from '@talaan/core/money/money';
import { parsePercentage } from '@talaan/core/money/rate';
import { rateOn } from '@talaan/core/money/withholding';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { EntryLine } from '../lines/entry-line.ts';
import type { LinesChange } from '../lines/entry-lines.ts';
import type { EntryHeader } from './entry-form.ts';
import type { LineCorrection } from './line-corrections.ts';

/** What is doubtful about a line of tax: it can be saved, and is told below it. */
export interface LineWarning {
  /** A sentence that names the line. */
  readonly text: string;
  /** What mends it. */
  readonly correction: LineCorrection | null;
  /** The tax base as decimal text where it can be entered; null elsewhere. */
  readonly tax_base: string | null;
}

/** An entry as far as its tax withheld goes. */
export interface WithholdingEntry {
  readonly header: Pick<EntryHeader, 'document_date' | 'payee' | 'bank_id' | 'atc_code'>;
  readonly filled: readonly { readonly line: EntryLine; readonly row: number }[];
  /** What is known of the header's payee; undefined while it is on its way. */
  readonly payee: Pick<EntryPayee, 'id' | 'tin'> | undefined;
}

/** The doubtful lines of tax withheld by their row, each with what mends it; the server asks for a reason where they stay. */
export function withholdingWarnings(entry: WithholdingEntry, choices: EntryChoices): Map<number, LineWarning> {
  const roles = new Map(choices.accounts.map(({ code, role }) => [code, role]));
  const roleOf = (line: EntryLine) => roles.get(line.account?.code ?? '') ?? null;
  const taxed = entry.filled.flatMap(({ line, row }) => {
    const role = WITHHOLDING_ROLES.find((one) => one === roleOf(line));
    return role === undefined ? [] : [{ line, row, read: withholdingLineOf(line, row, role, entry, choices) }];
  });
  const warnings = taxed.flatMap(({ line, row, read }): [number, LineWarning][] => {
    const found = withholdingDoubts([read]);
    if (found.length === 0) return [];
    const text = found.map((doubt) => doubt.text).join('; ');
    const asksBase = found.some(({ kind }) => kind === 'no_base' || kind === 'amount');
    const correction = correctionOf(found, { row, read }, () => chargedBase(entry, roleOf, row), entry, choices);
    return [[row, { text: `${capital(text)}.`, correction, tax_base: asksBase ? line.tax_base : null }]];
  });
  return new Map(warnings);
}

function withholdingLineOf(
  line: EntryLine,
  row: number,
  role: WithholdingLine['role'],
  { header, payee }: WithholdingEntry,
  choices: EntryChoices,
): WithholdingLine {
  const code = choices.tax_codes.find((one) => one.code === line.atc?.code);
  const rate = code === undefined ? null : parsePercentage(rateOn(code, header.document_date));
  const isKnown = payee !== undefined && (line.payee ?? header.payee)?.id === payee.id;
  return {
    line_no: row + 1,
    role,
    debit_minor: minorOf(line.debit),
    credit_minor: minorOf(line.credit),
    tax_base_minor: line.tax_base === '' ? null : parseAmount(line.tax_base),
    tax_code: code === undefined || rate === null ? null : { atc_code: code.code, rate },
    payee: isKnown ? { name: (line.payee ?? header.payee)!.name, has_tin: Boolean(payee.tin) } : null,
  };
}

/** The first thing that can be mended: the ATC of the header, the amount that is charged, what rate and base give. */
function correctionOf(
  doubts: readonly WithholdingDoubt[],
  { row, read }: { row: number; read: WithholdingLine },
  charged: () => bigint,
  { header, filled }: WithholdingEntry,
  choices: EntryChoices,
): LineWarning['correction'] {
  const taxCode = choices.tax_codes.find(({ code }) => code === header.atc_code);
  if (read.tax_code === null) {
    if (taxCode === undefined) return null;
    const changes: LinesChange[] = [{ type: 'set', row, field: 'atc', value: { kind: 'choice', choice: taxCode } }];
    return { label: `Use ${taxCode.code}`, changes };
  }
  if (read.tax_base_minor === null) {
    const base = charged();
    if (base <= 0n) return null;
    return { label: `Base ${formatAmount(base)}`, changes: [{ type: 'base', row, tax_base: amountText(base) }] };
  }
  const expected = doubts.find(({ kind }) => kind === 'amount')?.expected_minor ?? null;
  if (expected === null) return null;
  const side = read.role === 'EWT' ? 'credit' : 'debit';
  const set = (at: number, minor: bigint): LinesChange => ({
    type: 'set',
    row: at,
    field: side,
    value: { kind: 'amount', amount: minor === 0n ? '' : amountText(minor) },
  });
  const off =
    (side === 'credit' ? read.credit_minor - read.debit_minor : read.debit_minor - read.credit_minor) - expected;
  // What a balanced entry withholds less it pays more, where one line stands for the bank.
  const sideOf = (name: 'debit' | 'credit') => sumMinor(filled.map(({ line }) => minorOf(line[name])));
  const account = choices.banks.find(({ id }) => id === header.bank_id)?.acct_code;
  const [bank, other] = filled.filter(({ line }) => line.account?.code === account && line[side] !== '');
  const isOne = other === undefined && sideOf('debit') === sideOf('credit');
  const net = bank === undefined || !isOne ? 0n : minorOf(bank.line[side]) + off;
  const label = `Use ${formatAmount(expected)}`;
  if (bank === undefined || net <= 0n) return { label, changes: [set(row, expected)] };
  return { label: `${label}, bank ${formatAmount(net)}`, changes: [set(row, expected), set(bank.row, net)] };
}

/** What an entry charges before VAT and withholding, less the bases of its other lines of tax withheld. */
function chargedBase(
  { filled }: WithholdingEntry,
  roleOf: (line: EntryLine) => string | null,
  besides: number,
): bigint {
  const charged = filled.filter(({ line }) => !NOT_CHARGED.has(roleOf(line) ?? ''));
  const based = filled.filter(({ line, row }) => row !== besides && roleOf(line) === 'EWT');
  return (
    sumMinor(charged.map(({ line }) => minorOf(line.debit))) - sumMinor(based.map(({ line }) => minorOf(line.tax_base)))
  );
}

const NOT_CHARGED: ReadonlySet<string> = new Set<AccountRole>([
  'INPUT_VAT',
  'INPUT_VAT_GOODS',
  'INPUT_VAT_CAPITAL',
  'INPUT_VAT_IMPORTS',
  'EWT',
  'CWT',
  'CIB',
]);

function minorOf(text: string): bigint {
  return parseAmount(text) ?? 0n;
}
