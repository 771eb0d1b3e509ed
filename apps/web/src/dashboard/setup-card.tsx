import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ACCESS } from '@talaan/core/access/access-level';
import { readSetup, SETUP_STEPS } from '@talaan/contract/resources/organisation/setup.contract';
import { callServer } from '../api/client.ts';
import { StatusChip } from '../ui/status-chip.tsx';
import { useMenuScreens } from '../page/screen.ts';
import { useAccessLevel } from '../session/session.ts';
import { StarterSet } from './starter-set.tsx';
import styles from './setup-card.module.css';

/** What is still to be done before the first journal, for whoever may set the company up; gone when all is done. */
export function SetupCard() {
  const maySetUp = useAccessLevel('Companies') >= ACCESS.update;
  const screens = useMenuScreens();
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => callServer(readSetup, { signal }),
    enabled: maySetUp,
    staleTime: 0,
  });
  const { steps = [], starter = [] } = setup.data?.data ?? {};
  const open = steps.filter(({ done }) => !done);
  if (!maySetUp || open.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="setup-title">
      <h2 id="setup-title" className={styles.title}>
        Set up your company
      </h2>
      <p className="text-2">{`${steps.length - open.length} of ${steps.length} done. After these, journals can be posted.`}</p>
      <ol className={styles.steps}>
        {steps.map(({ step, done, missing }) => {
          const { module, title, hint } = SETUP_STEPS[step];
          const screen = screens.find(({ label }) => label === module);
          return (
            <li key={step} aria-current={step === open[0]?.step ? 'step' : undefined}>
              <StatusChip hue={done ? 'green' : 'amber'} label={done ? 'Done' : 'To do'} />
              <span className={styles.words}>
                {screen === undefined ? title : <Link to={screen.path}>{title}</Link>}
                <span className="text-2">{missing ?? hint}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {starter.length === 0 ? null : <StarterSet parts={starter} />}
    </section>
  );
}
