import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../buttons/button.tsx';

/**
 * What stands in the place of something that is still being read, or did not come: the words of waiting, or what failed
 * with a way to try again. `what` completes "Couldn't load …"; `failure` says it in other words. Nothing once it is there.
 */
export function LoadState({
  query,
  what,
  failure = `Couldn't load ${what}.`,
  className,
}: {
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  what: string;
  failure?: string | undefined;
  className?: string | undefined;
}) {
  if (query.isError) {
    return (
      <p className={className} role="status">
        {`${failure} `}
        <Button size="sm" variant="ghost" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (!query.isPending) return null;
  return (
    <p className={className} role="status">
      {MESSAGES.pleaseWait}
    </p>
  );
}
