// Opens the session of an account, whichever way it has authenticated.
import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { PublicCall, User } from '../../frame/serve.ts'
import { sessionUser } from '../../frame/spine-services.ts'
import { type AccountRow, insertSession, rememberPlaces, removeSession } from './store.ts'

/** Marks by which a later login of the account is recognised: its network and its browser. */
export const marksOf = ({
  ip,
  deviceHash,
}: Pick<PublicCall, 'ip' | 'deviceHash'>): { network: string; device?: string } => ({
  network: networkOf(ip),
  ...(deviceHash ? { device: `device ${deviceHash.toString('hex')}` } : {}),
})

/**
 * Opens the session. Throws wrongCredentials if the account has changed since it authenticated. `confirmedAt` is the
 * time of authentication: now, unless another site reports an earlier one.
 */
export async function openSession(
  call: PublicCall,
  account: AccountRow,
  confirmedAt: number = call.now(),
): Promise<User> {
  const token = drawToken()
  const tokenHash = sha256(token)
  if (call.sessionHash) await removeSession(call.db, call.sessionHash)
  const { id: accountId, orgId, loginname } = account
  const session = { tokenHash, ip: call.ip, agent: call.agent, confirmedAt }
  const isOpen = await insertSession(call.db, account, session, call.now())
  // The account was changed while its password was checked.
  if (!isOpen) throw fail('wrongCredentials')
  const operation = { act: 'login', object: { type: 'account', id: accountId, name: loginname } } as const
  await call.recordAs({ orgId, accountId, loginname, ip: call.ip }, operation)
  const user = await call.use(sessionUser)(tokenHash)
  if (!user) throw fail('wrongCredentials')
  call.setSession(token)
  await remember(call, accountId)
  return user
}

/** Stores this browser and this network as known places of the account. */
async function remember(call: PublicCall, accountId: AccountId): Promise<void> {
  const token = drawToken()
  const deviceHash = call.deviceHash ?? sha256(token)
  if (!call.deviceHash) call.setDevice(token)
  await rememberPlaces(call.db, accountId, Object.values(marksOf({ ip: call.ip, deviceHash })), call.now())
}
