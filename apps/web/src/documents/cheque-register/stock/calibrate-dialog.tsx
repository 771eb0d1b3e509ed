import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listChequeStocks } from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { callServer } from '../../../api/client.ts';
import { Calibration } from '../../../masterdata/overrides/cheque-layout/calibration.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { LoadState } from '../../../ui/waiting/load-state.tsx';

/** For whoever prints: by how much his printer misses a stock, which he chooses where there are several. */
export function CalibrateDialog({ onClose }: { onClose: () => void }) {
  const stocks = useQuery({ queryKey: ['cheque-stocks'], queryFn: () => callServer(listChequeStocks, {}) });
  const [chosen, setChosen] = useState<number | null>(null);
  const all = stocks.data?.data ?? [];
  const stock = all.find(({ id }) => id === chosen) ?? all[0];
  return (
    <Dialog
      open
      width={640}
      title="Calibrate printer"
      subtitle="Your own: by how much the printer in front of you misses the stock"
      onClose={onClose}
      footer={<DialogCancel label="Close" />}
    >
      <LoadState query={stocks} what="the stocks" />
      {stock === undefined ? null : (
        <>
          <Field label="Stock" hint={accountsText(stock.accounts)}>
            <CodeSelect
              value={String(stock.id)}
              options={all.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => setChosen(Number(id))}
            />
          </Field>
          <Calibration key={stock.id} layoutId={stock.id} />
        </>
      )}
    </Dialog>
  );
}

/** More accounts than these are counted. */
const MOST_NAMED = 3;

function accountsText(accounts: readonly string[]): string {
  if (accounts.length === 0) return 'No account writes its cheques on it.';
  return `Cheques of ${accounts.length > MOST_NAMED ? `${accounts.length} accounts` : accounts.join('; ')}`;
}
