import { expect, it } from 'vitest';
import { planCertificate } from './certificate-plan.ts';

const posting = (tax_minor: bigint, certificate_id: string | null = null) => ({ tax_minor, certificate_id });
const plan = (postings: readonly ReturnType<typeof posting>[], replace = false) =>
  planCertificate(postings, { replace });

it('certifies what no certificate in force holds, and prints again what is held', () => {
  const [first, second] = [posting(1_000n), posting(500n)];
  expect(plan([first, second])).toEqual({ act: 'issue', postings: [first, second], replaces: [] });
  expect(plan([posting(1_000n, '7'), second])).toEqual({ act: 'issue', postings: [second], replaces: [] });
  expect(plan([posting(1_000n, '7'), posting(500n, '9')])).toEqual({ act: 'copy', certificates: ['7', '9'] });
});

it('replaces all of them by one, with corrections; where everything was taken back they are withdrawn', () => {
  const held = [posting(1_000n, '7'), posting(500n, '9')];
  expect(plan([...held, posting(-400n)], true)).toMatchObject({
    act: 'issue',
    replaces: ['7', '9'],
    postings: { length: 3 },
  });
  expect(plan([...held, posting(-1_500n)], true)).toEqual({ act: 'withdraw', certificates: ['7', '9'] });
});

it('certifies nothing where nothing was withheld, or less', () => {
  expect(plan([])).toEqual({ act: 'nothing' });
  expect(plan([posting(1_000n), posting(-1_000n)])).toEqual({ act: 'nothing' });
  expect(plan([posting(-1_000n)], true)).toEqual({ act: 'nothing' });
  expect(plan([posting(1_000n, '7'), posting(-1_000n)])).toEqual({ act: 'copy', certificates: ['7'] });
});
