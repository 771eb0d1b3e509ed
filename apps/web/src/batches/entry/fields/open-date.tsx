import { showDate } from '../../record/batch-texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';

/** The nearest day that can be posted on, to be taken by one press. */
export function OpenDate({ date, onUse }: { date: string; onUse: (date: string) => void }) {
  return (
    <Button size="sm" variant="ghost" onClick={() => onUse(date)}>
      {`Use ${showDate(date)}, the nearest open day`}
    </Button>
  );
}
