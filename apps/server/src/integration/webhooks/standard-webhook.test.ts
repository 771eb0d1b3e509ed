import { expect, it } from 'vitest';
import { isSigned, keyOfSecret, newWebhookSecret, signatureOf } from './standard-webhook.ts';

const VECTOR = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
};
const KEY = keyOfSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

it('signs as the specification’s example is signed', () => {
  expect(signatureOf(KEY, VECTOR)).toBe(SIGNATURE);
  expect(isSigned(KEY, { ...VECTOR, body: Buffer.from(VECTOR.body) }, SIGNATURE)).toBe(true);
});

it('is signed by one of several signatures, and by nothing of another key, id, time or body', () => {
  expect(isSigned(KEY, VECTOR, `v1,${'A'.repeat(43)}= v1a,x ${SIGNATURE}`)).toBe(true);
  for (const [key, change, signatures] of [
    [keyOfSecret(newWebhookSecret()), {}, SIGNATURE],
    [KEY, { id: 'msg_other' }, SIGNATURE],
    [KEY, { timestamp: '1614265331' }, SIGNATURE],
    [KEY, { body: '{"test":2432232314}' }, SIGNATURE],
    [KEY, {}, SIGNATURE.slice(3)],
    [KEY, {}, ''],
  ] as const) {
    expect(isSigned(key, { ...VECTOR, ...change }, signatures)).toBe(false);
  }
});
