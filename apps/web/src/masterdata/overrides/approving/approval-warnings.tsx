import { useQuery } from '@tanstack/react-query';
import { readApprovalCoverage } from '@talaan/contract/resources/approvals/approval-coverage.contract';
import { callServer } from '../../../api/client.ts';
import { IconWarning } from '../../../ui/icons.tsx';
import { MASTERDATA_KEY } from '../../record/resource-calls.ts';
import styles from './approval-warnings.module.css';

/** Above the list of levels: gaps, overlaps, and amounts that nobody could approve (decisions §3). */
export function LevelWarnings() {
  const found = useCoverage('approving');
  return <Warnings sentences={[...(found?.levels ?? []), ...(found?.nobody ?? [])]} />;
}

/** Above the list of officers: limits beyond their level, and amounts that nobody could approve. */
export function officerWarnings(officers: 'approving' | 'billing') {
  return function OfficerWarnings() {
    const found = useCoverage(officers);
    return <Warnings sentences={[...(found?.limits ?? []), ...(found?.nobody ?? [])]} />;
  };
}

/** Asked anew with every change of master data; where it cannot be asked, the list stands without it. */
function useCoverage(officers: 'approving' | 'billing') {
  const coverage = useQuery({
    queryKey: [MASTERDATA_KEY, 'approval-coverage', officers],
    queryFn: ({ signal }) => callServer(readApprovalCoverage, { query: { officers }, signal }),
  });
  return coverage.data?.data;
}

function Warnings({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section className={styles.warnings} aria-label="Warnings">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <IconWarning />
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  );
}
