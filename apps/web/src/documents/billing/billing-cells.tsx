import { formatAmount, parseAmount } from '@talaan/core/money/money';
import { foundByWords } from '@talaan/core/text/word-rank';
import { classNames } from '../../ui/class-names.ts';
import type { CellContentProps, CellSource, Choice, GridCell, LineCells } from '../../batches/entry/grid/grid-line.ts';
import {
  billingCellText,
  isBlankBillingLine,
  isChosen,
  isComputed,
  readBillingCell,
  type BillingChoices,
  type BillingField,
  type BillingLine,
  type BillingLinesChange,
} from './billing-line.ts';
import styles from '../../batches/entry/lines/entry-cells.module.css';

/** So many choices a picker lists (ux §4). */
const LISTED = 20;

/** Services of a billing as the grid shows and takes them. */
export function billingCells(
  choices: BillingChoices,
  onChange: (change: BillingLinesChange) => void,
): LineCells<BillingLine, BillingField> {
  const take = (
    { row, line, column: { field } }: GridCell<BillingLine, BillingField>,
    text: string,
    picked?: Choice | null,
  ): void => {
    const isSame = !picked && text.trim() === (line.formulas[field] ?? billingCellText(line, field));
    if (isComputed(field) || isSame) return;
    onChange({ type: 'set', row, field, value: readBillingCell(field, text, choices, picked) });
  };
  // One object for each column, because an open picker asks anew when it gets another.
  const sources = {
    service: sourceOf(choices.service),
    vat: sourceOf(choices.vat),
    account: sourceOf(choices.account),
  };
  return {
    isBlank: isBlankBillingLine,
    styleOf: (field) => (field === 'description' ? 'prose' : isChosen(field) ? 'code' : 'figure'),
    text: billingCellText,
    editedText: (line, field) => line.unread[field] ?? line.formulas[field] ?? billingCellText(line, field),
    title: (line, field) => {
      if (isComputed(field)) return undefined;
      if (!isChosen(field)) return line.formulas[field] ?? (line[field] || undefined);
      const choice = line[field];
      return choice === null ? undefined : [...new Set([choice.code, choice.name])].filter(Boolean).join(' ');
    },
    source: (field) => (isChosen(field) ? sources[field] : null),
    take,
    clear: (cell) => take(cell, ''),
    Content,
  };
}

function sourceOf(records: readonly Choice[]): CellSource<BillingLine> {
  return {
    known: () => records,
    search: (text) =>
      foundByWords(records, text.trim().toLowerCase(), ({ code, name }) => [code, name]).slice(0, LISTED),
  };
}

function Content({ line, field, isNew, implied }: CellContentProps<BillingLine, BillingField>) {
  if (isComputed(field)) return <span className={classNames('figures', implied === '0.00' && 'muted')}>{implied}</span>;
  if (field === 'service' && isNew) return <span className="muted">Service name</span>;
  if (field === 'vat' && line.vat === null) return <span className="muted">{implied}</span>;
  if (field === 'account' && line.account !== null)
    return (
      <span className={styles.account}>
        <span className={classNames(styles.code, 'figures')}>{line.account.code}</span>
        <span className="ellipsis">{line.account.name}</span>
      </span>
    );
  if (field !== 'total_amount') return <span className="ellipsis">{billingCellText(line, field)}</span>;
  const minor = parseAmount(line.total_amount);
  return minor === null ? null : <span className="figures">{formatAmount(minor)}</span>;
}
