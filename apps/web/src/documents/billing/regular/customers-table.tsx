import type { PreviewedBilling } from '@talaan/contract/documents/billing/regular-billing.contract';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { LogTable } from '../../../page/log-table.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { amountOf, refusalsOf, type RunCustomer, type TypedAmounts } from './regular-billing-form.ts';
import styles from './regular-billing.module.css';

const amount = (text: string) => formatAmount(requireAmount(text));

interface CustomersTableProps {
  customers: readonly RunCustomer[];
  /** What each would get and why he is refused, by Record ID; it comes after the page. */
  preview: ReadonlyMap<number, PreviewedBilling>;
  /** Customers who are left out. */
  left: ReadonlySet<number>;
  typed: TypedAmounts;
  onLeave: (ids: readonly number[], isLeft: boolean) => void;
  onAmount: (place: number, amount: string) => void;
}

/** Who is billed for what, a row for each service; a customer who cannot be billed says why, and can be left out. */
export function CustomersTable({ customers, preview, left, typed, onLeave, onAmount }: CustomersTableProps) {
  const chosen = customers.length - left.size;
  return (
    <div className={styles.part} data-region>
      <div className={styles.head}>
        <h2>Customers</h2>
        <Checkbox
          label="All"
          checked={left.size === 0}
          indeterminate={left.size > 0 && chosen > 0}
          onChange={({ target }) =>
            onLeave(
              customers.map(({ payee_id }) => payee_id),
              !target.checked,
            )
          }
        />
        <span className="muted small">
          totals with VAT can be typed, the rest follows; an unticked customer is left out
        </span>
      </div>
      <LogTable
        label="Who is billed for what"
        headings={['Customer', 'Service', 'Account', 'VAT', 'Income', 'VAT amount', 'Total']}
        className={styles.customers}
        rows={customers.flatMap((customer) => {
          const told = preview.get(customer.payee_id);
          const isLeft = left.has(customer.payee_id);
          return customer.lines.map((line, at) => {
            const billed = told?.billing_details[at];
            return (
              <tr key={line.place} className={classNames(isLeft && styles.left)}>
                <td>
                  {at > 0 ? (
                    <span className={classNames(styles.again, 'muted')}>{customer.name}</span>
                  ) : (
                    <CustomerName customer={customer} told={told} isLeft={isLeft} onLeave={onLeave} />
                  )}
                </td>
                <td>
                  {line.billing_service_name} <span className="text-2 small">{line.remarks}</span>
                </td>
                <td className="figures">{line.account_code}</td>
                <td>{billed === undefined ? '' : VAT_TYPES[billed.vat as keyof typeof VAT_TYPES]}</td>
                <td className="figures">{billed === undefined ? '' : amount(billed.income_amount)}</td>
                <td className="figures">{billed === undefined ? '' : amount(billed.vat_amount)}</td>
                <td>
                  <AmountField
                    label={`Total of ${line.billing_service_name ?? 'the service'} for ${customer.name}`}
                    value={amountOf(line, typed)}
                    disabled={isLeft}
                    onChange={(text) => {
                      if (text !== amountOf(line, typed)) onAmount(line.place, text);
                    }}
                  />
                </td>
              </tr>
            );
          });
        })}
      />
    </div>
  );
}

/** A customer by whom he is chosen, what all his services come to, and why he cannot be billed. */
function CustomerName({
  customer,
  told,
  isLeft,
  onLeave,
}: Pick<CustomersTableProps, 'onLeave'> & {
  customer: RunCustomer;
  told: PreviewedBilling | undefined;
  isLeft: boolean;
}) {
  const { payee_id, code, name, lines } = customer;
  const refusals = told === undefined ? [] : refusalsOf(told.errors, customer);
  const id = `refusal-${payee_id}`;
  return (
    <>
      <Checkbox
        label={
          <>
            {name} <span className="muted figures">{code}</span>
          </>
        }
        checked={!isLeft}
        aria-describedby={refusals.length === 0 ? undefined : id}
        onChange={({ target }) => onLeave([payee_id], !target.checked)}
      />
      {lines.length > 1 && told !== undefined ? (
        <span className={classNames(styles.under, 'muted small figures')}>
          {`${lines.length} services, ${amount(told.total_amount)} in all`}
        </span>
      ) : null}
      {refusals.length === 0 ? null : (
        <span id={id} className={classNames(styles.under, isLeft ? 'muted' : 'danger', 'small')}>
          {refusals.join(' ')}
        </span>
      )}
    </>
  );
}
