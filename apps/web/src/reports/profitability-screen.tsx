import { Link } from '@tanstack/react-router';
import { ACCESS } from '@talaan/core/access/access-level';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { MAP_PROOF, profitabilityReport } from '@talaan/contract/reports/profitability/profitability.report';
import { useWhyNot } from '../session/why-not.ts';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { IconAlert, IconColumns } from '../ui/icons.tsx';
import { differs } from './proofs/proof-documents.tsx';
import { ReportPage, type BuiltReport } from './report-page.tsx';
import styles from './profitability/result-map.module.css';

/** Where the map of accounts and the transactions of branches stand. */
const MAP_PATH = '/profitability/map';

/** /profitability: the report, with the way to how it is read. */
export function ProfitabilityScreen() {
  return <ReportPage report={anyReport(profitabilityReport)} Actions={MapAndCounts} Notice={Unmapped} />;
}

function MapAndCounts() {
  const whyNot = useWhyNot('Profitability', ACCESS.update);
  if (whyNot !== undefined) {
    return (
      <Button variant="ghost" icon={<IconColumns />} disabledReason={whyNot}>
        Map and counts
      </Button>
    );
  }
  return (
    <Link className={buttonClass({ variant: 'ghost' })} to={MAP_PATH}>
      <IconColumns />
      Map and counts
    </Link>
  );
}

/** Which accounts the map leaves out, and the way to give them a line. */
function Unmapped({ soFar }: BuiltReport) {
  const whyNot = useWhyNot('Profitability', ACCESS.update);
  const proof = soFar?.proof.find(({ name }) => name === MAP_PROOF);
  if (proof === undefined || !differs(proof)) return null;
  return (
    <p className={styles.unmapped} role="alert">
      <IconAlert />
      {`No line of the report has what was posted to ${proof.left_label.replace(/^unmapped: /, '')}.`}
      {whyNot === undefined ? (
        <Link to={MAP_PATH} search={{ unmapped: '1' }}>
          Give each a line
        </Link>
      ) : (
        <span className="text-2">{whyNot}</span>
      )}
    </p>
  );
}
