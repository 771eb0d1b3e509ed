import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { parseTin } from '@talaan/core/text/tin';
import { IconAlert } from '../../../ui/icons.tsx';
import { useFormSurroundings } from '../../fields/form-context.ts';
import type { MasterRecord } from '../../record/resource-calls.ts';
import { PayeeLink } from './payee-merge.tsx';
import styles from './payee.module.css';

/** So many others are named; more of them are a matter for the list. */
const NAMED = 10;

/** The other payees that have the TIN in the form: one taxpayer under two codes is paid twice, and taxed twice. */
export function SameTaxpayer({ record }: { record: MasterRecord | null }) {
  const { parts, form } = useFormSurroundings();
  const tin = parseTin(useWatch({ control: form.control, name: 'tin' }) as string);
  const found = useQuery({
    ...parts.calls.list({ tin: tin ?? '', page: 1, pages: NAMED }),
    enabled: tin !== null,
    placeholderData: undefined,
  });
  const others = tin === null ? [] : (found.data?.data ?? []).filter(({ id }) => id !== record?.id);
  return (
    <div role="status">
      {others.length === 0 ? null : (
        <p className={styles.warning}>
          <IconAlert />
          <span>
            {others.length === 1 ? 'Another payee has this TIN: ' : 'Other payees have this TIN: '}
            {others.map((other, at) => (
              <span key={other.id}>
                {at === 0 ? '' : ', '}
                <PayeeLink id={other.id}>{parts.definition.describe(other)}</PayeeLink>
                {other['status'] === 0 ? ' (inactive)' : ''}
              </span>
            ))}
          </span>
        </p>
      )}
    </div>
  );
}
