import { useEffect, useRef } from 'react';
import { batchKey, batchName } from '@talaan/core/documents/batch-key';
import type { ActionableBatch } from '../../batches/record/batch-calls.ts';
import { grossText } from '../../batches/record/batch-money.tsx';
import { RiskMark } from '../../batches/record/batch-chips.tsx';
import { chipOf, daysSince, showAmount, batchTitle } from '../../batches/record/batch-texts.ts';
import { stageName } from '../../batches/record/route-texts.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './approval-queue.module.css';

/** From so many days on, the age is told in amber. */
const OLD_DAYS = 5;

/** A page of what waits, a line for each batch; the arrows move as J and K do. */
export function ApprovalQueue({
  rows,
  openId,
  selected,
  onOpen,
  onToggle,
  onStep,
}: {
  rows: readonly ActionableBatch[];
  openId: string | undefined;
  selected: ReadonlySet<string>;
  /** Both with the key of the batch. */
  onOpen: (key: string) => void;
  onToggle: (key: string) => void;
  onStep: (step: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current=true]');
    open?.scrollIntoView({ block: 'nearest' });
    // The focus follows J and K where it was in the list already.
    if (list.current?.contains(document.activeElement)) open?.focus();
  }, [openId]);
  return (
    <ol ref={list} className={styles.list}>
      {rows.map((row) => {
        const key = batchKey(row);
        return (
          <QueueItem
            key={key}
            row={row}
            isOpen={key === openId}
            isSelected={selected.has(key)}
            isChoosing={selected.size > 0}
            onOpen={() => onOpen(key)}
            onToggle={() => onToggle(key)}
            onStep={onStep}
          />
        );
      })}
    </ol>
  );
}

interface QueueItemProps {
  row: ActionableBatch;
  isOpen: boolean;
  isSelected: boolean;
  /** This one or another is selected. */
  isChoosing: boolean;
  onOpen: () => void;
  onToggle: () => void;
  onStep: (step: number) => void;
}

/** A batch in two lines: whose, how much, which one, by whom, at which stage and how old. */
function QueueItem({ row, isOpen, isSelected, isChoosing, onOpen, onToggle, onStep }: QueueItemProps) {
  const age = daysSince(row.submitted_at ?? row.date_encoded);
  return (
    <li className={classNames(styles.item, isOpen && styles.open, isChoosing && styles.choosing)}>
      <span className={styles.check}>
        <Checkbox
          label={`Select batch ${row.batch_number}`}
          labelHidden
          checked={isSelected}
          tabIndex={-1}
          onChange={onToggle}
        />
      </span>
      <button
        type="button"
        aria-current={isOpen}
        tabIndex={isOpen ? 0 : -1}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          onStep(event.key === 'ArrowDown' ? 1 : -1);
        }}
      >
        <span className={styles.line}>
          <span className={`${styles.name} ellipsis`} title={batchTitle(row)}>
            {batchTitle(row)}
          </span>
          <span className={`${styles.end} figures`} title={grossText(row) ?? undefined}>
            {row.currency === 'PHP' ? '' : `${row.currency} `}
            {showAmount(row.amount)}
          </span>
        </span>
        <span className={`${styles.line} ${styles.second}`}>
          <span className="nowrap figures">{batchName(row)}</span>
          <span className="ellipsis" title={row.preparer}>{` · ${row.preparer}`}</span>
          <RiskMark risks={row.risks} status={row.status} />
          <span className={styles.end}>
            <Stage text={chipOf(row.document_type, row.status).label} />
            <span className={age >= OLD_DAYS ? styles.old : undefined}>{age === 0 ? 'today' : `${age} d`}</span>
          </span>
        </span>
        {grossText(row) === null ? null : (
          <span className={`${styles.line} ${styles.second} ${styles.gross} figures`}>{grossText(row)}</span>
        )}
      </button>
    </li>
  );
}

/** 'For Approval 2 · '; where there is little room, without its first word. */
function Stage({ text }: { text: string }) {
  const name = stageName({ label: text });
  return (
    <>
      {name === text ? null : <span className={styles.for}>For </span>}
      {`${name} · `}
    </>
  );
}
