import { useQueryClient } from '@tanstack/react-query';
import { useAct, type Act } from '../../api/use-act.ts';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { refreshBatches } from '../record/batch-calls.ts';

/** An act on transactions, whose work answers what was done: all that is shown of them is read again, whatever became of it. */
export function useBatchAct(failed: (message: string) => string) {
  const client = useQueryClient();
  const { busy, act } = useAct(failed);
  return {
    busy,
    act: async (work: (headers: Parameters<Parameters<Act['act']>[0]>[0]) => Promise<string>): Promise<boolean> => {
      const done = await act(async (headers) => showSuccess(await withPleaseWait(work(headers))));
      await refreshBatches(client);
      return done;
    },
  };
}
