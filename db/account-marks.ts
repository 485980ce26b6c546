// Facts about an account's keys that are shown in place of the keys: expressions over a row of `account`.
import { sql } from 'kysely'

/** Fingerprint of the device lock; the same as `markOf` of features/people/device-lock/rules.ts. */
export const lockMark = sql<string | null>`'SHA256:' || encode(sha256(account.public_key), 'base64')`

/** Whether the account has an authenticator app confirmed by a code, or a passkey. */
export const hasSecondFactor = sql<boolean>`(exists (select from passkey where account_id = account.id)
  or exists (select from second_factor where account_id = account.id and confirmed_at is not null))`

/**
 * Whether the organisation of the account, joined as `home`, requires a second factor: the platform's organisation
 * requires it only of its staff.
 */
export const mustHaveSecondFactor = sql<boolean>`(home.second_factor_required
  and (home.kind = 'enterprise' or account.role_type in ('admin', 'operation')))`
