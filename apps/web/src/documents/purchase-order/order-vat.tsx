import { formatAmount } from '@talaan/core/money/money';
import { orderVat } from '@talaan/core/documents/purchase-order/order-lines';
import { SidePart } from '../../batches/record/side-part.tsx';
import { SideFigures } from '../../batches/record/side-figures.tsx';

/** How the total of an order divides by its VAT type (decisions §4). `totalMinor` is in minor units of its currency. */
export function OrderVat({
  totalMinor,
  header: { subject_to_vat, vat_type },
}: {
  totalMinor: bigint;
  header: { readonly subject_to_vat: boolean | number; readonly vat_type: number };
}) {
  const { base_minor, vat_minor } = orderVat(totalMinor, { subject_to_vat: Number(subject_to_vat), vat_type });
  return (
    <SidePart title="VAT in the order">
      <SideFigures
        rows={[
          { name: 'Subtotal', figure: formatAmount(base_minor) },
          { name: 'VAT', figure: formatAmount(vat_minor) },
          { name: 'Total', figure: formatAmount(totalMinor), strong: true },
        ]}
      />
    </SidePart>
  );
}
