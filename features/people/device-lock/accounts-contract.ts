// The calls that set or remove the device lock of an account, one for each kind of account.
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { AccountId, text } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { EnterpriseAccountId } from '../enterprise/contract.ts'

/** A key as an administrator enters it: PEM, or base64 of the DER; null removes the lock. [S9 Public key] */
const PublicKey = text(20_000).nullable()

const setLockOf = (kind: string, path: string, may: Permission) =>
  post(path, {
    may,
    on: { account: 'id' },
    confirmed: true,
    about: `Sets the public key of the device lock that one of the ${kind} signs in with, or removes it.`,
    input: z.object({ id: AccountId, publicKey: PublicKey }),
    output: done,
  })

export const setLockInternal = setLockOf(
  'internal accounts of the organisation',
  '/lfscada/account/setLock',
  'account:edit',
)
export const setLockExternal = setLockOf(
  'external accounts of the organisation',
  '/lfscada/account/external/setLock',
  'external:edit',
)
export const setLockStaff = setLockOf(
  "accounts of the platform's staff",
  '/lfscada/account/staff/setLock',
  'staff:edit',
)

export const setEnterpriseLock = post('/lfscada/org/account/setLock', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Sets the public key of the device lock that a company administrator signs in with, or removes it.',
  input: z.object({ id: EnterpriseAccountId, publicKey: PublicKey }),
  output: done,
})
