// Creates the first administrator and organisation at the first start. The password is the setting's, else it is
// generated and shown once.
import { hash, verify } from '@node-rs/argon2'
import type { Kysely } from 'kysely'
import { weakPassword } from '../../contract/password-rule.ts'
import { drawPassword } from '../../core/draw-password.ts'
import type { DB } from '../../db/schema.ts'
import { SetupError } from '../../db/setup-error.ts'
import { addStarterRoles } from '../../db/starter-roles.ts'
import { insertFirstAdmin, isEmpty, loadAccount } from '../../features/people/login/store.ts'
import { starterRows, starterWords } from '../../features/people/role/rules.ts'
import { cannotChoose } from '../../features/people/security/rules.ts'

const loginname = 'admin'

/** Returns the password if an administrator was created, otherwise undefined. */
export async function ensureAdmin(
  db: Kysely<DB>,
  wanted: string | null,
  { orgName, zone, now, isDemo }: { orgName: string; zone: string; now: number; isDemo: boolean },
): Promise<string | undefined> {
  if (!(await isEmpty(db))) return undefined
  const weak = wanted === null ? undefined : weakPassword(wanted)
  if (weak) {
    const rule = '8-15 characters, three of digits, upper case, lower case, _!@#$%^&*()?, none three times in a row'
    throw new SetupError('ADMIN_PASSWORD', `ADMIN_PASSWORD is too weak: ${rule}`)
  }
  // The demo shows its password, which is safe because only the same machine can reach the demo.
  if (wanted !== null && !isDemo && cannotChoose(wanted, loginname))
    throw new SetupError('ADMIN_PASSWORD', 'ADMIN_PASSWORD is among the most common passwords: choose another')
  const password = wanted ?? drawPassword()
  const passwordHash = await hash(password)
  const orgId = await insertFirstAdmin(db, { loginname, passwordHash, orgName, zone, isDemo, at: now })
  // The demonstration adds roles of its own.
  if (!isDemo) await addStarterRoles(db, { orgId, at: now }, starterRows, starterWords)
  return password
}

/** True if the setting contains a password that differs from that of the administrator created earlier. */
export async function isPasswordUnused(db: Kysely<DB>, wanted: string): Promise<boolean> {
  const account = await loadAccount(db, 'admin')
  return account === undefined || !(await verify(account.passwordHash, wanted))
}
