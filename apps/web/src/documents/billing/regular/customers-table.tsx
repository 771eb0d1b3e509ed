import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import { LogTable } from '../../../page/log-table.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { ChooseAll } from '../../run/run-page.tsx';
import { amountOf, refusalsOf, type RunCustomer } from './regular-billing-form.ts';
import type { RegularBilling } from './use-regular-billing.ts';
import runStyles from '../../run/run.module.css';
import styles from './regular-billing.module.css';

const shown = (text: string | undefined) => (text === undefined ? '' : formatAmount(requireAmount(text)));

/** Who is billed for what, a row for each service; a customer who cannot be billed says why, and can be left out. */
export function CustomersTable({ billing }: { billing: RegularBilling }) {
  const { customers, left, onLeave } = billing;
  return (
    <div className={styles.part} data-region>
      <div className={styles.head}>
        <h2>Customers</h2>
        <ChooseAll label="All" ids={customers.map(({ payee_id }) => payee_id)} left={left} onLeave={onLeave} />
        <span className="muted small">
          totals with VAT can be typed, the rest follows; an unticked customer is left out
        </span>
      </div>
      <LogTable
        label="Who is billed for what"
        headings={['Customer', 'Service', 'Account', 'VAT', 'Income', 'VAT amount', 'Total']}
        className={styles.customers}
        rows={customers.flatMap((customer) => customerRows(customer, billing))}
      />
    </div>
  );
}

/** The rows of a customer, of which the first one says all about him. */
function customerRows(customer: RunCustomer, billing: RegularBilling) {
  const { amounts, left, preview, onAmount } = billing;
  const isLeft = left.has(customer.payee_id);
  return customer.lines.map((line, at) => {
    const billed = preview.get(customer.payee_id)?.billing_details[at];
    const amount = amountOf(line, amounts);
    return (
      <tr key={line.place} className={classNames(isLeft && runStyles.left)}>
        <td>
          {at > 0 ? (
            <span className={`${runStyles.under} muted`}>{customer.name}</span>
          ) : (
            <CustomerName customer={customer} billing={billing} />
          )}
        </td>
        <td>
          {line.billing_service_name} <span className="text-2 small">{line.remarks}</span>
        </td>
        <td className="figures">{line.account_code}</td>
        <td>{billed === undefined ? '' : VAT_TYPES[billed.vat as keyof typeof VAT_TYPES]}</td>
        <td className="figures">{shown(billed?.income_amount)}</td>
        <td className="figures">{shown(billed?.vat_amount)}</td>
        <td>
          <AmountField
            label={`Total of ${line.billing_service_name ?? 'the service'} for ${customer.name}`}
            value={amount}
            disabled={isLeft}
            onChange={(text) => {
              if (text !== amount) onAmount(line.place, text);
            }}
          />
        </td>
      </tr>
    );
  });
}

/** A customer by whom he is chosen, what all his services come to, and why he cannot be billed. */
function CustomerName({ customer, billing }: { customer: RunCustomer; billing: RegularBilling }) {
  const { payee_id, code, name, lines } = customer;
  const told = billing.preview.get(payee_id);
  const isLeft = billing.left.has(payee_id);
  const refusals = refusalsOf(customer, told);
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
        onChange={({ target }) => billing.onLeave([payee_id], !target.checked)}
      />
      {lines.length > 1 && told !== undefined ? (
        <span className={`${runStyles.under} muted small figures`}>
          {`${lines.length} services, ${shown(told.total_amount)} in all`}
        </span>
      ) : null}
      {refusals.length === 0 ? null : (
        <span id={id} className={classNames(runStyles.under, isLeft ? 'muted' : 'danger', 'small')}>
          {refusals.join(' ')}
        </span>
      )}
    </>
  );
}
