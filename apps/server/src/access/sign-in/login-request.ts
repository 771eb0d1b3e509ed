import type { LoginBody } from '@talaan/contract/sign-in/sign-in.contract';

/** HR sign-in is login type 2 (spec 1 §7, Auth). */
const LOGIN_TYPE_HR = 2;

export type LoginRequest =
  | { kind: 'ticket'; ticket: string }
  | { kind: 'hr_identity'; id_token: string }
  | { kind: 'hr_token'; email: string; token: string }
  | { kind: 'verify'; token: string }
  | { kind: 'password'; by: 'user_id' | 'email'; name: string; password: string }
  | { kind: 'nothing' };

/** Which of its sign-ins a body of `POST /login` asks for; `nothing` when what that sign-in needs is not entered. */
export function readLoginRequest(body: LoginBody): LoginRequest {
  const { user_id, email, password, token, ticket, google_id_token } = body;
  if (body.login_type === LOGIN_TYPE_HR || google_id_token) {
    return google_id_token ? { kind: 'hr_identity', id_token: google_id_token } : { kind: 'nothing' };
  }
  if (ticket) return { kind: 'ticket', ticket };
  if (token) return email ? { kind: 'hr_token', email, token } : { kind: 'verify', token };
  if (!password) return { kind: 'nothing' };
  if (user_id) return { kind: 'password', by: 'user_id', name: user_id, password };
  return email ? { kind: 'password', by: 'email', name: email, password } : { kind: 'nothing' };
}
