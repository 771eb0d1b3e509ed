import { Link } from '@tanstack/react-router';
import { Fragment, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { AMOUNT_MODES } from '@talaan/core/documents/regular/regular-template';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconChevronDown, IconChevronRight } from '../../ui/icons.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { amountIn, askedLines, changeOf, chipOf, isOpen, type RunLine, type TypedAmounts } from './month-run-form.ts';
import styles from './month-run.module.css';

const shown = (text: string | null) => (text === null ? '' : formatAmount(requireAmount(text)));

export interface MonthRunTableProps {
  rows: readonly RunRow[];
  /** The months that are compared, as headings. */
  months: { readonly before: string; readonly now: string };
  /** Templates that are left out, by Record ID. */
  left: ReadonlySet<number>;
  /** Templates whose lines are shown. */
  opened: ReadonlySet<number>;
  typed: TypedAmounts;
  onLeave: (id: number, isLeft: boolean) => void;
  onOpen: (id: number, isOpened: boolean) => void;
  onAmount: (line_id: number, amount: string) => void;
}

/**
 * What a month makes, a row for each template, filled by the keyboard: Enter goes to the next amount that is open, `=` Enter
 * takes last month, Space on the box of a row leaves it out (ux §13). Rows keep their order while one types.
 */
export function MonthRunTable(props: MonthRunTableProps) {
  const { rows, months } = props;
  const table = useRef<HTMLTableElement>(null);

  /** Boxes that are empty come first, from the one that is left on. */
  function goOn(from: HTMLElement): void {
    const boxes = [...table.current!.querySelectorAll<HTMLInputElement>('[data-amount] input:not(:disabled)')];
    const at = boxes.indexOf(from as HTMLInputElement);
    const after = [...boxes.slice(at + 1), ...boxes.slice(0, Math.max(at, 0))];
    (after.find(({ value }) => value === '') ?? boxes[at + 1])?.focus();
  }

  return (
    <table ref={table} className={styles.table}>
      <caption className="visually-hidden">Templates of the month</caption>
      <thead>
        <tr>
          <th scope="col">Template</th>
          <th scope="col">Type</th>
          <th scope="col">Amount is</th>
          <th scope="col">{months.before}</th>
          <th scope="col">{months.now}</th>
          <th scope="col">Change</th>
          <th scope="col">VAT</th>
          <th scope="col">Withheld</th>
          <th scope="col">Net</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TemplateRows key={row.regular_trx} row={row} {...props} onNext={goOn} />
        ))}
      </tbody>
    </table>
  );
}

interface TemplateRowsProps extends MonthRunTableProps {
  row: RunRow;
  onNext: (from: HTMLElement) => void;
}

/** The row of a template, its lines where they are shown, and why it is refused. */
function TemplateRows(props: TemplateRowsProps) {
  const { row, left, opened } = props;
  const { regular_trx: id, txn_type, lines, state } = row;
  const asked = isOpen(row) ? askedLines(row) : [];
  const isSingle = asked.length === 1 && lines.length === 1;
  const isLeft = left.has(id);
  const isOpened = !isSingle && (opened.has(id) || (state === 'missing' && !isLeft));
  const boxOf = (line: RunLine) =>
    asked.includes(line) ? <LineAmount line={line} name={txn_type} isLeft={isLeft} {...props} /> : undefined;
  return (
    <Fragment>
      <TemplateRow {...props} isOpened={isOpened} box={isSingle ? boxOf(lines[0]!) : undefined} />
      {isOpened
        ? lines.map((line) => (
            <tr key={line.line_id} className={styles.line}>
              <td>
                <LineLabel {...line} />
              </td>
              <td>{line.side === 'D' ? 'Debit' : 'Credit'}</td>
              <td>{AMOUNT_MODES[line.mode]}</td>
              <td className="figures">{shown(line.last)}</td>
              <td className="figures">{boxOf(line) ?? shown(line.amount)}</td>
              <td className="figures muted small">{changeOf(line.last, line.amount)}</td>
              <td colSpan={4} />
            </tr>
          ))
        : null}
      {state === 'refused' ? (
        <tr className={styles.refused}>
          <td colSpan={10}>
            <span className="danger">{row.faults.map(({ message }) => message).join(' ')}</span>{' '}
            <Link to="/regulartxns" search={{ id: String(id) }}>
              Open template
            </Link>
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

function TemplateRow({
  row,
  left,
  isOpened,
  box,
  onLeave,
  onOpen,
}: TemplateRowsProps & { isOpened: boolean; box: ReactNode }) {
  const { regular_trx: id, txn_type, payee, document_type, mode, last_amount, amount } = row;
  const isLeft = left.has(id);
  const mayBeMade = isOpen(row) && row.state !== 'refused';
  const known = (text: string) => (amount === null ? '' : shown(text));
  return (
    <tr className={classNames((isLeft || !isOpen(row)) && styles.left)}>
      <td>
        <div className={styles.name}>
          <Checkbox
            label={txn_type}
            checked={!isLeft && mayBeMade}
            disabled={!mayBeMade}
            onChange={({ target }) => onLeave(id, !target.checked)}
          />
          {box !== undefined || row.lines.length === 0 ? null : (
            <IconButton
              label={`${isOpened ? 'Hide' : 'Show'} the lines of ${txn_type}`}
              icon={isOpened ? <IconChevronDown /> : <IconChevronRight />}
              aria-expanded={isOpened}
              onClick={() => onOpen(id, !isOpened)}
            />
          )}
        </div>
        <span className={classNames(styles.under, 'muted small')}>{payee ?? 'no payee'}</span>
      </td>
      <td>{document_type}</td>
      <td>{mode === 'mixed' ? 'By line' : AMOUNT_MODES[mode]}</td>
      <td className="figures">{shown(last_amount)}</td>
      <td className={classNames('figures', box === undefined && amount === null && styles.byLine)}>
        {box ?? (amount === null ? <span className="muted">by line</span> : shown(amount))}
      </td>
      <td className="figures muted small">{changeOf(last_amount, amount)}</td>
      <td className="figures">{known(row.vat)}</td>
      <td className="figures">{known(row.withheld)}</td>
      <td className={classNames('figures', styles.net)}>{known(row.net)}</td>
      <td>
        <StateOf row={row} isLeft={isLeft} />
      </td>
    </tr>
  );
}

/** Account and units of a line; no code is broken in two. */
function LineLabel({ label }: RunLine) {
  return label.split(', ').map((part, at) => (
    <Fragment key={part}>
      {at === 0 ? null : ', '}
      <span className={classNames(at > 0 && 'nowrap')}>{part}</span>
    </Fragment>
  ));
}

/** The box of an amount; what was last month stands beside it as its hint. */
function LineAmount({
  line,
  typed,
  isLeft,
  name,
  onAmount,
  onNext,
}: {
  line: RunLine;
  typed: TypedAmounts;
  isLeft: boolean;
  name: string;
  onAmount: (line_id: number, amount: string) => void;
  onNext: (from: HTMLElement) => void;
}) {
  const { line_id, last, label } = line;
  const value = amountIn(line, typed);

  /** Before the box reads what was typed: `=` alone is last month. */
  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    const box = event.target as HTMLInputElement;
    if (box.value.trim() === '=' && last !== null) {
      event.preventDefault();
      event.stopPropagation();
      onAmount(line_id, last);
    }
    onNext(box);
  }

  return (
    <div className={styles.amount} data-amount onKeyDownCapture={press} role="presentation">
      <AmountField
        // Taken from last month it stands in the box, which forgets the sign that was typed.
        key={typed[line_id] === last ? 'last' : 'own'}
        label={`Amount of ${name}, ${label}`}
        value={value}
        disabled={isLeft}
        onChange={(text) => {
          if (text !== value && text.trim() !== '=') onAmount(line_id, text);
        }}
      />
    </div>
  );
}

function StateOf({ row, isLeft }: { row: RunRow; isLeft: boolean }) {
  const { state, made, document_type } = row;
  const number = made?.batch_number ?? null;
  const address = number === null ? null : batchAddress({ document_type, batch_number: number });
  if (state === 'billing') return <Link to="/trx-billing/regular">Regular billing</Link>;
  return (
    <span className={styles.state}>
      <StatusChip {...chipOf(row, isLeft)} />
      {address === null ? number : <Link {...address}>{number}</Link>}
    </span>
  );
}
