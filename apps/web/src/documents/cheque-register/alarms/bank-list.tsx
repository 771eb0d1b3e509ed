import { useState } from 'react';
import { exportBankList } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { downloadFile } from '../../../api/download.ts';
import { ExportMenu } from '../../../page/export-menu.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FormGrid, FormSection } from '../../../ui/fields/form-grid.tsx';
import styles from '../cheque-dialogs.module.css';

/** The list of an account that its bank gets: leaves that it must not pay. */
export function BankList({
  accounts,
}: {
  accounts: readonly { readonly value: string; readonly label: string; readonly code: string }[];
}) {
  const [account, setAccount] = useState('');
  return (
    <FormSection title="List for the bank">
      <FormGrid columns={1}>
        <Field
          label="Account of the list"
          hint="Leaves that are spoiled, stopped, void or stale: the bank must not pay them."
        >
          <CodeSelect options={accounts} value={account} onChange={setAccount} />
        </Field>
      </FormGrid>
      <div className={styles.add}>
        <ExportMenu
          command="Export leaves that the bank must not pay"
          text="Save the list"
          disabledReason={account === '' ? 'Choose an account first.' : undefined}
          download={(format) => downloadFile(exportBankList, { query: { bank_id: Number(account), format } })}
        />
      </div>
    </FormSection>
  );
}
