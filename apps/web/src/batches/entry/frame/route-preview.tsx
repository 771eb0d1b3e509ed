import type { RouteStage } from '@talaan/contract/documents/batch-view.contract';
import { eligibleNames, stageName } from '../../record/route-texts.ts';
import { PesoLimitsNote } from '../../reading/batch-timeline.tsx';
import { SidePart } from '../../record/side-part.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import type { ApprovalRoute } from './approval-route.ts';
import styles from './route-preview.module.css';

/** Who has to approve the entry and who could, while its amount is typed (ux §5). */
export function RoutePreview({ route }: { route: ApprovalRoute | undefined }) {
  return (
    <SidePart title="Approval route">
      <div className={styles.route}>
        {route === undefined ? (
          <p className="muted small">Shown as soon as an amount is typed.</p>
        ) : (
          <Route route={route} />
        )}
      </div>
    </SidePart>
  );
}

function Route({ route }: { route: ApprovalRoute }) {
  return (
    <>
      {route.refusal === null ? null : (
        <p className={`${styles.refusal} warning small`} role="status">
          <IconAlert size={14} />
          {route.refusal}
        </p>
      )}
      {route.steps.length === 0 ? (
        <p className="small">Needs no approval.</p>
      ) : (
        <Timeline
          label="Approval route"
          steps={route.steps.map((stage) => ({
            id: String(stage.status),
            title: stageName(stage),
            state: 'pending' as const,
            aside: namesOf(stage),
          }))}
        />
      )}
      <PesoLimitsNote route={route.steps} />
    </>
  );
}

function namesOf(stage: RouteStage): string {
  const names = eligibleNames(stage);
  return names.length <= 1 ? (names[0] ?? 'nobody') : `${names[0]} + ${names.length - 1}`;
}
