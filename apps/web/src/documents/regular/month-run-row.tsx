import { Link } from '@tanstack/react-router';
import { Fragment, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { AMOUNT_MODES } from '@talaan/core/documents/regular/regular-template';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { Button, buttonClass, IconButton } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconAlert, IconChevronDown, IconChevronRight } from '../../ui/icons.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import {
  amountIn,
  askedLines,
  boxId,
  changeOf,
  chipOf,
  correctionsOf,
  goTo,
  isOpen,
  refusalId,
  rowId,
  type RunLine,
} from './month-run-form.ts';
import type { MonthRun } from './use-month-run.ts';
import runStyles from '../run/run.module.css';
import styles from './month-run.module.css';

const shown = (text: string | null) => (text === null ? '' : formatAmount(requireAmount(text)));

const ZERO = '0.00';

/** What the keys of a box find in the table. */
export interface BoxKeys {
  readonly onNext: (from: HTMLInputElement) => void;
  /** The amount of the box above, as decimal text. */
  readonly above: (from: HTMLInputElement) => string | null;
}

export interface TemplateRowsProps {
  row: RunRow;
  run: MonthRun;
  /** Templates whose lines are shown, by Record ID. */
  opened: ReadonlySet<number>;
  onOpen: (id: number, isOpened: boolean) => void;
  keys: BoxKeys;
}

/** The row of a template, its lines where they are shown, why it is refused, and what stands in another one's place. */
export function TemplateRows(props: TemplateRowsProps) {
  const { row, run, opened, keys } = props;
  const { regular_trx: id, lines, state } = row;
  const asked = isOpen(row) ? askedLines(row) : [];
  const isSingle = asked.length === 1 && lines.length === 1;
  const isLeft = run.left.has(id);
  // What is asked stays in sight until it is right.
  const asks = state === 'missing' || (state === 'refused' && asked.length > 0);
  const isOpened = !isSingle && (opened.has(id) || (asks && !isLeft));
  const boxOf = (line: RunLine) =>
    asked.includes(line) ? <LineAmount row={row} line={line} isLeft={isLeft} run={run} keys={keys} /> : undefined;
  const replaced = run.entered.replaced[id] ?? [];
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
              <td />
              <td />
              <td />
              <td />
            </tr>
          ))
        : null}
      {state === 'refused' && !isLeft ? <Refusal row={row} run={run} /> : null}
      {replaced.length === 0 ? null : (
        <tr className={styles.replaced}>
          <td colSpan={10}>
            <span className="text-2">{`This month with ${replaced.map(({ label }) => label).join(' and ')}.`}</span>
            <Button size="sm" variant="ghost" onClick={() => run.onReplace(id, [])}>
              Undo
            </Button>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Why a row is refused, and both ways out: the template for good, another record for this month. */
function Refusal({ row, run }: Pick<TemplateRowsProps, 'row' | 'run'>) {
  const { regular_trx: id, faults } = row;
  const records = correctionsOf(row, run.entered);
  const own = faults.flatMap(({ correction }) => correction?.label ?? []);

  function take(): void {
    run.onReplace(id, records);
    goTo(rowId(id));
  }

  return (
    <tr className={styles.refused}>
      <td colSpan={10}>
        <div id={refusalId(id)} className={styles.refusal}>
          <IconAlert />
          <span>{faults.map(({ message }) => message).join(' ')}</span>
          {own.length === 0 ? null : (
            <Button size="sm" keys="alt+Enter" onClick={take}>
              {`Use ${own.join(' and ')} this month`}
            </Button>
          )}
          <Link to="/regulartxns" search={{ id: String(id) }} className={buttonClass({ size: 'sm' })}>
            Open template
          </Link>
        </div>
      </td>
    </tr>
  );
}

function TemplateRow({ row, run, isOpened, box, onOpen }: TemplateRowsProps & { isOpened: boolean; box: ReactNode }) {
  const { regular_trx: id, txn_type, payee, document_type, mode, last_amount, made } = row;
  const isLeft = run.left.has(id);
  const mayBeMade = isOpen(row) && row.state !== 'refused';
  const amount = made === null ? row.amount : made.amount;
  // Of what is made the draft says what became of it.
  const known = (text: string) => (row.amount === null || made !== null ? '' : shown(text));
  const hasLines = box === undefined && row.lines.length > 0;

  function press(event: KeyboardEvent): void {
    const shows = event.key === 'ArrowRight';
    if (!hasLines || (!shows && event.key !== 'ArrowLeft') || isTextBox(event.target)) return;
    event.preventDefault();
    onOpen(id, shows);
  }

  return (
    <tr id={rowId(id)} className={classNames((isLeft || !isOpen(row)) && runStyles.left)} onKeyDown={press}>
      <td>
        <div className={styles.name}>
          <Checkbox
            label={txn_type}
            checked={!isLeft && mayBeMade}
            disabled={!mayBeMade}
            onChange={() => run.onLeave([id], !isLeft)}
          />
          {hasLines ? (
            <IconButton
              label={`${isOpened ? 'Hide' : 'Show'} the lines of ${txn_type}`}
              icon={isOpened ? <IconChevronDown /> : <IconChevronRight />}
              aria-expanded={isOpened}
              onClick={() => onOpen(id, !isOpened)}
            />
          ) : null}
        </div>
        <span className={classNames(runStyles.under, 'muted small')}>{payee ?? 'no payee'}</span>
      </td>
      <td>{document_type}</td>
      <td>{mode === 'mixed' ? 'By line' : AMOUNT_MODES[mode]}</td>
      <td className="figures">{shown(last_amount)}</td>
      <td className={classNames('figures', box === undefined && amount === null && styles.byLine)}>
        {box ?? (amount === null ? <span className="muted">{made === null ? 'by line' : ''}</span> : shown(amount))}
      </td>
      <td className="figures muted small">{changeOf(last_amount, amount)}</td>
      <td className={classNames('figures', row.vat === ZERO && 'muted')}>{known(row.vat)}</td>
      <td className={classNames('figures', row.withheld === ZERO && 'muted')}>{known(row.withheld)}</td>
      <td className={classNames('figures', styles.net)}>{known(row.net)}</td>
      <td>
        <StateOf row={row} isLeft={isLeft} />
      </td>
    </tr>
  );
}

const isTextBox = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type !== 'checkbox';

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
  row,
  line,
  isLeft,
  run: { entered, onAmount },
  keys,
}: {
  row: RunRow;
  line: RunLine;
  isLeft: boolean;
  run: MonthRun;
  keys: BoxKeys;
}) {
  const { line_id, last, label } = line;
  const place = useRef<HTMLDivElement>(null);
  const value = amountIn(line, entered);
  /** So often an amount was put in: the box forgets what was typed into it. */
  const [taken, setTaken] = useState(0);

  function put(amount: string): void {
    flushSync(() => {
      setTaken((before) => before + 1);
      onAmount(line_id, amount);
    });
    place.current!.querySelector('input')!.focus();
  }

  /** Before the box reads what was typed: `=` alone is last month. */
  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const box = event.target as HTMLInputElement;
    const isCombined = event.ctrlKey || event.metaKey;
    if (isCombined && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      const above = keys.above(box);
      if (above !== null) put(above);
    }
    if (event.key !== 'Enter' || isCombined || event.altKey) return;
    if (box.value.trim() === '=' && last !== null) {
      event.preventDefault();
      event.stopPropagation();
      put(last);
    }
    keys.onNext(place.current!.querySelector('input')!);
  }

  return (
    <div
      ref={place}
      id={boxId(line_id)}
      className={styles.amount}
      data-amount
      onKeyDownCapture={press}
      role="presentation"
    >
      <AmountField
        key={taken}
        label={`Amount of ${row.txn_type}, ${label}`}
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
