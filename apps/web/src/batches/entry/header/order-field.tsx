import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { HEADER_FIELD_ID, type EntryHeaderProps } from '../form/header-props.ts';

/** The purchase order that a voucher takes from; offered where the payee has one with something open (decisions §6). */
export function OrderField({ header, payee, faults, onChange }: EntryHeaderProps) {
  const { trx_purchase_order: chosen, currency_id } = header;
  const orders = (payee?.orders ?? []).filter((order) => order.currency_id === currency_id);
  if (orders.length === 0 && chosen === '') return null;
  const order = orders.find(({ po_number }) => po_number === chosen);
  const options = orders.map(({ po_number, remarks, open_amount }) => ({
    value: po_number,
    label: remarks === '' ? po_number : `${po_number} · ${remarks}`,
    code: amountOf(open_amount),
  }));
  const kept = chosen === '' || order !== undefined ? [] : [{ value: chosen, label: chosen }];
  return (
    <Field
      id={HEADER_FIELD_ID.trx_purchase_order}
      label="Purchase Order"
      error={faults['trx_purchase_order']}
      hint={order === undefined ? undefined : `${amountOf(order.open_amount)} stays open`}
    >
      <CodeSelect
        clearable
        options={[...kept, ...options]}
        value={chosen}
        onChange={(trx_purchase_order) => onChange({ trx_purchase_order })}
      />
    </Field>
  );
}

function amountOf(text: string): string {
  return formatAmount(requireAmount(text));
}
