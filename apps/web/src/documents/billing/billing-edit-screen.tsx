import { Navigate, useParams } from '@tanstack/react-router';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';

/** /trx-billing/edit/{data}: a stored billing, by its request number, opened to be changed. */
export function BillingEditScreen() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  return <Navigate to={BILLINGS.page} search={{ batch: data, edit: 1 }} replace />;
}
