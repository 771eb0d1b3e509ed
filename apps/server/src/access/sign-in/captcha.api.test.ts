import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../testing/sign-in/browser.ts';
import { createUser } from '../../testing/sign-in/sign-in.ts';
import { createSignInServer, TEST_PASSWORD, testPasswordHash } from '../../testing/sign-in/sign-in-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

let app: TestServer;
beforeAll(async () => {
  app = await createSignInServer({ configuration: { captcha_after: 2 } });
  await createUser(app.database, { user_id: 'ana', password_hash: await testPasswordHash() });
});
afterAll(() => app.stop());

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

interface Asked {
  id: string;
  question: string;
}

/** What a person would answer. */
function answerTo({ question }: Asked): string {
  const [, one, other] = /much is (\w+) plus (\w+)/.exec(question)!;
  return String(WORDS.indexOf(one!) + WORDS.indexOf(other!) + 2);
}

test('after failed tries on a name a question comes first; the right password alone does not pass it', async () => {
  const login = async (body: object) => (await openBrowser(app.server).post('/api/login', body)).json();
  const wrong = { user_id: 'ana', password: 'wrong' };
  const right = { user_id: 'ana', password: TEST_PASSWORD };
  expect(await login(wrong)).not.toHaveProperty('captcha');
  const second = await login(wrong);
  expect(second).toMatchObject({ status: 401, code: 'invalid_credentials', captcha: { id: expect.any(String) } });

  const unanswered = await login(right);
  expect(unanswered).toMatchObject({ status: 401, code: 'captcha_needed', message: 'Please Verify Captcha First.' });
  const mistaken = await login({ ...right, captcha_id: unanswered.captcha.id, captcha_answer: '99' });
  expect(mistaken).toMatchObject({ code: 'captcha_needed' });
  const answered = { captcha_id: mistaken.captcha.id, captcha_answer: answerTo(mistaken.captcha) };
  expect(await login({ ...right, ...answered })).toMatchObject({ data: { user: { user_id: 'ana' } } });
  // The sign-in forgave the failed tries.
  expect(await login(right)).toHaveProperty('data');
});

test('a name that nobody has is asked alike', async () => {
  const login = async () =>
    (await openBrowser(app.server).post('/api/login', { user_id: 'nobody', password: 'x' })).json();
  await login();
  await login();
  expect(await login()).toMatchObject({ status: 401, code: 'captcha_needed' });
});
