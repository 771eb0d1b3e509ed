import type { BatchDetail, RouteStage, TimelineMove } from '@talaan/contract/documents/batch-view.contract';
import { HAPPENED } from '@talaan/contract/documents/document-paper';
import { STATUS } from '@talaan/core/documents/status';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { chipOf, hasLedgerEffect, showInstant } from '../record/batch-texts.ts';
import { eligibleNames, listed, stageName } from '../record/route-texts.ts';
import { SidePart } from '../record/side-part.tsx';

const SENT_BACK: ReadonlySet<string> = new Set(['return', 'reject', 'withdraw', 'void', 'archive']);

/** How a batch came here and who can act next; rounds that a change made void are kept below (ux §5). */
export function BatchTimeline({ batch }: { batch: BatchDetail }) {
  const returned = returnToActive(batch);
  const earlier = [...new Set(batch.timeline.map(({ cycle }) => cycle))]
    .filter((cycle) => cycle < batch.cycle)
    .toSorted((one, two) => two - one)
    .map((cycle) => ({
      cycle,
      moves: batch.timeline.filter((move) => move.cycle === cycle && move.action !== 'submit' && move !== returned),
    }))
    .filter(({ moves }) => moves.length > 0);
  return (
    <>
      <SidePart title="Approval timeline" aside={batch.cycle > 1 ? `round ${batch.cycle}` : undefined}>
        <Timeline label="Approval timeline" steps={currentSteps(batch)} />
        <PesoLimitsNote route={batch.route} />
      </SidePart>
      {earlier.map(({ cycle, moves }) => (
        <SidePart key={cycle} title={`Round ${cycle}`} aside="void">
          <Timeline label={`Round ${cycle}`} steps={moves.map((move, index) => moveStep(batch, move, index))} />
        </SidePart>
      ))}
    </>
  );
}

/** Where a level has no limit in the currency of the document, the limits in pesos count, and the page says so (decisions §3). */
export function PesoLimitsNote({ route }: { route: readonly RouteStage[] }) {
  const stages = route.filter(({ peso_limits }) => peso_limits).map(stageName);
  if (stages.length === 0) return null;
  return (
    <p className="text-2 small">
      {`${stages.join(', ')}: nobody has a limit in this currency, so limits in PHP are held against the peso amount.`}
    </p>
  );
}

function currentSteps(batch: BatchDetail): TimelineStep[] {
  const moves = batch.timeline.filter((move) => move.cycle === batch.cycle);
  const ended = batch.status === STATUS.ARCHIVED;
  const returned = returnToActive(batch);
  const reason = moves.find(({ action }) => action === 'submit')?.remarks ?? '';
  const prepared: TimelineStep = {
    id: 'prepared',
    title: 'Prepared',
    state: batch.status === STATUS.ACTIVE ? 'now' : 'done',
    detail: (
      <Said text={`${batch.preparer} · ${showInstant(batch.submitted_at ?? batch.date_encoded)}`} remarks={reason} />
    ),
  };
  // What has ended is told as it happened: its route ended with it.
  if (ended) {
    const happened = moves.filter(({ action }) => action !== 'submit');
    return [prepared, ...happened.map((move, index) => moveStep(batch, move, index))];
  }
  // What was accepted went past the stages: those of its source agreed before, or the approval of an accrual covers it.
  const isAccepted = moves.some(({ action }) => action === 'accept');
  const stages = (isAccepted ? [] : batch.route)
    .filter((stage) => stage.status !== STATUS.ACTIVE && stage.status !== STATUS.APPROVED)
    .map((stage) => stageStep(stage, moves));
  const posts = hasLedgerEffect(batch.document_type);
  const approved: TimelineStep = {
    id: 'approved',
    title: 'Approved',
    ...(batch.status >= STATUS.APPROVED
      ? { state: 'done', detail: posts ? postedText(batch) : 'No ledger effect' }
      : { state: 'pending', aside: posts ? 'posts to the ledger' : 'no ledger effect' }),
  };
  return [
    ...(returned === undefined ? [] : [moveStep(batch, returned, -1)]),
    prepared,
    ...stages,
    approved,
    ...laterSteps(batch, moves),
  ];
}

/** Where a batch stands after Approved: how it was closed, else the state that vouchers brought it to. */
function laterSteps(batch: BatchDetail, moves: readonly TimelineMove[]): TimelineStep[] {
  if (batch.status <= STATUS.APPROVED) return [];
  const closed = moves.findLast(({ action }) => action === 'close');
  if (closed !== undefined) return [moveStep(batch, closed, -2)];
  return [{ id: 'later', title: chipOf(batch.document_type, batch.status).label, state: 'now' }];
}

/** The move that sent an active batch back to its preparer: it stands first in his timeline. */
function returnToActive(batch: BatchDetail): TimelineMove | undefined {
  if (batch.status !== STATUS.ACTIVE) return undefined;
  const last = batch.timeline.findLast(({ action }) => SENT_BACK.has(action));
  return last !== undefined && last.cycle < batch.cycle ? last : undefined;
}

function stageStep(stage: RouteStage, moves: readonly TimelineMove[]): TimelineStep {
  const move = moves.findLast(
    ({ action, status_from, in_force }) =>
      (action === 'approve' || action === 'release') && status_from === stage.status && in_force,
  );
  const title = stageName(stage);
  const names = eligibleNames(stage);
  if (move !== undefined || stage.state === 'done') {
    return {
      id: `stage ${stage.status}`,
      title,
      state: 'done',
      detail: move === undefined ? stage.done_by : actedText(move),
    };
  }
  if (stage.state === 'current') {
    return {
      id: `stage ${stage.status}`,
      title,
      state: 'now',
      detail: names.length === 0 ? 'Nobody can act at this stage' : `${listed(names)} can act`,
    };
  }
  return {
    id: `stage ${stage.status}`,
    title,
    state: 'pending',
    aside: names.length === 0 ? undefined : shortly(names),
  };
}

/** A status at which somebody acts, which is told with what he did. */
const isStage = (status: number) => status !== STATUS.ACTIVE && (status < STATUS.APPROVED || status > STATUS.CLOSED);

function moveStep(batch: BatchDetail, move: TimelineMove, index: number): TimelineStep {
  const isSentBack = SENT_BACK.has(move.action);
  const stage = stageName(chipOf(batch.document_type, move.status_from));
  const what = HAPPENED[move.action] ?? move.action;
  return {
    id: `${move.cycle} ${move.action} ${move.at} ${index}`,
    title: isStage(move.status_from) ? `${what} at ${stage}` : what,
    state: isSentBack ? 'returned' : 'done',
    detail: <Said text={actedText(move)} remarks={move.remarks} />,
  };
}

/** Who acted and when, and below it what was said. */
function Said({ text, remarks }: { text: string; remarks: string }) {
  return (
    <>
      {text}
      {remarks === '' ? null : (
        <>
          <br />
          {remarks}
        </>
      )}
    </>
  );
}

function actedText(move: TimelineMove): string {
  const behalf = move.on_behalf_of_name === null ? '' : ` for ${move.on_behalf_of_name}`;
  return `${move.user_name}${behalf} · ${showInstant(move.at)}`;
}

function postedText(batch: BatchDetail): string {
  const posted = batch.headers.find(({ posted_at }) => posted_at !== null)?.posted_at;
  return posted ? `Posted ${showInstant(posted)}` : 'Waits for its date';
}

function shortly(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names[0]} + ${names.length - 1}`;
}
