import { operationsOf, valueOf, type ApiDescription, type Operation } from './api-description.ts';
import { randomOf, type Random } from './random.ts';

/** Who a request comes from: nobody, or one of the people that the run signs in, by place in its list. */
export type Sender = number | null;

export interface HostileRequest {
  readonly number: number;
  readonly sender: Sender;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** What was done to a good request. */
  readonly tricks: readonly string[];
}

/** A request while it is made worse. */
interface Draft {
  sender: Sender;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Its JSON, until it becomes bytes of another kind. */
  json: unknown;
  body: Buffer | null;
}

/** Makes request after request over every described call; the same seed and number make the same request. */
export function createRequestMaker(description: ApiDescription, seed: number, senders: number) {
  const operations = operationsOf(description);
  return (number: number): HostileRequest => {
    const random = randomOf(seed, number);
    const operation = operations[number % operations.length]!;
    const draft = goodRequest(operation, random, description, senders);
    const tricks: string[] = [];
    for (let left = random.below(4); left > 0; left -= 1) {
      const [name, play] = random.pick(TRICKS);
      play(draft, random);
      tricks.push(name);
    }
    const { json, body, ...rest } = draft;
    return { number, tricks, ...rest, body: body ?? (json === undefined ? null : jsonOf(json)) };
  };
}

function goodRequest(operation: Operation, random: Random, description: ApiDescription, senders: number): Draft {
  const { method, path, query, body, takes_forms } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(valueOf({ format: /upload|draft/.test(path) ? 'uuid' : '' }, name, random, description))),
  );
  const parameters = new URLSearchParams();
  for (const [name, schema] of query) {
    if (!random.oneIn(3)) continue;
    for (const one of [valueOf(schema, name, random, description)].flat()) parameters.append(name, String(one));
  }
  const asked = parameters.toString();
  const draft: Draft = {
    // A sign-out would leave the requests after it without a session.
    sender: random.oneIn(12) || /logout/.test(path) ? null : random.oneIn(2) ? 0 : random.below(senders),
    method,
    path: asked === '' ? filled : `${filled}?${asked}`,
    headers: {},
    json: undefined,
    body: null,
  };
  if (random.oneIn(3)) draft.headers['idempotency-key'] = `fuzz-${random.below(1_000_000)}`;
  if (method === 'GET') return draft;
  draft.headers['content-type'] = 'application/json';
  draft.json = body === null ? {} : valueOf(body, '', random, description);
  if (takes_forms && random.oneIn(2)) makeForm(draft, random);
  return draft;
}

/** Written into JSON as it stands, without quotes. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const RAW_MARK = '@raw@';

function jsonOf(value: unknown): Buffer {
  const text = JSON.stringify(value, (_, one: unknown) => (one instanceof RawJson ? RAW_MARK + one.text : one)) ?? '';
  return Buffer.from(
    text.replaceAll(new RegExp(`"${RAW_MARK}((?:[^"\\\\]|\\\\.)*)"`, 'g'), (_, raw: string) => JSON.parse(`"${raw}"`)),
  );
}

const nested = (levels: number, open: string, close: string) =>
  new RawJson(`${open.repeat(levels)}0${close.repeat(levels)}`);

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDC00a',
  '\u202Egnp',
  '\uFEFF',
  '😀'.repeat(50),
  'ñ'.repeat(5000),
  '9'.repeat(400),
  '1e400',
  '-0',
  'NaN',
  'Infinity',
  '0x10',
  '1,234.5',
  '0.001',
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '31/12/2026',
  '2026-07-15T25:61:00Z',
  '-0001-01-01',
  'infinity',
  'today',
  "'; drop table batch; --",
  '%',
  '_%\\',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '${7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  'a\r\nset-cookie: a=b',
  '00000000-0000-0000-0000-000000000000',
  '{"a":1}',
  'null',
];

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  new RawJson('1e400'),
  new RawJson('-1e400'),
  new RawJson(`1${'0'.repeat(400)}`),
  new RawJson('0.1000000000000000055511151231257827'),
  nested(40, '[', ']'),
  nested(40, '{"a":', '}'),
  nested(20_000, '[', ']'),
  new RawJson('{"a":1,"a":2}'),
  new RawJson('{"__proto__":{"super_user":true}}'),
  new RawJson(`[${'0,'.repeat(2000)}0]`),
  [],
  {},
  [[]],
  [null],
  { id: {} },
  ...HOSTILE_TEXTS,
];

const HOSTILE_PARTS = [
  '%00',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..',
  '%zz',
  '%',
  '%ff%fe',
  '%c0%ae',
  '%ED%A0%80',
  '%2500',
  '-1',
  '0',
  '00',
  '1.0',
  '1e3',
  '0x1',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  '9'.repeat(600),
  'x'.repeat(6000),
  'null',
  'undefined',
  '__proto__',
  '%27%20or%201%3D1',
  '%F0%9F%98%80',
  ';a=b',
  '*',
  '{id}',
];

/** Puts a hostile value at a random place of the JSON. */
function spoil(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && !random.oneIn(4)) {
    const at = random.below(value.length);
    return value.map((one: unknown, place) => (place === at ? spoil(one, random) : one));
  }
  if (typeof value === 'object' && value !== null && !(value instanceof RawJson)) {
    const names = Object.keys(value);
    if (names.length > 0 && !random.oneIn(6)) {
      const name = random.pick(names);
      return { ...value, [name]: spoil((value as Record<string, unknown>)[name], random) };
    }
    if (random.oneIn(2)) return { ...value, [random.pick(HOSTILE_TEXTS)]: random.pick(HOSTILE_VALUES) };
  }
  return random.pick(HOSTILE_VALUES);
}

function withPart(path: string, part: string, random: Random): string {
  const [address = '', query] = path.split('?');
  const parts = address.split('/');
  // `/api` stays, so that it is ours.
  const at = 2 + random.below(Math.max(parts.length - 2, 1));
  parts[at] = part;
  return query === undefined ? parts.join('/') : `${parts.join('/')}?${query}`;
}

function withQuery(path: string, text: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

/** Turns the JSON into a form, with a file now and then; its names and ends are not always what they should be. */
function makeForm(draft: Draft, random: Random): void {
  const edge = 'edge-of-the-form';
  const fields = Object.entries((draft.json ?? {}) as Record<string, unknown>).map(
    ([name, value]) => [name, typeof value === 'string' ? value : jsonOf(value).toString()] as const,
  );
  const files = Array.from({ length: random.below(3) }, () =>
    random.pick(['%PDF-1.7', 'a,b\n1,2', '', 'PK\x03\x04', '\x89PNG']),
  );
  const parts = [
    ...fields.map(([name, value]) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`),
    ...files.map((text) => {
      const name = random.pick([
        'a.pdf',
        'a.csv',
        'a.xlsx',
        '../a.pdf',
        'a\0.pdf',
        '',
        'x'.repeat(300),
        'a.pdf"; x="',
        'ñ.csv',
      ]);
      return `content-disposition: form-data; name="upload_file[]"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${text}`;
    }),
  ];
  if (random.oneIn(5)) parts.push(`content-disposition: form-data; name="${random.pick(HOSTILE_TEXTS)}"\r\n\r\na`);
  if (random.oneIn(8))
    parts.push(`content-disposition: form-data; name="_method"\r\n\r\n${random.pick(['PUT', 'DELETE', '\0'])}`);
  if (random.oneIn(10))
    parts.push(random.pick(['', '\r\n\r\n', 'content-type: application/json\r\n\r\n{', 'content-disposition: x']));
  const text = `${parts.map((part) => `--${edge}\r\n${part}\r\n`).join('')}--${edge}--\r\n`;
  const whole = Buffer.from(text, random.oneIn(10) ? 'latin1' : 'utf8');
  draft.body = random.oneIn(6) ? whole.subarray(0, random.below(whole.length)) : whole;
  draft.headers['content-type'] = random.oneIn(10)
    ? random.pick(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=a'])
    : `multipart/form-data; boundary=${edge}`;
}

/** The names of what may be done to a request, each with how. */
const TRICKS: readonly (readonly [name: string, play: (draft: Draft, random: Random) => void])[] = [
  ['hostile value', (draft, random) => void (draft.json = spoil(draft.json, random))],
  ['hostile value', (draft, random) => void (draft.json = spoil(draft.json, random))],
  ['hostile value', (draft, random) => void (draft.json = spoil(draft.json, random))],
  ['path', (draft, random) => void (draft.path = withPart(draft.path, random.pick(HOSTILE_PARTS), random))],
  [
    'query',
    (draft, random) => {
      const name = random.pick([
        'search',
        'query',
        'page',
        'pages',
        'sort',
        'list',
        'ids',
        'year',
        'document_type',
        'status',
        'format',
        'filter[a]',
        'document_date',
      ]);
      const value = random.oneIn(3) ? random.pick(HOSTILE_PARTS) : encode(random.pick(HOSTILE_TEXTS));
      draft.path = withQuery(draft.path, `${name}=${value}`);
    },
  ],
  [
    'query without end',
    (draft, random) => void (draft.path = withQuery(draft.path, `search=${'a'.repeat(random.below(9000))}`)),
  ],
  ['half of it', (draft, random) => cut(draft, (bytes) => bytes.subarray(0, random.below(bytes.length + 1)))],
  [
    'broken UTF-8',
    (draft, random) =>
      cut(draft, (bytes) =>
        Buffer.concat([bytes.subarray(0, random.below(bytes.length + 1)), Buffer.from([0xff, 0xc0, 0x80]), bytes]),
      ),
  ],
  [
    'bytes before it',
    (draft, random) =>
      cut(draft, (bytes) =>
        Buffer.concat([Buffer.from(random.pick(['\uFEFF', ' '.repeat(1000), '\0', '[', '//'])), bytes]),
      ),
  ],
  ['nothing in it', (draft) => cut(draft, () => Buffer.alloc(0))],
  [
    'content type',
    (draft, random) =>
      void (draft.headers['content-type'] = random.pick([
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/json, text/plain',
        '/',
        'x'.repeat(300),
      ])),
  ],
  ['form', makeForm],
  [
    'method',
    (draft, random) =>
      void (draft.method = random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'])),
  ],
  [
    'header',
    (draft, random) => {
      const [name, value] = random.pick([
        ['x-csrf-token', 'x'],
        ['origin', 'https://evil.example'],
        ['origin', 'null'],
        ['idempotency-key', 'short'],
        ['idempotency-key', 'x'.repeat(500)],
        ['cookie', 'talaan=x'],
        ['cookie', `talaan=${'a'.repeat(4000)}; talaan=; =; ;;`],
        ['x-forwarded-for', `${'1.2.3.4, '.repeat(200)}x`],
        ['x-forwarded-proto', 'javascript'],
        ['host', '[::1'],
        ['accept', '\x7f'.replace('\x7f', 'x'.repeat(2000))],
        ['range', 'bytes=-1,0-,x'],
        ['content-encoding', 'gzip'],
        ['if-none-match', '*'],
        ['accept-version', '9'],
        ['expect', '100-continue'],
        ['connection', 'close'],
      ] as const);
      draft.headers[name] = value;
    },
  ],
];

/** As a part of an address; half a pair of UTF-16 cannot be one. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

function cut(draft: Draft, change: (bytes: Buffer) => Buffer): void {
  if (draft.method === 'GET') return;
  draft.body = change(draft.body ?? jsonOf(draft.json ?? {}));
}
