import type { ResultOf, Route } from '@talaan/contract/http/route';
import accrual from './answers/accrual.json' with { type: 'json' };
import active from './answers/active.json' with { type: 'json' };
import approvals from './answers/approvals.json' with { type: 'json' };
import archive from './answers/archive.json' with { type: 'json' };
import billing from './answers/billing.json' with { type: 'json' };
import collection from './answers/collection.json' with { type: 'json' };
import customer from './answers/customer.json' with { type: 'json' };
import dashboard from './answers/dashboard.json' with { type: 'json' };
import entry from './answers/entry.json' with { type: 'json' };
import integrated from './answers/integrated.json' with { type: 'json' };
import journal from './answers/journal.json' with { type: 'json' };
import moving from './answers/moving.json' with { type: 'json' };
import order from './answers/order.json' with { type: 'json' };
import paper from './answers/paper.json' with { type: 'json' };
import payment from './answers/payment.json' with { type: 'json' };
import posted from './answers/posted.json' with { type: 'json' };
import receipt from './answers/receipt.json' with { type: 'json' };
import regular from './answers/regular.json' with { type: 'json' };
import risks from './answers/risks.json' with { type: 'json' };
import run from './answers/run.json' with { type: 'json' };
import schedules from './answers/schedules.json' with { type: 'json' };
import search from './answers/search.json' with { type: 'json' };
import uploads from './answers/uploads.json' with { type: 'json' };
import views from './answers/views.json' with { type: 'json' };
import type { Answer } from './render-app.tsx';

/** What the server answered in its own tests (`recorded-answers.api.test.ts`), by subject and name. */
const ANSWERS = {
  accrual,
  active,
  approvals,
  archive,
  billing,
  collection,
  customer,
  dashboard,
  entry,
  integrated,
  journal,
  moving,
  order,
  paper,
  payment,
  posted,
  receipt,
  regular,
  risks,
  run,
  schedules,
  search,
  uploads,
  views,
};

type Answers = typeof ANSWERS;
/** `journal/draft`: the subject, which is the name of the file, and the name of the answer. */
export type AnswerName = {
  [Subject in keyof Answers]: `${Subject}/${keyof Answers[Subject] & string}`;
}[keyof Answers];

interface KeptAnswer {
  route: string;
  call: string;
  status: number;
  body: unknown;
}

/** The kept answer of a route, of which only what its contract declares is left; throws for one that breaks it. */
export function recorded<const R extends Route>(route: R, name: AnswerName): ResultOf<R> {
  const kept = answerNamed(name);
  const called = `${route.method} ${route.path}`;
  if (kept.route !== called) throw new Error(`${name} is an answer of ${kept.route}, not of ${called}.`);
  return route.response!.parse(kept.body) as ResultOf<R>;
}

/**
 * A kept answer of which a little is changed where the state would take the server long to come to; it stays one that the
 * contract allows. Every use of it says why.
 */
export function edited<const R extends Route>(
  route: R,
  name: AnswerName,
  change: (body: ResultOf<R>) => ResultOf<R>,
): Answer {
  return { body: route.response!.parse(change(recorded(route, name))) };
}

/** Kept answers, refusals as well, each under the call that it answers: `GET /api/trx/header/0000002`. */
export function answered(...names: AnswerName[]): Record<string, Answer> {
  return Object.fromEntries(
    names.map((name) => {
      const kept = answerNamed(name);
      return [callOf(kept), { status: kept.status, body: kept.body }];
    }),
  );
}

/** Kept answers of reads that a write changes: `before` it and `after` it. The write is answered by its own. */
export function answeredAround(
  before: readonly AnswerName[],
  write: AnswerName,
  after: readonly AnswerName[],
): Record<string, () => Answer> {
  const changed = answered(...after);
  let current = { ...changed, ...answered(...before), ...answered(write) };
  const written = callOf(answerNamed(write));
  return Object.fromEntries(
    Object.keys(current).map((call) => [
      call,
      () => {
        if (call === written) current = { ...current, ...changed };
        return current[call]!;
      },
    ]),
  );
}

const callOf = ({ call }: KeptAnswer) => call.split('?')[0]!;

function answerNamed(name: AnswerName): KeptAnswer {
  const [subject, key] = name.split('/') as [keyof Answers, string];
  return (ANSWERS[subject] as Record<string, KeptAnswer>)[key]!;
}
