// What is told of an account without its keys: expressions over a row of `account`.
import { sql } from 'kysely'

/** As `markOf` of features/people/device-lock/rules.ts. */
export const lockMark = sql<string | null>`'SHA256:' || encode(sha256(account.public_key), 'base64')`

/** An app that a code has confirmed, or a passkey. */
export const hasSecondFactor = sql<boolean>`(exists (select from passkey where account_id = account.id)
  or exists (select from second_factor where account_id = account.id and confirmed_at is not null))`

/** Whether its organisation, joined as `home`, asks a second step of it: the platform's does of its staff alone. */
export const mustHaveSecondFactor = sql<boolean>`(home.second_factor_required
  and (home.kind = 'enterprise' or account.role_type in ('admin', 'operation')))`
