/**
 * A program that sends batches to Talaan, from the token to the webhook, with Node alone:
 *
 *   TALAAN_URL=http://localhost:3000 CLIENT_ID=… CLIENT_SECRET=… WEBHOOK_SECRET=… node docs/integration/example-client.mjs
 *
 * The demo company shows these at /demo/webhooks. DOCUMENT_DATE (today) must lie in an open month.
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

const {
  TALAAN_URL = 'http://localhost:3000',
  CLIENT_ID,
  CLIENT_SECRET,
  WEBHOOK_SECRET,
  DOCUMENT_DATE = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Manila' }),
} = process.env;
if (!CLIENT_ID || !CLIENT_SECRET || !WEBHOOK_SECRET) {
  throw new Error('Set CLIENT_ID, CLIENT_SECRET and WEBHOOK_SECRET.');
}

/** 1. A token, good for 15 minutes (OAuth 2.0, client credentials). */
async function getToken() {
  const reply = await fetch(`${TALAAN_URL}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      scope: 'integrated',
    }),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`No token: ${answer.error_description}`);
  return answer.access_token;
}

/** Sends a batch. A batch is known by its number and what it says: sent again, after a crash or without an answer, it enters once. */
async function send(token, batch) {
  const reply = await fetch(`${TALAAN_URL}/api/trx/integrated`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(batch),
  });
  // 429 and 503 say when to come again.
  const wait = reply.headers.get('retry-after');
  if (wait !== null && (reply.status === 429 || reply.status === 503)) {
    await new Promise((go) => setTimeout(go, Number(wait) * 1000));
    return send(token, batch);
  }
  return {
    status: reply.status,
    replayed: reply.headers.get('idempotency-replayed') === 'true',
    text: await reply.text(),
  };
}

/** A journal entry of two lines. Amounts are texts with two decimals; `control` says what the documents come to. */
function makeBatch(batch_no, amount) {
  const line = { branch: 'SMP-001', debit_amount: '0.00', credit_amount: '0.00' };
  return {
    batch_no,
    department: 'ACCT',
    document_type: 'JE',
    control: { documents: 1, lines: 2, debit: amount, credit: amount },
    documents: [
      {
        document_no: 'D-1',
        document_date: DOCUMENT_DATE,
        remarks: 'Rent of a branch',
        lines: [
          { ...line, account_code: '502010', department: 'ACCT', debit_amount: amount },
          { ...line, account_code: '102103', credit_amount: amount },
        ],
      },
    ],
  };
}

/** Whether a webhook was signed by our secret within the last five minutes (Standard Webhooks). `body` is the text as it came. */
function isOurs(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
  const wanted = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** The webhook of a batch, from the sandbox's receiver; a receiver of one's own gets it by POST. Null when none came within 30 seconds. */
async function waitForWebhook(batch_no) {
  for (let second = 0; second < 30; second += 1) {
    const { data } = await (await fetch(`${TALAAN_URL}/demo/webhooks/messages`)).json();
    const found = data.find(({ body }) => JSON.parse(body).data.batch_no === batch_no);
    if (found) return found;
    await new Promise((go) => setTimeout(go, 1000));
  }
  return null;
}

const token = await getToken();
console.log('1. Got a token.');

const batch_no = `EX-${randomUUID().slice(0, 8)}`;
const first = await send(token, makeBatch(batch_no, '1250.00'));
if (first.status !== 201) throw new Error(`Batch ${batch_no} was not taken: ${first.text}`);
const { data } = JSON.parse(first.text);
console.log(
  `2. Sent batch ${batch_no}: ${data.state} as batch ${data.batch_number}, ${data.documents[0].document_number}.`,
);

const again = await send(token, makeBatch(batch_no, '1250.00'));
const isSame = again.status === 200 && again.replayed && again.text === first.text;
if (!isSame) throw new Error(`Sent again, it was answered ${again.status}: ${again.text}`);
console.log('3. Sent it again: the same answer to the byte, and nothing was posted twice.');

const faulty = makeBatch(`${batch_no}-F`, '1250.00');
faulty.documents[0].lines[0].branch = 'NOWHERE';
faulty.documents[0].lines[1].credit_amount = '1249.00';
const refused = await send(token, faulty);
if (refused.status !== 422) throw new Error(`A faulty batch was answered ${refused.status}: ${refused.text}`);
const { faults, fault_count } = JSON.parse(refused.text);
console.log(`4. Sent a faulty batch: refused whole, ${fault_count} faults.`);
for (const { document_no, line, field, rule, message } of faults) {
  console.log(
    `   ${[document_no && `document ${document_no}`, line && `line ${line}`, field].filter(Boolean).join(', ')} (${rule}): ${message}`,
  );
}

const now = await fetch(`${TALAAN_URL}/api/trx/integrated/${encodeURIComponent(batch_no)}`, {
  headers: { authorization: `Bearer ${token}` },
});
console.log(`5. Asked what became of it: ${(await now.json()).data.state}.`);

console.log('6. Waiting for its webhook.');
const told = await waitForWebhook(batch_no);
if (told === null) throw new Error('No webhook came within 30 seconds.');
if (!isOurs(told.headers, told.body)) throw new Error('The webhook is not signed by our secret.');
const { type, data: said } = JSON.parse(told.body);
console.log(`   ${type}: batch ${said.batch_no} is ${said.state}. Its signature is right.`);
