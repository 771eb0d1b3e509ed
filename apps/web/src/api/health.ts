import type { Health } from '@talaan/contract/http/health';

/** How the server is; it says so to anybody. */
export async function readHealth(): Promise<Health> {
  const answer = await fetch('/api/health');
  return answer.json();
}
