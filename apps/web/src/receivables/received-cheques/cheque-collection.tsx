import { Link } from '@tanstack/react-router';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { ACCESS } from '@talaan/core/access/access-level';
import { useAccessLevel } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useFormSurroundings } from '../../masterdata/fields/form-context.ts';
import { textIn } from '../../masterdata/record/record-text.ts';
import type { MasterRecord } from '../../masterdata/record/resource-calls.ts';
import { useChequeActs } from './use-cheque-acts.tsx';
import styles from './cheque-collection.module.css';

/** The number of the collection that the last deposit of a cheque made, which leads to it for whoever may read it. */
export function CollectionLink({ record }: { record: MasterRecord }) {
  const number = textIn(record, 'collection_number');
  const mayRead = useAccessLevel(COLLECTIONS.module) >= ACCESS.select;
  if (number === '' || !mayRead) return number;
  return (
    <Link to={COLLECTIONS.page} search={{ batch: number }}>
      {number}
    </Link>
  );
}

/** Under the register part of its form: what became of a cheque, and what else can be told of it. */
export function ChequeCollection({ record }: { record: MasterRecord | null }) {
  const { form } = useFormSurroundings();
  const { actsOf, dialog } = useChequeActs();
  if (record === null || textIn(record, 'collection_number') === '') return null;
  const unsaved = form.formState.isDirty ? 'Save or discard your changes first.' : undefined;
  return (
    <div className={styles.collection}>
      <p className="figures">
        {`${textIn(record, 'state')} · collection `}
        <CollectionLink record={record} />
      </p>
      {actsOf(record).map(({ id, label, disabledReason, onSelect }) => (
        <Button key={id} disabledReason={disabledReason ?? unsaved} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {dialog}
    </div>
  );
}
