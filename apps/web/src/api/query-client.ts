import { QueryClient } from '@tanstack/react-query';
import { CallRefused } from '@talaan/contract/http/client';

/** The cache of server answers. A refusal is final; a lost connection or a busy server is tried twice more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (failures, failure) =>
          failures < 2 && (!(failure instanceof CallRefused) || failure.problem.code === 'busy'),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { retry: false },
    },
  });
}
